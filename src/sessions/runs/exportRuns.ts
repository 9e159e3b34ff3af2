import { redactKeysIn } from '../../shared/redactRecord';
import type { Run } from './run';

/** The runs of a chat as JSON: times, tokens and titles, with keys redacted. */
export function runsAsJson(chat: { readonly id: string; readonly title: string }, runs: readonly Run[]): string {
  const plain = runs.map(({ steps, ...run }) => ({ ...run, steps }));
  return `${JSON.stringify(redactKeysIn({ format: 'pollux-runs', version: 1, chat, runs: plain }), undefined, 2)}\n`;
}

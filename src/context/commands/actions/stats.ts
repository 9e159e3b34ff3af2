import * as l10n from '@vscode/l10n';
import { notice, type CommandAction } from '../command';

/** The arguments of `/stats`, including obvious alternative spellings. */
const KINDS = {
  '': 'session',
  session: 'session',
  model: 'model',
  models: 'model',
  tools: 'tools',
  tool: 'tools',
} as const;

export type StatsKind = (typeof KINDS)[keyof typeof KINDS];

/** `/stats [session|model|tools]`; `text` is Markdown. */
export function statsAction(text: (kind: StatsKind) => Promise<string>): CommandAction {
  return async args => {
    const word = args.trim().toLowerCase();
    if (!Object.hasOwn(KINDS, word))
      throw new Error(l10n.t('/stats takes session, model or tools, not “{0}”.', args.trim()));
    return notice(await text(KINDS[word as keyof typeof KINDS]));
  };
}

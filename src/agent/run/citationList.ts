import * as l10n from '@vscode/l10n';
import type { Citation } from '../ports/model';
import type { Notice } from './notices';
import { plainText } from '../../shared/plainText';

/** The maximum length of a citation, in characters: enough to identify the source. */
const MOST_CHARACTERS = 500;

/** The published texts that the answers of a run repeat; each is reported once. */
export class CitationList {
  readonly #told = new Set<string>();

  /** The notice for an answer: its sources sorted, one per line, without those already reported; undefined if none. */
  noticeFor(citations: readonly Citation[]): Notice | undefined {
    const lines = [...new Set(citations.map(lineOf))].filter(line => !this.#told.has(line)).sort();
    if (lines.length === 0) return undefined;
    for (const line of lines) this.#told.add(line);
    return { level: 'info', text: [l10n.t('Citations:'), ...lines].join('\n'), citations: lines };
  }
}

/** The text comes from the service, so it is reduced to a single line without invisible characters. */
function lineOf({ uri, title }: Citation): string {
  const line = title === undefined ? uri : `(${title}) ${uri}`;
  return plainText(line.replace(/\s+/g, ' ').trim().slice(0, MOST_CHARACTERS));
}

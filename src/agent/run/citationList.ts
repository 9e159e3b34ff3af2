import * as l10n from '@vscode/l10n';
import type { Citation } from '../ports/model';
import type { Notice } from './notices';
import { plainText } from '../../shared/plainText';

/** Who repeats a long text need not name it at length. */
const MOST_CHARACTERS = 500;

/** The published texts that the answers of a run repeat; each is told once. */
export class CitationList {
  readonly #told = new Set<string>();

  /** What to tell of an answer: its texts sorted, one a line, without those that were told; undefined: nothing. */
  noticeFor(citations: readonly Citation[]): Notice | undefined {
    const lines = [...new Set(citations.map(lineOf))].filter(line => !this.#told.has(line)).sort();
    if (lines.length === 0) return undefined;
    for (const line of lines) this.#told.add(line);
    return { level: 'info', text: [l10n.t('Citations:'), ...lines].join('\n') };
  }
}

/** The words are the service's: they make one line each, and nothing that is not seen. */
function lineOf({ uri, title }: Citation): string {
  const line = title === undefined ? uri : `(${title}) ${uri}`;
  return plainText(line.replace(/\s+/g, ' ').trim().slice(0, MOST_CHARACTERS));
}

// What files that define skills, agents and commands have in common.
import { countHidden } from '../shared/hiddenCharacters';

/** A problem with a file. `line` is 1-based; a hint has no consequences. */
export interface FileProblem {
  readonly file: string;
  readonly line?: number;
  readonly severity: 'hint' | 'error';
  readonly message: string;
}

/** The text with each run of white space as one space. */
export function oneLine(text = ''): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Reports characters that a reviewer can't see. A byte-order mark and line endings are not counted. */
export function hiddenCharactersIn(file: string, text: string): FileProblem[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const first = lines.findIndex(line => countHidden(line) > 0);
  if (first < 0) return [];
  const count = lines.reduce((sum, line) => sum + countHidden(line), 0);
  const message = `It contains invisible characters: ${count}, the first of them in this line.`;
  return [{ file, line: first + 1, severity: 'error', message }];
}

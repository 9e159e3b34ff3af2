// Problems in the code, as reported by the editor's extensions.

/** From the most to the least severe. */
export const SEVERITIES = ['error', 'warning', 'information', 'hint'] as const;

export type Severity = (typeof SEVERITIES)[number];

/** `file` is an absolute path, or a URI other than a file's. Lines and columns are 1-based, columns in UTF-16 units. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly severity: Severity;
  readonly message: string;
  /** The reporting tool, such as `ts`. */
  readonly source?: string;
  readonly code?: string;
}

const LONGEST_MESSAGE = 400;

/** Orders by severity, errors first, then by file, line and column. */
export function byImportance(a: Problem, b: Problem): number {
  const rank = SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
  if (rank !== 0) return rank;
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}

/** One line for the model, such as `src/a.ts:3:7 error: … [ts 2322]`. `path` is the path as the model knows it. */
export function problemLine({ line, column, severity, message, source, code }: Problem, path: string): string {
  const origin = [source, code].filter(each => each !== undefined && each !== '').join(' ');
  return `${path}:${line}:${column} ${severity}: ${shortMessage(message)}${origin === '' ? '' : ` [${origin}]`}`;
}

/** On one line, cut off if it is long. */
export function shortMessage(message: string): string {
  const text = message.replace(/\s+/g, ' ').trim();
  return text.length > LONGEST_MESSAGE ? `${text.slice(0, LONGEST_MESSAGE)}...` : text;
}

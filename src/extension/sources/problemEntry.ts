import type { ContextEntry } from '../../vscode/views/contextTree';

/** A problem in a file, for example of a skill or an extension. `line` is 1-based. */
interface FileProblem {
  readonly file: string;
  readonly line?: number;
  readonly message: string;
}

/** A problem as a row of the Context view; a click opens the file there. */
export function problemEntry(id: string, label: string, { file, line, message }: FileProblem): ContextEntry {
  return {
    id,
    icon: 'warning',
    label,
    description: message,
    tooltip: `${file}${line === undefined ? '' : `:${line}`}: ${message}`,
    file,
    ...(line !== undefined && { line }),
  };
}

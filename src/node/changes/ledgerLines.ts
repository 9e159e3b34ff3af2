import type { FileChanges, Hunk } from '../../agent/ports/changes';
import { isFileLine } from '../recordShapes';

type StoredHunk = Omit<Hunk, 'base'> & { readonly lines: number };

/** The state of a file at a time; without one, nothing of it was under review any longer. Texts by their ids. */
export interface FileLine {
  readonly file: string;
  readonly state?: Pick<FileChanges, 'wasThere' | 'isThere'> & {
    readonly text: string;
    readonly base: string;
    readonly hunks: readonly StoredHunk[];
  };
}

/** Null for a line about something else, or one that was cut. */
export function readFileLine(line: string): FileLine | null {
  try {
    const read: unknown = JSON.parse(line);
    return isFileLine(read) ? read : null;
  } catch {
    return null;
  }
}

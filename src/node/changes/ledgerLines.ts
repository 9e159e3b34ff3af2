import type { ChangeSource, FileChanges, Hunk } from '../../agent/ports/changes';

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
  let read: unknown;
  try {
    read = JSON.parse(line);
  } catch {
    return null;
  }
  if (!isRecord(read) || typeof read.file !== 'string') return null;
  const { file, state } = read;
  if (state === undefined) return { file };
  if (!isRecord(state) || typeof state.text !== 'string' || typeof state.base !== 'string') return null;
  const { text, base, wasThere, isThere, hunks } = state;
  if (typeof wasThere !== 'boolean' || typeof isThere !== 'boolean') return null;
  if (!Array.isArray(hunks) || !hunks.every(isHunk)) return null;
  return { file, state: { text, base, wasThere, isThere, hunks } };
}

function isHunk(value: unknown): value is StoredHunk {
  if (!isRecord(value)) return false;
  const { id, start, end, lines, isEdited, sources } = value;
  const areCounts = [start, end, lines].every(each => Number.isSafeInteger(each) && Number(each) >= 0);
  return (
    typeof id === 'string' &&
    areCounts &&
    typeof isEdited === 'boolean' &&
    Array.isArray(sources) &&
    sources.every(isSource)
  );
}

function isSource(value: unknown): value is ChangeSource {
  if (!isRecord(value)) return false;
  const { sessionId, turn, prompt, callId, author, title, reason, at } = value;
  const areTexts = [sessionId, turn, prompt, callId, author, title].every(each => typeof each === 'string');
  return areTexts && (reason === undefined || typeof reason === 'string') && typeof at === 'number';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

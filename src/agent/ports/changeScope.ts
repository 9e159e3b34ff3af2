// Which of all changes are looked at.
import type { Hunk, HunkPlace } from './changes';

/** A moment to compare with: everything that is different now, whoever changed it. `label`: as people read it. */
export type Since =
  | { readonly kind: 'commit'; readonly root: string; readonly commit: string; readonly label: string }
  | { readonly kind: 'checkpoint'; readonly sessionId: string; readonly id: string; readonly label: string };

/** `turn` and `chat`: what is under review of the chat that is shown, or of the prompt that was said in it last. */
export type ChangeScope = { readonly kind: 'all' | 'turn' | 'chat' } | Since;

/** The chat that is shown; `turn` is the last message of its user. */
export interface ShownChat {
  readonly sessionId: string;
  readonly turn: string;
}

/** `lines`, from `start` to `end` (0-based, exclusive), stand where there was `base`; `hunks`: what of it is under review. */
export interface Difference {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
  readonly base: readonly string[];
  readonly hunks: readonly Hunk[];
}

/** A file that is different since a moment. Null: there was none, or there is none. */
export interface ChangedFile {
  readonly file: string;
  readonly before: string | null;
  readonly now: string | null;
}

export function isSince(scope: ChangeScope): scope is Since {
  return scope.kind === 'commit' || scope.kind === 'checkpoint';
}

/** Those of a chat, or of its last turn; with another scope all. */
export function placesIn(
  places: readonly HunkPlace[],
  { kind }: ChangeScope,
  chat: ShownChat | undefined,
): readonly HunkPlace[] {
  if (kind !== 'turn' && kind !== 'chat') return inOrder(places);
  const found = places.filter(({ hunk }) =>
    hunk.sources.some(
      ({ sessionId, turn }) => sessionId === chat?.sessionId && (kind === 'chat' || turn === chat.turn),
    ),
  );
  return inOrder(found);
}

/** The files of a turn by their paths: those that are changed at the same time are known in any order. */
function inOrder(places: readonly HunkPlace[]): readonly HunkPlace[] {
  const turns = new Map<string, number>();
  const turnOfFile = new Map<string, number>();
  for (const { file, hunk } of places) {
    const last = hunk.sources.at(-1);
    const turn = `${last?.sessionId}/${last?.turn}`;
    if (!turns.has(turn)) turns.set(turn, turns.size);
    if (!turnOfFile.has(file)) turnOfFile.set(file, turns.get(turn) ?? 0);
  }
  const before = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);
  return [...places].sort(
    (a, b) => (turnOfFile.get(a.file) ?? 0) - (turnOfFile.get(b.file) ?? 0) || before(a.file, b.file),
  );
}

/** Where a user can go to from change to change; `ids`: what is under review there. `line` is 0-based. */
export interface ChangeStop {
  readonly file: string;
  readonly line: number;
  readonly ids: readonly string[];
}

/** The stop after a place, or before it; past the last comes the first. Files come as they are listed. */
export function nextStop(
  stops: readonly ChangeStop[],
  from: Pick<ChangeStop, 'file' | 'line'> | undefined,
  by: 1 | -1,
): ChangeStop | undefined {
  const files = [...new Set(stops.map(({ file }) => file))];
  const own = from ? files.indexOf(from.file) : -1;
  const inOrder = by > 0 ? stops : [...stops].reverse();
  if (!from || own < 0) return inOrder[0];
  const isPast = ({ file, line }: ChangeStop) => {
    const other = files.indexOf(file);
    return other === own ? (line - from.line) * by > 0 : (other - own) * by > 0;
  };
  return inOrder.find(isPast) ?? inOrder[0];
}

/** A scope as it was stored; whatever else is there stands for all changes. */
export function storedScope(value: unknown): ChangeScope {
  const all: ChangeScope = { kind: 'all' };
  if (typeof value !== 'object' || value === null) return all;
  const { kind, label, root, commit, sessionId, id } = value as Record<string, unknown>;
  const areTexts = (...each: unknown[]): boolean => each.every(text => typeof text === 'string');
  if (kind === 'turn' || kind === 'chat') return { kind };
  if (kind === 'commit' && areTexts(label, root, commit)) return value as Since;
  if (kind === 'checkpoint' && areTexts(label, sessionId, id)) return value as Since;
  return all;
}

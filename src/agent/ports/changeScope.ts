// Which changes are shown.
import type { Hunk, HunkPlace } from './changes';

/** A point in time to compare with: includes all that differs now, whoever changed it. `label` is for display. */
export type Since =
  | { readonly kind: 'commit'; readonly root: string; readonly commit: string; readonly label: string }
  | { readonly kind: 'checkpoint'; readonly sessionId: string; readonly id: string; readonly label: string };

/** `chat`: what is under review from the chat that is shown; `turn`: only from its latest prompt. */
export type ChangeScope = { readonly kind: 'all' | 'turn' | 'chat' } | Since;

/** The chat that is shown; `turn` is the id of the latest user message. */
export interface ShownChat {
  readonly sessionId: string;
  readonly turn: string;
}

/** Lines `start` to `end` (0-based, exclusive) are now `lines` and were `base`; `hunks`: those of it under review. */
export interface Difference {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
  readonly base: readonly string[];
  readonly hunks: readonly Hunk[];
}

/** A file that differs from an earlier time. `before` null: it did not exist; `now` null: it no longer exists. */
export interface ChangedFile {
  readonly file: string;
  readonly before: string | null;
  readonly now: string | null;
}

export function isSince(scope: ChangeScope): scope is Since {
  return scope.kind === 'commit' || scope.kind === 'checkpoint';
}

/** The places of a chat or of its latest turn; for any other scope, all places. */
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

/** Sorts each turn's files by path: files that change at the same time are recorded in arbitrary order. */
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

/** A place that the user can navigate to; `ids`: the hunks under review there. `line` is 0-based. */
export interface ChangeStop {
  readonly file: string;
  readonly line: number;
  readonly ids: readonly string[];
}

/** The stop after (or before) a place, wrapping around at the end. Files are in the order of `stops`. */
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

/** Parses a stored scope; anything unknown becomes the scope of all changes. */
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

import type { FileChanges, LostChange } from '../ports/changes';
import type { ChangeStore } from './changeStore';
import { keep } from './fileChanges';
import { splitLines } from './lineEdits';

/** How many losses are remembered. */
const MOST = 200;
/** How many of them may come from the user's undo: each holds a whole file, and an editor's undo is limited anyway. */
const MOST_UNDONE = 50;
const SEPARATOR = '\0';
/** How the rest of a key begins if the hunks were never in their file. */
const PROPOSED = 'proposed-';

/** Hunks that were removed from a file, with the file's state before. */
interface Loss {
  /** The storage key: the file, and what distinguishes its losses. It stays the same while any of the loss is left. */
  readonly key: string;
  readonly file: string;
  readonly state: FileChanges;
  /** Those of its hunks that did not come back and were neither applied again nor dismissed. */
  readonly ids: ReadonlySet<string>;
  /** The user did not cause the loss, and must be told. */
  readonly isListed: boolean;
  /** The agent has edited the file since, so only the user can say whether the hunks are still wanted. */
  readonly isStale: boolean;
}

export interface LostChangesOptions {
  /** Called with a loss whose hunks the user must decide about; null: nothing of it is left. Must not throw. */
  readonly onListed: (key: string, file: string, state: FileChanges | null) => void;
}

/**
 * Hunks that something outside the editor has removed, such as `git stash`, a checkout or a deleted folder. They come
 * under review again when the file has exactly its text from before; until then, the user can apply them again or
 * dismiss them.
 */
export class LostChanges {
  #losses: readonly Loss[] = [];

  constructor(private readonly options: LostChangesOptions) {}

  files(): readonly string[] {
    return this.#losses.map(({ file }) => file);
  }

  has(file: string): boolean {
    return this.#losses.some(loss => loss.file === file);
  }

  /** The lost hunks that the user must decide about. */
  listed(): readonly LostChange[] {
    return this.#losses
      .filter(({ isListed }) => isListed)
      .flatMap(({ key, file, state, ids }) => {
        const lost = { file, text: state.lines.join(''), ...(isProposed(key) && { isProposed: true as const }) };
        return state.hunks.filter(({ id }) => ids.has(id)).map(hunk => ({ ...lost, hunk }));
      });
  }

  /** The file's state with a lost hunk, and with the other undecided hunks of the same loss. */
  stateWith(id: string): FileChanges | undefined {
    const loss = this.#losses.find(({ ids, isListed }) => isListed && ids.has(id));
    return loss && listedState(loss);
  }

  /** Restores a stored loss. */
  restore(key: string, state: FileChanges): void {
    const ids = new Set(state.hunks.map(({ id }) => id));
    const file = key.split(SEPARATOR)[0] ?? key;
    this.#losses = [...this.#losses, { key, file, state, ids, isListed: true, isStale: false }];
  }

  /** Lists the hunks of an edit that was not made, because the window ended before the user decided. */
  list(file: string, state: FileChanges): void {
    const ids = new Set(state.hunks.map(({ id }) => id));
    const key = `${file}${SEPARATOR}${PROPOSED}${state.hunks[0]?.id}`;
    this.#set([...this.#losses, { key, file, state, ids, isListed: true, isStale: false }]);
  }

  /** The agent has given the file this text: what would make it the same needs nobody any longer. */
  made(file: string, lines: readonly string[]): void {
    const isMade = ({ key, file: other, state }: Loss) =>
      isProposed(key) &&
      other === file &&
      state.lines.length === lines.length &&
      state.lines.every((line, index) => line === lines[index]);
    this.dismiss(this.#losses.filter(isMade).flatMap(({ ids }) => [...ids]));
  }

  /** Takes over another window's state of a loss, which is already stored; null: nothing of it is left. */
  adopt(key: string, state: FileChanges | null): void {
    const known = this.#losses.find(loss => loss.key === key);
    this.#losses = this.#losses.filter(loss => loss !== known);
    if (!state) return;
    if (known) this.#losses = [...this.#losses, { ...known, ids: new Set(state.hunks.map(({ id }) => id)) }];
    else this.restore(key, state);
  }

  /** Call this with a file's known state before and after its text was seen to differ. */
  observed(file: string, before: FileChanges | undefined, after: FileChanges | undefined, isListed: boolean): void {
    const there = new Set(after?.hunks.map(({ id }) => id));
    const gone = before?.isThere ? before.hunks.filter(({ id }) => !there.has(id)) : [];
    if (!before || gone.length === 0) return;
    const ids = new Set(gone.map(({ id }) => id));
    const key = `${file}${SEPARATOR}${gone[0]?.id}`;
    // Another window may have already stored the same loss.
    const others = this.#losses.filter(loss => loss.key !== key);
    const all = [...others, { key, file, state: before, ids, isListed, isStale: false }];
    // When there are too many, losses that the user must decide about are dropped last.
    const undone = all.filter(loss => !loss.isListed).slice(-MOST_UNDONE);
    const listed = all.filter(loss => loss.isListed);
    const left = new Set([...undone, ...listed].slice(-MOST));
    this.#set(all.filter(loss => left.has(loss)));
  }

  /** Records what an edit of the user removes: the editor's undo removes hunks that its redo brings back. */
  follow<T>(store: Pick<ChangeStore, 'stateOf'>, file: string, edit: () => T): T {
    const before = store.stateOf(file);
    const result = edit();
    this.observed(file, before, store.stateOf(file), false);
    return result;
  }

  /** The state of a file that has the text of a loss again; `current` is its state now. Undefined: no loss matches. */
  take(
    file: string,
    text: string | null,
    current: FileChanges | undefined,
    isSame = (line: string, other: string | undefined) => line === other,
  ): FileChanges | undefined {
    if (text === null || !this.has(file)) return undefined;
    const lines = splitLines(text);
    const there = (current?.hunks ?? []).map(({ id }) => id);
    const isMeant = ({ file: other, state, ids, isStale }: Loss) =>
      other === file &&
      !isStale &&
      there.every(id => !ids.has(id) && state.hunks.some(hunk => hunk.id === id)) &&
      state.lines.length === lines.length &&
      state.lines.every((line, index) => isSame(line, lines[index]));
    const found = this.#losses.findLast(isMeant);
    if (!found) return undefined;
    this.#set(this.#losses.filter(loss => loss !== found));
    const open = new Set([...found.ids, ...there]);
    // Hunks that were kept or dismissed in the meantime belong to the user.
    return keep(found.state, new Set(found.state.hunks.map(({ id }) => id).filter(id => !open.has(id))));
  }

  /** The agent has edited the file: older losses are out of date. */
  outdate(file: string): void {
    this.#set(
      this.#losses.flatMap(loss => (loss.file !== file ? [loss] : loss.isListed ? [{ ...loss, isStale: true }] : [])),
    );
  }

  /** Nothing is left to decide about these hunks. */
  dismiss(ids: readonly string[]): void {
    const gone = new Set(ids);
    if (!this.#losses.some(loss => ids.some(id => loss.ids.has(id)))) return;
    this.#set(
      this.#losses.flatMap(loss => {
        const left = [...loss.ids].filter(id => !gone.has(id));
        return left.length === loss.ids.size ? [loss] : left.length === 0 ? [] : [{ ...loss, ids: new Set(left) }];
      }),
    );
  }

  renamed(from: string, to: string): void {
    const rest = (key: string) => key.slice(key.indexOf(SEPARATOR));
    this.#set(
      this.#losses.map(loss => (loss.file === from ? { ...loss, file: to, key: `${to}${rest(loss.key)}` } : loss)),
    );
  }

  #set(losses: readonly Loss[]): void {
    const before = this.#losses;
    this.#losses = losses;
    for (const loss of before) {
      if (loss.isListed && !losses.includes(loss)) this.options.onListed(loss.key, loss.file, null);
    }
    for (const loss of losses) {
      if (loss.isListed && !before.includes(loss)) this.options.onListed(loss.key, loss.file, listedState(loss));
    }
  }
}

function isProposed(key: string): boolean {
  return key.slice(key.indexOf(SEPARATOR) + 1).startsWith(PROPOSED);
}

/** The file's state with only the undecided hunks; the others become part of its base. */
function listedState({ state, ids }: Loss): FileChanges {
  return keep(state, new Set(state.hunks.map(({ id }) => id).filter(id => !ids.has(id))));
}

import type { FileChanges, LostChange } from '../ports/changes';
import type { ChangeStore } from './changeStore';
import { keep } from './fileChanges';
import { splitLines } from './lineEdits';

/** As many times that hunks were lost are remembered. */
const MOST = 200;
/** Of those that the user has undone: each has all lines of its file, and an editor's undo goes back that far only. */
const MOST_UNDONE = 50;
const SEPARATOR = '\0';

/** Hunks that something has taken out of a file, with the file as it was before. */
interface Loss {
  /** By which it is stored: the file, and what tells its losses apart. The same for as long as anything of it is left. */
  readonly key: string;
  readonly file: string;
  readonly state: FileChanges;
  /** Those of them that are neither back, nor applied again, nor dismissed. */
  readonly ids: ReadonlySet<string>;
  /** The user did not do it, and is to hear of it. */
  readonly isListed: boolean;
  /** The file was edited by the agent since: only the user can say whether they are still wanted. */
  readonly isStale: boolean;
}

export interface LostChangesOptions {
  /** Called with a loss whose hunks the user is to decide about; null: nothing of it is left. Must not throw. */
  readonly onListed: (key: string, file: string, state: FileChanges | null) => void;
}

/**
 * Hunks that something outside of the editor has taken away, such as `git stash`, a checkout or a deleted folder. They are
 * decidable again when the file holds exactly what it held then; until that they are the user's to apply again or dismiss.
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

  /** What the user is to decide about. */
  listed(): readonly LostChange[] {
    return this.#losses
      .filter(({ isListed }) => isListed)
      .flatMap(({ file, state, ids }) =>
        state.hunks.filter(({ id }) => ids.has(id)).map(hunk => ({ file, hunk, text: state.lines.join('') })),
      );
  }

  /** The file as it was with a lost hunk, and with what else of it was lost and is to be decided. */
  stateWith(id: string): FileChanges | undefined {
    const loss = this.#losses.find(({ ids, isListed }) => isListed && ids.has(id));
    return loss && listedState(loss);
  }

  /** Puts back what was stored. */
  restore(key: string, state: FileChanges): void {
    const ids = new Set(state.hunks.map(({ id }) => id));
    const file = key.split(SEPARATOR)[0] ?? key;
    this.#losses = [...this.#losses, { key, file, state, ids, isListed: true, isStale: false }];
  }

  /** What another window has made of a loss; null: nothing of it is left. It is stored already. */
  adopt(key: string, state: FileChanges | null): void {
    const known = this.#losses.find(loss => loss.key === key);
    this.#losses = this.#losses.filter(loss => loss !== known);
    if (!state) return;
    if (known) this.#losses = [...this.#losses, { ...known, ids: new Set(state.hunks.map(({ id }) => id)) }];
    else this.restore(key, state);
  }

  /** To be called with what was known of a file before and after it was seen to hold something else. */
  observed(file: string, before: FileChanges | undefined, after: FileChanges | undefined, isListed: boolean): void {
    const there = new Set(after?.hunks.map(({ id }) => id));
    const gone = before?.isThere ? before.hunks.filter(({ id }) => !there.has(id)) : [];
    if (!before || gone.length === 0) return;
    const ids = new Set(gone.map(({ id }) => id));
    const key = `${file}${SEPARATOR}${gone[0]?.id}`;
    // Another window may have stored the same already.
    const others = this.#losses.filter(loss => loss.key !== key);
    const all = [...others, { key, file, state: before, ids, isListed, isStale: false }];
    // What the user is to hear of goes last.
    const undone = all.filter(loss => !loss.isListed).slice(-MOST_UNDONE);
    const listed = all.filter(loss => loss.isListed);
    const left = new Set([...undone, ...listed].slice(-MOST));
    this.#set(all.filter(loss => left.has(loss)));
  }

  /** What an edit of the user takes away: the editor's undo takes hunks that its redo brings back. */
  follow<T>(store: Pick<ChangeStore, 'stateOf'>, file: string, edit: () => T): T {
    const before = store.stateOf(file);
    const result = edit();
    this.observed(file, before, store.stateOf(file), false);
    return result;
  }

  /** What is known of a file that holds this text again, where `current` is known now; undefined: nothing. */
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
    // What was kept or dismissed meanwhile belongs to the user.
    return keep(found.state, new Set(found.state.hunks.map(({ id }) => id).filter(id => !open.has(id))));
  }

  /** What the agent makes of the file is newer. */
  outdate(file: string): void {
    this.#set(
      this.#losses.flatMap(loss => (loss.file !== file ? [loss] : loss.isListed ? [{ ...loss, isStale: true }] : [])),
    );
  }

  /** There is nothing to decide about these any longer. */
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

/** The file with only those hunks that are still to be decided; the others are in its base. */
function listedState({ state, ids }: Loss): FileChanges {
  return keep(state, new Set(state.hunks.map(({ id }) => id).filter(id => !ids.has(id))));
}

import type { Choice, DecisionOutcome, Hunk, HunkPlace } from '../ports/changes';
import { ApprovedWrites } from './approvedWrites';
import type { ChangeStore } from './changeStore';
import type { LostChanges } from './lostChanges';
import type { OwnWrites } from './ownWrites';
import type { ReviewNews } from './reviewNews';
import type { TrackedChangesOptions } from './trackedChangesOptions';

export interface DecisionsOptions extends Omit<TrackedChangesOptions, 'newId' | 'onLost'> {
  readonly store: ChangeStore;
  readonly lost: LostChanges;
  readonly news: ReviewNews;
  readonly writing: OwnWrites;
}

/** Decides, one decision at a time, and writes the outcome to files; undoing waits for the end of the agent's step. */
export class Decisions {
  readonly #running = new Set<string>();
  /** Hunks to undo when no agent runs, and whether the user has named their files. */
  readonly #waiting = new Map<string, { readonly isNamed: boolean }>();
  readonly #undoing = new Set<string>();
  readonly #writes: ApprovedWrites;
  /** Whether the user named the files of the last decision; the approval for undoing them also covers reverting it. */
  #wasNamed = false;
  /** The sessions of the hunks decided since there was last nothing to decide, by id; also of those open again. */
  readonly #reviewed = new Map<string, readonly string[]>();
  /** The hunks of the decision that is being written: views are told before, and must not count these as gone. */
  #deciding: readonly Hunk[] = [];
  #queue: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: DecisionsOptions) {
    this.#writes = new ApprovedWrites(options);
  }

  /** For each hunk decided since there was last nothing to decide, the sessions that changed it. */
  reviewed(): readonly (readonly string[])[] {
    const undecided = this.undecided();
    const deciding = this.#deciding.map(hunk => [hunk.id, sessionsOf(hunk)] as const);
    return [...new Map([...this.#reviewed, ...deciding])].flatMap(([id, from]) => (undecided.has(id) ? [] : [from]));
  }

  /**
   * Ids of the hunks that are open or need the user, even if they were decided: the editor's undo takes a decision back
   * and its redo makes it again.
   */
  undecided(): ReadonlySet<string> {
    return new Set([...this.options.store.all(), ...this.options.lost.listed()].map(({ hunk }) => hunk.id));
  }

  beginAnew(): void {
    this.#reviewed.clear();
  }

  /** Call this when decided hunks may exist again, with the ids of the hunks that exist. */
  cameBack(ids: readonly string[]): void {
    this.options.news.cameBack(new Set(ids));
  }

  /** Another window or run has decided these hunks. */
  madeElsewhere(decided: readonly Pick<Hunk, 'id' | 'sources'>[]): void {
    for (const each of decided) this.#reviewed.set(each.id, sessionsOf(each));
    this.options.onChange([]);
  }

  isWaiting(id: string): boolean {
    return this.#waiting.has(id);
  }

  /** True while the file does not match the store yet: storing now would lose an undo that a crash prevents. */
  isUndoing(file: string): boolean {
    return this.#undoing.has(file);
  }

  runs(sessionId: string, isRunning: boolean): void {
    if (isRunning) this.#running.add(sessionId);
    else this.#running.delete(sessionId);
    if (this.#running.size === 0) void this.undoWaiting();
  }

  async decide(ids: readonly string[], choice: Choice, isNamed = false): Promise<DecisionOutcome> {
    if (choice === 'undo' && this.#running.size > 0) {
      for (const id of ids) this.#waiting.set(id, { isNamed });
      this.options.onChange(this.options.store.files());
      return { decided: 0, waiting: ids.length, left: [], failed: [], refused: [] };
    }
    return this.inTurn(() => this.#decide(ids, choice, isNamed));
  }

  async stepBack(id?: number): Promise<{ readonly choice: Choice; readonly hunks: number } | null> {
    return this.inTurn(async () => {
      const step = this.options.store.stepBack(id);
      if (!step) return null;
      this.cameBack(this.options.store.all().map(({ hunk }) => hunk.id));
      await this.#writes.writeAll(step.writes, this.#wasNamed);
      this.options.onChange([]);
      return step;
    });
  }

  async undoWaiting(): Promise<void> {
    if (this.#waiting.size === 0) return;
    await this.inTurn(async () => {
      const waiting = [...this.#waiting];
      this.#waiting.clear();
      for (const isNamed of [false, true]) {
        const ids = waiting.filter(([, each]) => each.isNamed === isNamed).map(([id]) => id);
        if (ids.length > 0) await this.#decide(ids, 'undo', isNamed);
      }
    });
  }

  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => undefined); // the caller that awaits the result gets the failure
    return result;
  }

  async #decide(ids: readonly string[], choice: Choice, isNamed: boolean): Promise<DecisionOutcome> {
    const { store, lost, news, onDecision, onChange } = this.options;
    for (const id of ids) this.#waiting.delete(id);
    const open = this.#openAmong(ids);
    const files = choice === 'undo' ? [...new Set(open.map(({ file }) => file))] : [];
    for (const file of files) this.#undoing.add(file);
    const before = files.map(file => store.stateOf(file));
    this.#deciding = open.map(({ hunk }) => hunk);
    const decision = store.decide(ids, choice);
    if (decision.decided.length > 0) this.#wasNamed = isNamed;
    const { failed, refused } = await this.#writes.writeAll(decision.writes, isNamed);
    for (const file of files) this.#undoing.delete(file);
    // The editor's undo may bring back what this removes.
    files.forEach((file, index) => lost.observed(file, before[index], store.stateOf(file), false));
    const undecided = new Set([...failed, ...refused.map(({ file }) => file)]);
    const decided = decision.decided.filter(({ file }) => !undecided.has(file));
    this.#deciding = [];
    for (const each of decided) this.#reviewed.set(each.id, sessionsOf(each));
    news.decided(decided);
    onDecision({ decided, kept: decision.kept });
    onChange(files);
    const { id, left } = decision;
    return { ...(id !== undefined && { id }), decided: decided.length, waiting: 0, left, failed, refused };
  }

  #openAmong(ids: readonly string[]): HunkPlace[] {
    const wanted = new Set(ids);
    return this.options.store.all().filter(({ hunk }) => wanted.has(hunk.id));
  }
}

function sessionsOf({ sources }: Pick<Hunk, 'sources'>): readonly string[] {
  return sources.map(({ sessionId }) => sessionId);
}

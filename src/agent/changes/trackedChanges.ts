import type {
  ChangeSource,
  ChangeTracking,
  Choice,
  Decided,
  DecisionOutcome,
  FileChanges,
  HunkPlace,
  ReviewedChanges,
  TextChange,
  TextToWrite,
} from '../ports/changes';
import type { Written } from '../ports/fileWriter';
import type { EditProposal } from '../../shared/proposals';
import { ChangeStore, type Decision } from './changeStore';
import { baseOf } from './fileChanges';
import { splitLines } from './lineEdits';
import { committedHunks } from './observe';
import { OwnWrites } from './ownWrites';
import { ReviewNews } from './reviewNews';
import { SetAside } from './setAside';

/** What changes under review need of a host. */
export interface TrackedFiles {
  /** What a file holds, as the user sees it; null: there is none. */
  read(file: string): Promise<string | null>;
  /** Makes a file hold a text; gives what it then holds. Rejects if it does not hold what it should, and writes nothing. */
  write(change: TextToWrite): Promise<string | null>;
}

export interface TrackedChangesOptions {
  readonly files: TrackedFiles;
  readonly newId: () => string;
  /** Called after each change of what is under review; must not throw. `others`: it came of somebody else's edit. */
  readonly onChange: (files: readonly string[], others?: boolean) => void;
  /** Called with what was decided; must not throw. */
  readonly onDecision: (decision: Pick<Decision, 'decided' | 'kept'>) => void;
  readonly reportBug: (message: string, error: unknown) => void;
}

/** The changes of all chats of a window, or of a headless run, as sessions make them and the user decides about them. */
export class TrackedChanges implements ChangeTracking, ReviewedChanges {
  readonly #store: ChangeStore;
  readonly #news = new ReviewNews();
  readonly #writing = new OwnWrites();
  readonly #sources = new Map<string, ChangeSource>();
  readonly #adopting = new Set<string>();
  readonly #aside = new SetAside();
  readonly #running = new Set<string>();
  readonly #waiting = new Set<string>();
  #reviewed = 0;
  /** One decision after the other. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: TrackedChangesOptions) {
    this.#store = new ChangeStore(options);
  }

  files(): readonly string[] {
    return this.#store.files();
  }

  stateOf(file: string): FileChanges | undefined {
    return this.#store.stateOf(file);
  }

  baseOf(file: string): string | undefined {
    const state = this.#store.stateOf(file);
    return state && state.hunks.length > 0 ? baseOf(state).join('') : undefined;
  }

  all(): readonly HunkPlace[] {
    return this.#store.all();
  }

  isWaiting(id: string): boolean {
    return this.#waiting.has(id);
  }

  get reviewed(): number {
    return this.#reviewed;
  }

  get canStepBack(): boolean {
    return this.#store.lastChoice !== undefined;
  }

  mark(ids: readonly string[], isSeen: boolean): void {
    this.#store.mark(ids, isSeen);
  }

  isWriting(file: string): boolean {
    return this.#writing.has(file);
  }

  edited(file: string, changes: readonly TextChange[]): boolean {
    return this.#store.edited(file, changes);
  }

  observed(file: string, text: string | null): void {
    const before = this.#store.stateOf(file);
    const again = before && before.hunks.length > 0 ? undefined : this.#aside.take(file, text);
    if (again) this.#store.restore(file, again);
    else this.#store.observed(file, text);
    this.#aside.observed(file, before, this.#store.stateOf(file));
  }

  followed(): readonly string[] {
    return [...new Set([...this.#store.files(), ...this.#aside.files()])];
  }

  isFollowed(file: string): boolean {
    return this.#store.stateOf(file) !== undefined || this.#aside.has(file);
  }

  renamed(from: string, to: string): void {
    this.#store.renamed(from, to);
  }

  /** What is in a commit counts as kept. `text`: what the file holds in it. */
  async committed(file: string, text: string): Promise<void> {
    const state = this.#store.stateOf(file);
    if (!state?.isThere) return;
    const ids = committedHunks(state, splitLines(text));
    if (ids.length > 0) await this.decide(ids, 'keep');
  }

  /** Puts back what was stored of a file, and looks at what it holds now. */
  async restore(file: string, state: FileChanges): Promise<void> {
    this.#store.restore(file, state);
    this.#store.observed(file, await this.options.files.read(file));
  }

  /** What another window has made of what is under review of a file. Nothing of that is news to whoever stores it. */
  async adopt(file: string, state: FileChanges | null): Promise<void> {
    if (this.isWriting(file)) return;
    const known = this.#store.stateOf(file);
    this.#adopting.add(file);
    try {
      this.#aside.forget(file);
      this.#store.adopt(file, state);
      const text = await this.options.files.read(file);
      // It stores first and writes then: what the file still holds is nobody's edit.
      const isToCome = [known && textOf(known), state && baseTextOf(state)].includes(text);
      if (!isToCome) this.#store.observed(file, text);
    } finally {
      this.#adopting.delete(file);
    }
  }

  /** True while what another window has stored of a file is taken over. */
  isAdopting(file: string): boolean {
    return this.#adopting.has(file);
  }

  /** Another window has decided; the models of this one's chats are to hear of it. */
  heardOf(decided: readonly Decided[]): void {
    this.#news.decided(decided);
  }

  async editing(
    edits: readonly EditProposal[],
    { sessionId, source }: { readonly sessionId: string; readonly source: ChangeSource | null },
    write: () => Promise<readonly Written[]>,
  ): Promise<readonly Written[]> {
    const files = edits.map(({ file }) => file);
    const before = files.map(file => this.#store.stateOf(file));
    this.#writing.begin(files);
    try {
      // Before it is written, so that no crash in between makes it look like somebody else's.
      for (const edit of edits) this.#edit(edit, source);
      const written = await write();
      edits.forEach(({ file }, index) => {
        const text = written[index]?.text ?? null;
        this.#store.observed(file, text);
        this.#news.knows(sessionId, file, text);
      });
      return written;
    } catch (error) {
      for (const [index, file] of files.entries()) await this.#putBack(file, before[index]);
      throw error;
    } finally {
      this.#writing.end(files);
    }
  }

  async following(source: ChangeSource): Promise<() => void> {
    const key = `${source.sessionId}/${source.callId}`;
    this.#sources.set(key, source);
    return () => this.#sources.delete(key);
  }

  /** What a command of a call has changed, as the snapshots around it tell. */
  commandChanged(call: Pick<ChangeSource, 'sessionId' | 'callId'>, changes: readonly TextToWrite[]): void {
    const source = this.#sources.get(`${call.sessionId}/${call.callId}`);
    if (!source) return;
    for (const { file, before, text } of changes) {
      this.#store.agentEdited(file, before, text, source);
      this.#news.knows(source.sessionId, file, text);
    }
  }

  runs(sessionId: string, isRunning: boolean): void {
    if (isRunning) this.#running.add(sessionId);
    else this.#running.delete(sessionId);
    if (this.#running.size === 0) void this.#undoWaiting();
  }

  async betweenSteps(sessionId: string): Promise<string | undefined> {
    await this.#undoWaiting();
    return this.#news.take(sessionId, file => this.options.files.read(file));
  }

  async decide(ids: readonly string[], choice: Choice): Promise<DecisionOutcome> {
    if (choice === 'undo' && this.#running.size > 0) {
      for (const id of ids) this.#waiting.add(id);
      this.options.onChange(this.files());
      return { decided: 0, waiting: ids.length, left: [], failed: [] };
    }
    return this.#inTurn(() => this.#decide(ids, choice));
  }

  async stepBack(): Promise<{ readonly choice: Choice; readonly hunks: number } | null> {
    return this.#inTurn(async () => {
      const step = this.#store.stepBack();
      if (!step) return null;
      this.#reviewed = Math.max(0, this.#reviewed - step.hunks);
      this.#news.forgetDecisions();
      await this.#writeAll(step.writes);
      this.options.onChange([]);
      return step;
    });
  }

  #edit({ file, before, after }: EditProposal, source: ChangeSource | null): void {
    if (this.#store.files().length === 0) this.#reviewed = 0;
    this.#aside.forget(file);
    if (source) {
      this.#store.agentEdited(file, before, after, source);
      return;
    }
    this.#store.observed(file, before);
    this.#store.observed(file, after);
  }

  async #putBack(file: string, before: FileChanges | undefined): Promise<void> {
    if (before) this.#store.restore(file, before);
    else this.#store.forget(file);
    this.#store.observed(file, await this.options.files.read(file));
  }

  async #undoWaiting(): Promise<void> {
    if (this.#waiting.size === 0) return;
    await this.#inTurn(async () => {
      const ids = [...this.#waiting];
      this.#waiting.clear();
      await this.#decide(ids, 'undo');
    });
  }

  async #decide(ids: readonly string[], choice: Choice): Promise<DecisionOutcome> {
    for (const id of ids) this.#waiting.delete(id);
    const decision = this.#store.decide(ids, choice);
    const failed = await this.#writeAll(decision.writes);
    const decided = decision.decided.filter(({ file }) => !failed.includes(file));
    this.#reviewed += decided.length;
    this.#news.decided(decided);
    this.options.onDecision({ decided, kept: decision.kept });
    this.options.onChange([]);
    return { decided: decided.length, waiting: 0, left: decision.left, failed };
  }

  /** The files that could not be written; what is known of them is what they hold. */
  async #writeAll(writes: readonly TextToWrite[]): Promise<string[]> {
    const failed: string[] = [];
    for (const change of writes) {
      const { file } = change;
      this.#writing.begin([file]);
      try {
        this.#store.observed(file, await this.options.files.write(change));
      } catch (error) {
        failed.push(file);
        this.options.reportBug(`${file} could not be written`, error);
        this.#store.undecide(file);
        this.#store.observed(file, await this.options.files.read(file));
      } finally {
        this.#writing.end([file]);
      }
    }
    return failed;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => undefined); // whoever waits for the result gets the failure
    return result;
  }
}

function textOf({ isThere, lines }: FileChanges): string | null {
  return isThere ? lines.join('') : null;
}

function baseTextOf(state: FileChanges): string | null {
  return state.wasThere ? baseOf(state).join('') : null;
}

import type {
  AppliedAgain,
  ChangeSource,
  ChangeTracking,
  Choice,
  Decided,
  DecisionOutcome,
  FileChanges,
  HunkPlace,
  LostChange,
  ReviewedChanges,
  TextChange,
  TextToWrite,
} from '../ports/changes';
import type { Written } from '../ports/fileWriter';
import type { EditProposal } from '../../shared/proposals';
import type { RestorePolicy } from '../../shared/restores';
import type { TrackedFiles } from './approvedWrites';
import { ChangeStore, type Decision } from './changeStore';
import { baseOf } from './fileChanges';
import { splitLines } from './lineEdits';
import { committedHunks } from './observe';
import { OwnWrites } from './ownWrites';
import { ReviewNews } from './reviewNews';
import { Decisions } from './decisions';
import { applyAgain } from './applyAgain';
import { LostChanges } from './lostChanges';

export interface TrackedChangesOptions {
  readonly files: TrackedFiles;
  /** Approves what decisions write. */
  readonly restores: RestorePolicy;
  readonly newId: () => string;
  /** Called after each change of what is under review; must not throw. `others`: it came of somebody else's edit. */
  readonly onChange: (files: readonly string[], others?: boolean) => void;
  /** Called with what was decided; must not throw. */
  readonly onDecision: (decision: Pick<Decision, 'decided' | 'kept'>) => void;
  /** Called with hunks that were lost, under a key of their own; null: nothing of it is left. Must not throw. */
  readonly onLost?: (key: string, state: FileChanges | null) => void;
  readonly reportBug: (message: string, error: unknown) => void;
}

/** The changes of all chats of a window, or of a headless run, as sessions make them and the user decides about them. */
export class TrackedChanges implements ChangeTracking, ReviewedChanges {
  readonly #store: ChangeStore;
  readonly #news = new ReviewNews();
  readonly #writing = new OwnWrites();
  readonly #sources = new Map<string, ChangeSource>();
  readonly #adopting = new Set<string>();
  readonly #decisions: Decisions;
  readonly #lost: LostChanges;

  constructor(private readonly options: TrackedChangesOptions) {
    this.#store = new ChangeStore(options);
    const { onChange, onLost } = options;
    this.#decisions = new Decisions({ ...options, store: this.#store, news: this.#news, writing: this.#writing });
    this.#lost = new LostChanges({
      onListed: (key, file, state) => {
        onLost?.(key, state);
        onChange([file], true);
      },
    });
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
    return this.#decisions.isWaiting(id);
  }

  get reviewed(): number {
    return this.#decisions.reviewed;
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

  observed(file: string, text: string | null, byUser = false): void {
    const before = this.#store.stateOf(file);
    const again = this.#lost.take(file, text, before);
    if (again) this.#store.restore(file, again);
    else this.#store.observed(file, text);
    this.#lost.observed(file, before, this.#store.stateOf(file), !byUser);
  }

  lost(): readonly LostChange[] {
    return this.#lost.listed();
  }

  dismiss(ids: readonly string[]): void {
    this.#lost.dismiss(ids);
  }

  /** Puts back what was stored of lost hunks. */
  restoreLost(key: string, state: FileChanges): void {
    this.#lost.restore(key, state);
  }

  applyAgain(ids: readonly string[], isNamed = false): Promise<AppliedAgain> {
    const parts = { ...this.options, store: this.#store, lost: this.#lost, writing: this.#writing, isNamed };
    return this.#decisions.inTurn(() => applyAgain(parts, ids));
  }

  followed(): readonly string[] {
    return [...new Set([...this.#store.files(), ...this.#lost.files()])];
  }

  isFollowed(file: string): boolean {
    return this.#store.stateOf(file) !== undefined || this.#lost.has(file);
  }

  /** True while what the store says of a file is not to be stored yet. */
  isUndoing(file: string): boolean {
    return this.#decisions.isUndoing(file);
  }

  renamed(from: string, to: string): void {
    this.#store.renamed(from, to);
    this.#lost.renamed(from, to);
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
    this.observed(file, await this.options.files.read(file));
  }

  /** What another window has made of what is under review of a file. Nothing of that is news to whoever stores it. */
  async adopt(file: string, state: FileChanges | null): Promise<void> {
    if (this.isWriting(file)) return;
    const known = this.#store.stateOf(file);
    this.#adopting.add(file);
    try {
      this.#lost.outdate(file);
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
    // What it has undone may have been seen to go before it said so.
    this.#lost.dismiss(decided.map(({ id }) => id));
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
      // What the command itself took away may have been seen to go before.
      const again = this.#lost.take(file, before, this.#store.stateOf(file));
      if (again) this.#store.restore(file, again);
      this.#lost.outdate(file);
      this.#store.agentEdited(file, before, text, source);
      this.#news.knows(source.sessionId, file, text);
    }
  }

  runs(sessionId: string, isRunning: boolean): void {
    this.#decisions.runs(sessionId, isRunning);
  }

  async betweenSteps(sessionId: string): Promise<string | undefined> {
    await this.#decisions.undoWaiting();
    return this.#news.take(sessionId, file => this.options.files.read(file));
  }

  toBeNamed(ids: readonly string[]): readonly string[] {
    const wanted = new Set(ids);
    const places = [...this.all(), ...this.lost()].filter(({ hunk }) => wanted.has(hunk.id));
    return [...new Set(places.map(({ file }) => file))].filter(file => this.options.restores.needsNaming(file));
  }

  decide(ids: readonly string[], choice: Choice, isNamed = false): Promise<DecisionOutcome> {
    return this.#decisions.decide(ids, choice, isNamed);
  }

  stepBack(): Promise<{ readonly choice: Choice; readonly hunks: number } | null> {
    return this.#decisions.stepBack();
  }

  #edit({ file, before, after }: EditProposal, source: ChangeSource | null): void {
    if (this.#store.files().length === 0) this.#decisions.beginAnew();
    this.#lost.outdate(file);
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
}

function textOf({ isThere, lines }: FileChanges): string | null {
  return isThere ? lines.join('') : null;
}

function baseTextOf(state: FileChanges): string | null {
  return state.wasThere ? baseOf(state).join('') : null;
}

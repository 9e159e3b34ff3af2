import type {
  AppliedAgain,
  ChangeTracking,
  FileChanges,
  LostChange,
  ReviewedChanges,
  TextChange,
} from '../ports/changes';
import { AdoptedChanges } from './adoptedChanges';
import { ChangeStore } from './changeStore';
import { baseOf } from './fileChanges';
import { isAlikeLine, splitLines } from './lineEdits';
import { committedHunks, observedByOthers, observedOutside } from './observe';
import { OwnWrites } from './ownWrites';
import { ReviewNews } from './reviewNews';
import { Decisions } from './decisions';
import { applyAgain } from './applyAgain';
import { LostChanges } from './lostChanges';
import { ProposedChanges } from './proposedChanges';
import { readTracked } from './readTracked';
import { SessionEdits } from './sessionEdits';
import type { TrackedChangesOptions } from './trackedChangesOptions';

/** The changes of all chats of a window, or of a headless run: sessions make them, and the user decides about them. */
export class TrackedChanges implements ChangeTracking, ReviewedChanges {
  readonly #store: ChangeStore;
  readonly #news: ReviewNews;
  readonly #writing = new OwnWrites();
  readonly #decisions: Decisions;
  readonly #lost: LostChanges;
  readonly proposed: ProposedChanges;
  readonly #sessions: SessionEdits;
  readonly #elsewhere: AdoptedChanges;

  readonly files: ReviewedChanges['files'] = () => this.#store.files();
  readonly all: ReviewedChanges['all'] = () => this.#store.all();
  readonly stateOf: ReviewedChanges['stateOf'] = file => this.#store.stateOf(file);
  readonly mark: ReviewedChanges['mark'] = (...marked) => this.#store.mark(...marked);
  readonly editing: SessionEdits['editing'] = (...made) => this.#sessions.editing(...made);
  readonly following: SessionEdits['following'] = source => this.#sessions.following(source);
  readonly commandChanged: SessionEdits['commandChanged'] = (...made) => this.#sessions.commandChanged(...made);
  readonly runs: SessionEdits['runs'] = (...run) => this.#sessions.runs(...run);
  readonly betweenSteps: SessionEdits['betweenSteps'] = sessionId => this.#sessions.betweenSteps(sessionId);
  readonly adopt: AdoptedChanges['adopt'] = (...stored) => this.#elsewhere.adopt(...stored);
  readonly isAdopting: AdoptedChanges['isAdopting'] = file => this.#elsewhere.isAdopting(file);
  readonly heardOf: AdoptedChanges['heardOf'] = decided => this.#elsewhere.heardOf(decided);
  readonly restoreLost: LostChanges['restore'] = (...stored) => this.#lost.restore(...stored);
  readonly adoptLost: LostChanges['adopt'] = (...stored) => this.#lost.adopt(...stored);
  /** Hunks that earlier windows decided count as reviewed. */
  readonly restoreReviewed: Decisions['madeElsewhere'] = decided => this.#decisions.madeElsewhere(decided);
  readonly isWaiting: ReviewedChanges['isWaiting'] = id => this.#decisions.isWaiting(id);
  readonly decide: ReviewedChanges['decide'] = (...asked) => this.#decisions.decide(...asked);
  readonly stepBack: ReviewedChanges['stepBack'] = id => this.#decisions.stepBack(id);

  constructor(private readonly options: TrackedChangesOptions) {
    this.#store = new ChangeStore(options);
    this.#news = new ReviewNews(options.known);
    const { onChange, onLost } = options;
    this.#lost = new LostChanges({
      onListed: (key, file, state) => {
        onLost?.(key, state);
        onChange([file], true);
      },
    });
    this.proposed = new ProposedChanges({ ...options, lost: this.#lost });
    const made = { store: this.#store, lost: this.#lost, news: this.#news, writing: this.#writing };
    this.#decisions = new Decisions({ ...options, ...made });
    const read = (file: string) => readTracked(options, file);
    const parts = { ...made, decisions: this.#decisions, read };
    this.#sessions = new SessionEdits(parts);
    this.#elsewhere = new AdoptedChanges(parts);
  }

  baseOf(file: string): string | undefined {
    const state = this.#store.stateOf(file);
    return state && state.hunks.length > 0 ? baseOf(state).join('') : undefined;
  }

  get reviewed(): number {
    return this.#decisions.reviewed().length;
  }

  reviewedOf(sessionId: string): number {
    return this.#decisions.reviewed().filter(sessions => sessions.includes(sessionId)).length;
  }

  get lastDecision(): number | undefined {
    return this.#store.lastDecision;
  }

  isWriting(file: string): boolean {
    return this.#writing.has(file);
  }

  edited(file: string, changes: readonly TextChange[]): boolean {
    return this.#lost.follow(this.#store, file, () => this.#store.edited(file, changes));
  }

  cameBack(file: string, text: string | null, isSame = isAlikeLine): boolean {
    const again = this.#lost.take(file, text, this.#store.stateOf(file), isSame);
    if (!again) return false;
    // Before the store reports the change, so that views count the hunks as open.
    this.#decisions.cameBack(again.hunks.map(({ id }) => id));
    this.#store.restore(file, again);
    return true;
  }

  observed(file: string, text: string | null, byUser = false): void {
    if (this.cameBack(file, text, isEqual)) return;
    const before = this.#store.stateOf(file);
    this.#store.observed(file, text, byUser ? observedByOthers : observedOutside);
    this.#lost.observed(file, before, this.#store.stateOf(file), !byUser);
  }

  lost(): readonly LostChange[] {
    return this.#lost.listed();
  }

  dismiss(ids: readonly string[]): void {
    this.#lost.dismiss(ids);
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

  recovered(sessionId: string): void {
    this.proposed.recovered(sessionId);
    this.#news.recovered(sessionId);
  }

  /** True while the store's state of a file must not be stored yet. */
  isUndoing(file: string): boolean {
    return this.#decisions.isUndoing(file);
  }

  renamed(from: string, to: string): void {
    this.#store.renamed(from, to);
    this.#lost.renamed(from, to);
  }

  /** Changes in a commit count as kept. `text`: the file's text in the commit. */
  async committed(file: string, text: string): Promise<void> {
    const state = this.#store.stateOf(file);
    if (!state?.isThere) return;
    const ids = committedHunks(state, splitLines(text));
    if (ids.length > 0) await this.decide(ids, 'keep');
  }

  /** Restores the stored state of a file, then compares it with the file's current text if it can be read. */
  async restore(file: string, state: FileChanges): Promise<void> {
    this.#store.restore(file, state);
    const text = await readTracked(this.options, file);
    if (text !== undefined) this.observed(file, text);
  }

  toBeNamed(ids: readonly string[]): readonly string[] {
    const wanted = new Set(ids);
    const places = [...this.all(), ...this.lost()].filter(({ hunk }) => wanted.has(hunk.id));
    return [...new Set(places.map(({ file }) => file))].filter(file => this.options.restores.needsNaming(file));
  }
}

function isEqual(line: string, other: string | undefined): boolean {
  return line === other;
}

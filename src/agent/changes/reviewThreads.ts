import { ToolError } from '../../shared/errors';
import type { ChangeSource, TextChange, TextToWrite } from '../ports/changes';
import type { CommentAnswers, ReviewComments, ReviewEntry, ReviewPlace, ReviewThread } from '../ports/reviewThreads';
import { ChangeStore } from './changeStore';
import { foundPlace, MAX_QUOTE, movedPlace } from './commentPlace';
import { splitLines } from './lineEdits';
import { draftsOf, type ReviewPrompt } from './reviewPrompt';

/** A change within this many lines of a comment is still about it. */
const NEAR = 3;
const MAX_DIFF_LINES = 60;

export interface ReviewThreadsOptions {
  readonly newId: () => string;
  readonly now: () => number;
  /** Called with the ids of the threads that changed or were removed; must not throw. */
  readonly onChange: (ids: readonly string[]) => void;
}

/** The comments on changed lines, for all chats of a window. Only holds them: does not show, store or send any. */
export class ReviewThreads implements ReviewComments, CommentAnswers {
  readonly #threads = new Map<string, ReviewThread>();
  /** The agent's changes since the last review sent to each chat, without the changes that others made meanwhile. */
  readonly #since = new Map<string, ChangeStore>();

  constructor(private readonly options: ReviewThreadsOptions) {}

  all(): readonly ReviewThread[] {
    return [...this.#threads.values()];
  }

  get(id: string): ReviewThread | undefined {
    return this.#threads.get(id);
  }

  get drafts(): number {
    return this.all().reduce((sum, thread) => sum + draftsOf(thread).length, 0);
  }

  /** Restores a stored thread. */
  restore(thread: ReviewThread): void {
    this.#threads.set(thread.id, thread);
  }

  begin(place: ReviewPlace & Pick<ReviewThread, 'sessionId'>, text: string): ReviewThread {
    const quote = place.quote.slice(0, MAX_QUOTE);
    const thread = { ...place, quote, id: this.options.newId(), entries: [this.#draft(text)], isResolved: false };
    this.#set(thread);
    return thread;
  }

  reply(id: string, text: string): void {
    this.#change(id, thread => ({ ...thread, entries: [...thread.entries, this.#draft(text)], isResolved: false }));
  }

  rewrite(id: string, entry: number, text: string): void {
    const thread = this.#threads.get(id);
    if (!thread?.entries[entry]?.isDraft) return;
    const entries = thread.entries.flatMap((each, index) =>
      index !== entry ? [each] : text.trim() === '' ? [] : [{ ...each, text }],
    );
    if (entries.length === 0) this.remove(id);
    else this.#set({ ...thread, entries });
  }

  remove(id: string): void {
    if (this.#threads.delete(id)) this.options.onChange([id]);
  }

  resolve(id: string, isResolved: boolean): void {
    this.#change(id, thread => ({ ...thread, isResolved }));
  }

  /** The comments have been sent to the chat; its changes are tracked separately from now on. */
  sent(places: ReviewPrompt['places'], sessionId: string): void {
    this.#since.set(sessionId, this.#newStore());
    const sent = ({ isDraft: _, ...entry }: ReviewEntry): ReviewEntry => entry;
    for (const [id, sentAs] of places) {
      this.#change(id, thread => ({ ...thread, sentTo: sessionId, sentAs, entries: thread.entries.map(sent) }));
    }
  }

  hasSent(sessionId: string): boolean {
    return this.all().some(({ sentTo }) => sentTo === sessionId);
  }

  answer(sessionId: string, { place, text, isResolved }: Parameters<CommentAnswers['answer']>[1]): string {
    const sent = this.all().filter(({ sentTo }) => sentTo === sessionId);
    const thread = threadAt(sent, place);
    if (!thread) {
      const known = sent.map(placeOf).join(', ') || 'none';
      throw new ToolError('invalid_tool_params', `There is no comment at ${place} in this review. Comments: ${known}.`);
    }
    const diff = this.#diffFor(thread, sessionId);
    const entry: ReviewEntry = { by: 'model', text, at: this.options.now(), ...(diff !== '' && { diff }) };
    this.#set({ ...thread, entries: [...thread.entries, entry], isResolved });
    const waiting = this.all().filter(each => each.sentTo === sessionId && isUnanswered(each));
    const left =
      waiting.length === 0 ? 'All comments are answered.' : `Not answered yet: ${waiting.map(placeOf).join(', ')}.`;
    return `The user sees the answer in the thread. ${left}`;
  }

  /** The agent of a chat has changed files. */
  agentEdited(sessionId: string, edits: readonly TextToWrite[]): void {
    const store = this.#since.get(sessionId);
    const source: ChangeSource = { ...NOBODY, sessionId };
    for (const { file, before, text } of edits) store?.agentEdited(file, before, text, source);
  }

  /** An editor reports edits of a file, by the user or anyone else. */
  edited(file: string, changes: readonly TextChange[]): void {
    this.#move(file, 'text', thread => movedPlace(thread, changes));
  }

  /** The file's current text; null: it was deleted, and its threads stay in case it comes back. */
  observed(file: string, text: string | null, side: ReviewPlace['side'] = 'text'): void {
    if (text === null || !this.all().some(thread => thread.file === file)) return;
    const lines = splitLines(text);
    this.#move(file, side, thread => foundPlace(thread, lines));
  }

  renamed(from: string, to: string): void {
    this.#move(from, undefined, thread => ({ ...thread, file: to }));
  }

  #move(file: string, side: ReviewPlace['side'] | undefined, move: (thread: ReviewThread) => ReviewThread): void {
    const moved = this.all()
      .filter(thread => thread.file === file && (side === undefined || thread.side === side))
      .map(thread => ({ thread, next: move(thread) }))
      .filter(({ thread, next }) => next !== thread);
    for (const { next } of moved) this.#threads.set(next.id, next);
    if (moved.length > 0) this.options.onChange(moved.map(({ next }) => next.id));
  }

  /** The changes near the lines since the review was sent; if there are none, all changes in the file. */
  #diffFor(thread: ReviewThread, sessionId: string): string {
    const store = this.#since.get(sessionId);
    const state = store?.stateOf(thread.file);
    if (!state) return '';
    const isNear = ({ start, end }: { readonly start: number; readonly end: number }) =>
      start <= thread.end + NEAR && thread.start - NEAR <= end;
    const near = state.hunks.filter(isNear);
    const shown = near.length > 0 ? near : state.hunks;
    const lines = shown.flatMap(({ start, end, base }) => [
      `@@ ${start + 1} @@`,
      ...base.map(line => `-${plain(line)}`),
      ...state.lines.slice(start, end).map(line => `+${plain(line)}`),
    ]);
    return [...lines.slice(0, MAX_DIFF_LINES), ...(lines.length > MAX_DIFF_LINES ? ['…'] : [])].join('\n');
  }

  #newStore(): ChangeStore {
    let last = 0;
    return new ChangeStore({ newId: () => String(++last), onChange: () => undefined });
  }

  #draft(text: string): ReviewEntry {
    return { by: 'user', text, at: this.options.now(), isDraft: true };
  }

  #change(id: string, change: (thread: ReviewThread) => ReviewThread): void {
    const thread = this.#threads.get(id);
    if (thread) this.#set(change(thread));
  }

  #set(thread: ReviewThread): void {
    this.#threads.set(thread.id, thread);
    this.options.onChange([thread.id]);
  }
}

const NOBODY: Omit<ChangeSource, 'sessionId'> = { turn: '', prompt: '', callId: '', author: 'tool', title: '', at: 0 };

/** Several reviews may have had a comment in the same place: prefers unanswered ones, then the latest. */
function threadAt(threads: readonly ReviewThread[], place: string): ReviewThread | undefined {
  const named = threads.filter(thread => placeOf(thread) === place);
  const begun = named.length > 0 ? named : threads.filter(thread => placeOf(thread).startsWith(`${place},`));
  return begun.findLast(isUnanswered) ?? begun.at(-1);
}

function placeOf({ sentAs, id }: ReviewThread): string {
  return sentAs ?? id;
}

function isUnanswered({ entries }: ReviewThread): boolean {
  const last = entries.at(-1);
  return last?.by === 'user' && !last.isDraft;
}

function plain(line: string): string {
  return line.replace(/[\r\n]+$/, '');
}

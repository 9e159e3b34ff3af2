import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Hunk, ReviewedChanges } from '../../agent/ports/changes';
import type { ReviewComments, ReviewEntry, ReviewPlace, ReviewThread } from '../../agent/ports/reviewThreads';
import { resolved, uriOf } from '../documents/documents';
import { visibleText } from '../../shared/hiddenCharacters';
import { createComments, type PlainComment, type PlainThread, type ShownThread } from '../plainComments';
import { BASE_SCHEME, baseUri } from './changeGutter';

/** The scheme of a proposed change, whose document holds the file's text with the change. */
const PROPOSED_SCHEME = 'pollux-change';
/** How many lines before and after a change can be commented on as well. */
const AROUND = 3;

/** The conversation about changed lines, in the editor's own comment threads. It never takes the focus. */
export class CommentThreads implements vscode.Disposable {
  readonly #comments;
  readonly #shown = new Map<string, ShownThread>();
  #count = -1;
  /** The thread that the editor opened for the user, until it is part of the review. */
  #opened: ShownThread | undefined;

  constructor(
    private readonly threads: ReviewComments,
    private readonly changes: Pick<ReviewedChanges, 'stateOf'>,
  ) {
    this.#comments = createComments({
      id: 'pollux-review',
      label: l10n.t('Pollux’s changes'),
      prompt: l10n.t('Comment for Pollux'),
      placeHolder: l10n.t('What should Pollux change here?'),
      rangesOf: document => this.#rangesOf(document),
    });
    for (const thread of threads.all()) this.#show(thread);
  }

  /** Must be called when threads have changed or were removed. */
  update(ids: readonly string[]): void {
    const all = new Map(this.threads.all().map(thread => [thread.id, thread]));
    // Each label says how many comments the review has, so all change with that number.
    const shown = this.#count === this.threads.drafts ? ids : [...new Set([...ids, ...all.keys()])];
    this.#count = this.threads.drafts;
    for (const id of shown) {
      const thread = all.get(id);
      if (thread) this.#show(thread);
      else this.#remove(id);
    }
  }

  /** The id of a thread in the editor; undefined: it is a new one. */
  idOf(thread: unknown): string | undefined {
    return [...this.#shown].find(([, each]) => each === thread)?.[0];
  }

  threadOf(id: string): ShownThread | undefined {
    return this.#shown.get(id);
  }

  /** Adds a thread that the editor opened for the user to the review. */
  begin(shown: ShownThread, text: string): void {
    const { uri, range } = shown;
    const file = resolved(uri.fsPath);
    const side = uri.scheme === BASE_SCHEME ? 'base' : 'text';
    const [start, end] = range ? [range.start.line, range.end.line + 1] : [0, 1];
    const document = vscode.workspace.textDocuments.find(each => each.uri.toString() === uri.toString());
    const quote =
      document
        ?.getText(new vscode.Range(start, 0, end, 0))
        .replace(/\r?\n$/, '')
        .split(/\r?\n/) ?? [];
    const sessionId = this.#sessionAt({ file, start, end });
    this.#opened = shown;
    this.threads.begin({ file, side, start, end, quote, ...(sessionId !== undefined && { sessionId }) }, text);
    // A thread on a proposal would disappear with it, so it was replaced by one on the file itself.
    this.#takeOpened(uri)?.dispose();
  }

  dispose(): void {
    this.#comments.dispose();
  }

  /** The chat that last changed these lines, or else the nearest ones in the file. */
  #sessionAt({ file, start, end }: Pick<ReviewPlace, 'file' | 'start' | 'end'>): string | undefined {
    const hunks = this.changes.stateOf(file)?.hunks ?? [];
    const distance = (hunk: Hunk) => Math.max(hunk.start - end, start - hunk.end, 0);
    const [nearest] = [...hunks].sort((a, b) => distance(a) - distance(b));
    return nearest?.sources.at(-1)?.sessionId;
  }

  #rangesOf(document: vscode.TextDocument): (readonly [number, number])[] {
    const { uri, lineCount } = document;
    const last = lineCount - 1;
    if (uri.scheme === PROPOSED_SCHEME) return [[0, last]];
    if (uri.scheme !== 'file' && uri.scheme !== BASE_SCHEME) return [];
    const hunks = this.changes.stateOf(resolved(uri.fsPath))?.hunks ?? [];
    const around = (start: number, end: number) =>
      [Math.max(0, start - AROUND), Math.min(last, Math.max(start, end - 1) + AROUND)] as const;
    if (uri.scheme === 'file') return hunks.map(({ start, end }) => around(start, end));
    let shift = 0;
    return hunks.map(({ start, end, base }) => {
      const from = start + shift;
      shift += base.length - (end - start);
      return around(from, from + base.length);
    });
  }

  #show(thread: ReviewThread): void {
    const plain = plainThread(thread, this.threads.drafts);
    const known = this.#shown.get(thread.id);
    if (known && known.uri.toString() !== plain.uri.toString()) this.#remove(thread.id);
    this.#shown.set(thread.id, this.#comments.show(plain, this.#shown.get(thread.id) ?? this.#takeOpened(plain.uri)));
  }

  #takeOpened(uri: vscode.Uri): ShownThread | undefined {
    const opened = this.#opened?.uri.toString() === uri.toString() ? this.#opened : undefined;
    if (opened) this.#opened = undefined;
    return opened;
  }

  #remove(id: string): void {
    this.#shown.get(id)?.dispose();
    this.#shown.delete(id);
  }
}

function plainThread(thread: ReviewThread, drafts: number): PlainThread {
  const { id, file, side, start, end, entries, isResolved } = thread;
  const isDraft = entries.some(entry => entry.isDraft);
  const state = isResolved ? 'resolved' : 'open';
  return {
    id,
    uri: side === 'base' ? baseUri(file) : uriOf(file),
    start,
    end,
    label: labelOf(thread, isDraft, drafts),
    contextValue: `${state}.${isDraft ? 'draft' : 'sent'}`,
    isResolved,
    comments: entries.map(plainEntry),
  };
}

function labelOf({ entries, isResolved }: ReviewThread, isDraft: boolean, drafts: number): string {
  if (isDraft)
    return drafts === 1
      ? l10n.t('Review with 1 comment, not sent')
      : l10n.t('Review with {0} comments, not sent', drafts);
  if (isResolved) return l10n.t('Resolved');
  return entries.at(-1)?.by === 'model' ? l10n.t('Answered') : l10n.t('Sent to Pollux');
}

function plainEntry({ by, text, at, isDraft, diff }: ReviewEntry): PlainComment {
  return {
    author: by === 'user' ? l10n.t('You') : 'Pollux',
    // What the user wrote is edited as it is.
    text: by === 'user' ? text : visibleText(text),
    at,
    contextValue: isDraft ? 'draft' : by,
    ...(diff !== undefined && { diff: visibleText(diff) }),
    ...(isDraft && { label: l10n.t('not sent') }),
  };
}

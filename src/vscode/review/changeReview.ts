import * as vscode from 'vscode';
import type { ChangeReview, StagedChange, StagedChanges } from '../../agent/ports/changeReview';
import type { Log } from '../../agent/ports/log';
import { callKey } from '../../shared/callAddress';
import type { EditProposal } from '../../shared/proposals';
import {
  ChangeDocuments,
  REVIEW_SCHEMES,
  type Change,
  type PendingChange,
  type ReviewSchemes,
} from './changeDocuments';
import { columnAwayFromChats } from '../chatColumns';
import { EditWalk } from './editWalk';
import type { ReviewedFile } from './partialReview';
import { closeCleanTabsOf, closeTabsOf, columnOf, isShownBy, urisIn } from './reviewTabs';
import { showDiff, showDiffs } from './showDiffs';

export type OpenDiff = 'never' | 'beside' | 'active';

export interface ReviewOptions {
  /** The user's setting: whether and where a new change opens a diff automatically. It never takes the focus. */
  readonly openDiff: () => OpenDiff;
  readonly log: Log;
  readonly schemes?: ReviewSchemes;
}

/**
 * Changes under review, each as a native diff of two in-memory documents: the file's text before, and the change,
 * which the user may edit. The file itself is not touched here.
 */
export class VscodeChangeReview implements ChangeReview, vscode.Disposable {
  /** By call, in the order they were staged. */
  readonly #changes = new Map<string, readonly Change[]>();
  readonly #documents: ChangeDocuments;
  /** Where changes that are about to be staged again were shown. */
  readonly #places = new Map<string, Place>();
  readonly #changed = new vscode.EventEmitter<void>();

  /** Fires when a change is added or removed. */
  readonly onDidChange = this.#changed.event;
  readonly walk = new EditWalk(this);

  constructor(private readonly options: ReviewOptions) {
    this.#documents = new ChangeDocuments(options.schemes ?? REVIEW_SCHEMES, () => this.#all());
    void this.#attempt(this.#documents.closeLeftovers());
  }

  /** The review for one chat. It turns call ids into `callKey`s, to distinguish them from those of other chats. */
  of(sessionId: () => string): ChangeReview {
    const key = (callId: string) => callKey({ sessionId: sessionId(), callId });
    return {
      stage: (callId, edit, onEdit, typed) => this.stage(key(callId), edit, onEdit, typed),
      stageAll: (callId, edits, onEdit) => this.stageAll(key(callId), edits, onEdit),
    };
  }

  /** Staging a call again replaces its change, also in an open tab, and drops edits to the earlier change. */
  stage(callId: string, edit: EditProposal, onEdit?: () => void, typed?: string): StagedChange {
    const old = this.#of(callId);
    const place = this.#places.get(callId) ?? { viewColumn: columnOf(old[0]), preserveFocus: true };
    this.#places.delete(callId);
    this.#dismiss(old);
    const change = this.#documents.put(callId, edit, onEdit, typed);
    this.#changes.set(callId, [change]);
    const opens = this.options.openDiff();
    const viewColumn = place.viewColumn ?? (opens === 'never' ? undefined : columnAwayFromChats(opens === 'beside'));
    if (!place.preserveFocus) this.walk.showAgain(callId);
    if (viewColumn !== undefined) void this.#attempt(this.#show(change, { ...place, viewColumn }));
    this.#changed.fire();
    return {
      text: () => this.#documents.textOf(change),
      close: returns => {
        if (returns) this.#places.set(callId, leave(change, this));
        this.#dismiss([change]);
      },
      isShown: viewColumn !== undefined,
    };
  }

  /** Opens nothing automatically: the editor can't show several files without taking the focus. */
  stageAll(callId: string, edits: readonly EditProposal[], onEdit?: () => void): StagedChanges {
    this.#dismiss(this.#of(callId));
    const changes = edits.map(edit => this.#documents.put(callId, edit, onEdit));
    this.#changes.set(callId, changes);
    this.#changed.fire();
    return { texts: () => changes.map(change => this.#documents.textOf(change)), close: () => this.#dismiss(changes) };
  }

  /** One entry per call, in the order they were staged. */
  pending(): readonly PendingChange[] {
    return [...this.#changes].map(([callId, all]) => ({ callId, path: all.map(({ path }) => path).join(', ') }));
  }

  /** Shows a change at the user's request, with the focus in the diff. Resolves with false if there is none. */
  async open(callId: string): Promise<boolean> {
    const changes = this.#of(callId);
    const [first] = changes;
    if (changes.length > 1) await this.#opening(changes, showDiffs(changes));
    else if (first) await this.#show(first, { preserveFocus: false });
    return first !== undefined;
  }

  /** The files of a call with both sides of their diffs; empty if there is no such change. */
  filesOf(callId: string): ReviewedFile[] {
    return this.#of(callId).map(({ before, after, isPart, edit }) => ({ before, after, isPart, text: edit.before }));
  }

  /** The text as the user left it, saved or not; undefined if there is no such change. */
  text(callId: string): string | undefined {
    const [change] = this.#of(callId);
    return change && this.#documents.textOf(change);
  }

  /** Removes the change. Resolves when its tabs are closed; the user isn't asked to save anything. */
  async close(callId: string): Promise<void> {
    await this.#remove(this.#of(callId));
  }

  /** The change that a menu command was given, or else the one in the active tab. */
  activeCallId(resource?: unknown): string | undefined {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    // The editor for several files has its own address, which doesn't identify the change.
    const all = this.#all();
    return shownBy(all, resource instanceof vscode.Uri ? [resource] : []) ?? shownBy(all, tab ? urisIn(tab) : []);
  }

  /** Whether the active tab shows a change of several files. */
  isReviewingFiles(): boolean {
    return this.#of(this.activeCallId() ?? '').length > 1;
  }

  dispose(): void {
    void this.#attempt(closeCleanTabsOf(this.#all()));
    this.#changed.dispose();
    this.#documents.dispose();
  }

  #of(callId: string): readonly Change[] {
    return this.#changes.get(callId) ?? [];
  }

  #all(): Change[] {
    return [...this.#changes.values()].flat();
  }

  #show(change: Change, options: vscode.TextDocumentShowOptions): Promise<void> {
    return this.#opening([change], showDiff(change, options));
  }

  async #opening(changes: readonly Change[], shown: Thenable<unknown>): Promise<void> {
    const opening = this.#attempt(shown);
    for (const change of changes) change.opening = opening;
    await opening;
    for (const change of changes) if (change.opening === opening) delete change.opening;
    await shown;
  }

  #dismiss(changes: readonly Change[]): void {
    void this.#attempt(this.#remove(changes));
  }

  /** Removes changes of one call, unless they have been replaced by others of the same call. */
  async #remove(changes: readonly Change[]): Promise<void> {
    for (const change of changes) change.finalText ??= this.#documents.textOf(change);
    const [first] = changes;
    if (first && this.#changes.get(first.callId)?.includes(first)) {
      this.#changes.delete(first.callId);
      this.#changed.fire();
    }
    for (const { opening } of changes) await opening;
    await closeTabsOf(changes);
    await closeTabsOf(changes); // again: the editor may have opened a tab for an unsaved document meanwhile
    this.#documents.remove(changes);
  }

  #attempt(work: Thenable<unknown>): Promise<void> {
    return attempt(work, this.options.log);
  }
}

interface Place {
  /** Undefined: it was not shown. */
  readonly viewColumn: vscode.ViewColumn | undefined;
  readonly preserveFocus: boolean;
}

/** Only who is led through the edits is known to have the focus in the active diff. */
function leave(change: Change, review: VscodeChangeReview): Place {
  const { callId, opening } = change;
  const isActive = opening !== undefined || review.activeCallId() === callId;
  const viewColumn = columnOf(change) ?? (opening && columnAwayFromChats());
  return { viewColumn, preserveFocus: !(review.walk.leave(callId) && isActive) };
}

/** The call to whose change one of the addresses belongs. */
function shownBy(all: readonly Change[], uris: readonly vscode.Uri[]): string | undefined {
  const shown = new Set(uris.map(uri => uri.toString()));
  return all.find(change => isShownBy(change, shown))?.callId;
}

async function attempt(work: Thenable<unknown>, log: Log): Promise<void> {
  try {
    await work;
  } catch (error) {
    log.error('A diff could not be shown or closed.', error);
  }
}

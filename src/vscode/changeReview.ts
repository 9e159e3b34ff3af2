import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ChangeReview, StagedChange, StagedChanges } from '../agent/ports/changeReview';
import type { Log } from '../agent/ports/log';
import { callKey } from '../shared/callAddress';
import type { EditProposal } from '../shared/proposals';
import { previewOfLarge } from './changePreview';
import { isAlike, restoreEndings } from './lines';
import type { ReviewedFile } from './partialReview';
import { ProposalFileSystem } from './proposalFileSystem';
import { closeTabs, columnOf, isShownBy, shownDocument, tabsOf, urisIn } from './reviewTabs';
import { watchDocuments } from './watchDocuments';

export type OpenDiff = 'never' | 'beside' | 'active';

export interface ReviewSchemes {
  readonly before: string;
  readonly change: string;
}

/** The right side's is what the manifest's `when` clauses name. */
export const REVIEW_SCHEMES: ReviewSchemes = { before: 'pollux-before', change: 'pollux-change' };

export interface ReviewOptions {
  /** The person's setting: whether a new change opens a diff by itself, and where. It never takes the focus. */
  readonly openDiff: () => OpenDiff;
  readonly log: Log;
  readonly schemes?: ReviewSchemes;
}

/** What waits for one decision of the person. `path` is as people read it; several are separated by commas. */
export interface PendingChange {
  readonly callId: string;
  readonly path: string;
}

interface Change extends PendingChange {
  readonly edit: EditProposal;
  readonly before: vscode.Uri;
  readonly after: vscode.Uri;
  /** What the right side holds as long as the person has changed nothing. */
  readonly shown: string;
  /** Only a part is shown, and can't be edited. */
  readonly isPart: boolean;
  readonly onEdit: (() => void) | undefined;
  /** Settles when the diff that is being opened is there; never rejects. */
  opening: Promise<void>;
  /** Set when the change is taken away. */
  finalText?: string;
}

const COLUMNS: Readonly<Record<OpenDiff, vscode.ViewColumn | undefined>> = {
  never: undefined,
  beside: vscode.ViewColumn.Beside,
  active: vscode.ViewColumn.Active,
};

// A mark that no setting of `files.encoding` overrules.
const BOM = '\uFEFF';

/**
 * Changes under review, each as a native diff of two documents in memory: what the file held, and the change, which the
 * person may edit. Nothing here touches the file.
 */
export class VscodeChangeReview implements ChangeReview, vscode.Disposable {
  readonly #options: ReviewOptions;
  readonly #schemes: ReviewSchemes;
  /** By the calls that they belong to, in the order they were staged. */
  readonly #changes = new Map<string, readonly Change[]>();
  readonly #files = new ProposalFileSystem();
  readonly #changed = new vscode.EventEmitter<void>();
  // Differs from what an earlier window may have left open.
  #count = Date.now();
  readonly #registrations: readonly vscode.Disposable[];

  /** Fires when a change comes or goes. */
  readonly onDidChange = this.#changed.event;

  constructor(options: ReviewOptions) {
    this.#options = options;
    this.#schemes = options.schemes ?? REVIEW_SCHEMES;
    const { before, change } = this.#schemes;
    this.#registrations = [
      vscode.workspace.registerFileSystemProvider(before, this.#files, { isCaseSensitive: true, isReadonly: true }),
      vscode.workspace.registerFileSystemProvider(change, this.#files, { isCaseSensitive: true }),
      watchDocuments(change, uri =>
        this.#all()
          .find(({ after }) => after.toString() === uri)
          ?.onEdit?.(),
      ),
    ];
    void this.#attempt(this.#closeLeftovers());
  }

  /** The review of one chat, whose calls are told apart from those of other chats: by `callKey` from there on. */
  of(sessionId: () => string): ChangeReview {
    const key = (callId: string) => callKey({ sessionId: sessionId(), callId });
    return {
      stage: (callId, edit, onEdit) => this.stage(key(callId), edit, onEdit),
      stageAll: (callId, edits, onEdit) => this.stageAll(key(callId), edits, onEdit),
    };
  }

  /** Staging a call again replaces its change, in the tab that shows it too; edits to the earlier one are dropped. */
  stage(callId: string, edit: EditProposal, onEdit?: () => void): StagedChange {
    const old = this.#changes.get(callId) ?? [];
    const column = old.map(columnOf).find(each => each !== undefined);
    void this.#attempt(this.#remove(old));
    const change = this.#put(callId, edit, onEdit);
    this.#changes.set(callId, [change]);
    const viewColumn = column ?? COLUMNS[this.#options.openDiff()];
    if (viewColumn !== undefined) void this.#attempt(this.#show(change, { preserveFocus: true, viewColumn }));
    this.#changed.fire();
    return {
      text: () => this.#textOf(change),
      close: () => void this.#attempt(this.#remove([change])),
      isShown: viewColumn !== undefined,
    };
  }

  /** Nothing opens by itself: the editor can't show several files without taking the focus. */
  stageAll(callId: string, edits: readonly EditProposal[], onEdit?: () => void): StagedChanges {
    void this.#attempt(this.#remove(this.#changes.get(callId) ?? []));
    const changes = edits.map(edit => this.#put(callId, edit, onEdit));
    this.#changes.set(callId, changes);
    this.#changed.fire();
    return {
      texts: () => changes.map(change => this.#textOf(change)),
      close: () => void this.#attempt(this.#remove(changes)),
    };
  }

  /** One for each call, in the order they were staged. */
  pending(): readonly PendingChange[] {
    return [...this.#changes].map(([callId, all]) => ({ callId, path: all.map(({ path }) => path).join(', ') }));
  }

  /** Shows a change because the person asked for it, so the diff gets the focus. False if there is no such change. */
  async open(callId: string): Promise<boolean> {
    const changes = this.#changes.get(callId) ?? [];
    const [first] = changes;
    if (changes.length > 1) await this.#showAll(changes);
    else if (first) await this.#show(first, { preserveFocus: false });
    return first !== undefined;
  }

  /** The files of a call with both sides of their diffs; none if there is no such change. */
  filesOf(callId: string): ReviewedFile[] {
    const changes = this.#changes.get(callId) ?? [];
    return changes.map(({ before, after, isPart, edit }) => ({ before, after, isPart, text: edit.before }));
  }

  /** The text as the person has left it, saved or not; undefined if there is no such change. */
  text(callId: string): string | undefined {
    const [change] = this.#changes.get(callId) ?? [];
    return change && this.#textOf(change);
  }

  /** Takes the change away. Resolves when its tabs are closed; nobody is asked to save anything. */
  async close(callId: string): Promise<void> {
    await this.#remove(this.#changes.get(callId) ?? []);
  }

  /** The change that a menu command was given, or else the one in the active tab. */
  activeCallId(resource?: unknown): string | undefined {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    const find = (uris: readonly vscode.Uri[]) => {
      const shown = new Set(uris.map(uri => uri.toString()));
      return this.#all().find(change => isShownBy(change, shown))?.callId;
    };
    // The editor of several files has an address of its own, which says nothing of what it shows.
    return find(resource instanceof vscode.Uri ? [resource] : []) ?? find(tab ? urisIn(tab) : []);
  }

  /** Whether the active tab shows a change of several files. */
  isReviewingFiles(): boolean {
    return (this.#changes.get(this.activeCallId() ?? '') ?? []).length > 1;
  }

  /** Shows the change after the active one, or the first; the last is followed by the first. */
  async next(): Promise<boolean> {
    return this.#step(1);
  }

  async previous(): Promise<boolean> {
    return this.#step(-1);
  }

  dispose(): void {
    // Whatever has unsaved changes stays, rather than make the person answer a question.
    const tabs = this.#all()
      .flatMap(tabsOf)
      .filter(tab => !tab.isDirty);
    if (tabs.length > 0) void this.#attempt(vscode.window.tabGroups.close(tabs, true));
    for (const registration of this.#registrations) registration.dispose();
    this.#changed.dispose();
    this.#files.dispose();
  }

  #all(): Change[] {
    return [...this.#changes.values()].flat();
  }

  #put(callId: string, edit: EditProposal, onEdit: (() => void) | undefined): Change {
    const part = previewOfLarge(edit.before ?? '', edit.after);
    const isPart = part !== null;
    const { before, after } = part ?? { before: edit.before ?? '', after: edit.after };
    const uris = this.#urisOf(callId, edit.file);
    const texts = { edit, shown: after, isPart, onEdit };
    const change = { callId, path: edit.path, ...texts, ...uris, opening: Promise.resolve() };
    this.#files.put(uris.before, Buffer.from(BOM + before), true);
    this.#files.put(uris.after, Buffer.from(BOM + after), isPart);
    return change;
  }

  /**
   * The real path, so that title, icon and language are the file's. A call that is staged again gets other addresses:
   * documents of the earlier change, and what was typed into them, may outlive it for a moment.
   */
  #urisOf(callId: string, path: string): { before: vscode.Uri; after: vscode.Uri } {
    const file = vscode.Uri.file(path);
    const query = `${encodeURIComponent(callId)}.${this.#count++}`;
    return {
      before: file.with({ scheme: this.#schemes.before, query }),
      after: file.with({ scheme: this.#schemes.change, query }),
    };
  }

  #textOf(change: Change): string {
    if (change.finalText !== undefined) return change.finalText;
    if (change.isPart) return change.edit.after;
    const document = shownDocument(change.after);
    const text = document ? document.getText() : Buffer.from(this.#files.readFile(change.after)).toString();
    const plain = text.startsWith(BOM) ? text.slice(1) : text;
    // With every part left out, line endings are the file's again too.
    if (change.edit.before !== null && isAlike(plain, change.edit.before)) return change.edit.before;
    // An editor makes mixed line endings alike, which is nothing that the person did.
    return isAlike(plain, change.shown) ? change.edit.after : restoreEndings(change.edit.after, plain);
  }

  async #show(change: Change, options: vscode.TextDocumentShowOptions): Promise<void> {
    const title = l10n.t('{0}: Pollux’s change', basename(change.edit.file));
    const column = columnOf(change);
    const where = { preview: true, ...options, ...(column !== undefined && { viewColumn: column }) };
    const shown = vscode.commands.executeCommand('vscode.diff', change.before, change.after, title, where);
    change.opening = this.#attempt(shown);
    await shown;
  }

  /** All files of a call in one editor. */
  async #showAll(changes: readonly Change[]): Promise<void> {
    const title = l10n.t('Pollux’s change of {0} files', changes.length);
    const files = changes.map(({ edit, before, after }) => [vscode.Uri.file(edit.file), before, after]);
    const shown = vscode.commands.executeCommand('vscode.changes', title, files);
    const opening = this.#attempt(shown);
    for (const change of changes) change.opening = opening;
    await shown;
  }

  async #step(by: 1 | -1): Promise<boolean> {
    const ids = [...this.#changes.keys()];
    const active = ids.indexOf(this.activeCallId() ?? '');
    const from = active < 0 && by < 0 ? 0 : active;
    const id = ids[(from + by + ids.length) % ids.length];
    return id !== undefined && this.open(id);
  }

  /** Takes changes of one call away, if they have not been replaced by others of the same call. */
  async #remove(changes: readonly Change[]): Promise<void> {
    for (const change of changes) change.finalText ??= this.#textOf(change);
    const [first] = changes;
    if (first && this.#changes.get(first.callId)?.includes(first)) {
      this.#changes.delete(first.callId);
      this.#changed.fire();
    }
    await Promise.all(changes.map(({ opening }) => opening));
    const close = () =>
      closeTabs(
        [...new Set(changes.flatMap(tabsOf))],
        changes.map(({ after }) => after),
      );
    await close();
    await close(); // the editor opens what is not saved by itself, and such a tab may have come meanwhile
    for (const uri of changes.flatMap(({ before, after }) => [before, after])) this.#files.remove(uri);
  }

  /** Tabs of an earlier window, whose changes are gone. */
  async #closeLeftovers(): Promise<void> {
    for (const tab of vscode.window.tabGroups.all.flatMap(group => group.tabs)) {
      const uri = urisIn(tab).find(({ scheme }) => scheme === this.#schemes.change);
      if (!uri || this.#all().some(change => isShownBy(change, new Set([uri.toString()])))) continue;
      this.#files.put(uri, Buffer.from(BOM), false);
      await closeTabs([tab], [uri]);
      this.#files.remove(uri);
    }
  }

  async #attempt(work: Thenable<unknown>): Promise<void> {
    try {
      await work;
    } catch (error) {
      this.#options.log.error('A diff could not be shown or closed.', error);
    }
  }
}

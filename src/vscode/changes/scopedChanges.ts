import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import {
  isSince,
  placesIn,
  storedScope,
  type ChangedFile,
  type ChangeScope,
  type ChangeStop,
  type ShownChat,
  type Since,
} from '../../agent/ports/changeScope';
import type { HunkPlace, ReviewedChanges } from '../../agent/ports/changes';
import type { KeptValues } from '../../agent/ports/storedValues';
import { turnRows, type ChangeRow } from './changeTree';
import { CommitTexts } from './sinceCommit';
import { sinceRows, type SinceRowsOptions } from './sinceRows';
import { messageOf } from '../../shared/messageOf';

/** The scheme for files as they were at a moment, which is in the query. */
const SINCE_SCHEME = 'pollux-since';
/** How many files are listed; for more, a history tool is the better choice. */
const MOST_FILES = 300;
const MOST_MARKS = 2000;

export interface ScopedChangesOptions extends Pick<SinceRowsOptions, 'differences'> {
  readonly changes: ReviewedChanges;
  readonly read: (file: string) => Promise<string | null>;
  /** The texts right before a recorded change, of the files that it and later changes have touched. */
  readonly textsBefore: (sessionId: string, id: string) => Promise<ReadonlyMap<string, string | null>>;
  /** Undefined while no chat is open. */
  readonly chat: () => ShownChat | undefined;
  readonly stored: KeptValues;
  /** Called when the view shows something else. */
  readonly onChange: () => void;
}

/** What the Changes view shows: everything under review, the changes of a chat or a turn, or all since a moment. */
export class ScopedChanges {
  readonly #commits: CommitTexts;
  readonly #provider: vscode.Disposable;
  readonly #marks: Set<string>;
  #scope: ChangeScope;

  constructor(private readonly options: ScopedChangesOptions) {
    const marks = options.stored.get('reviewedDifferences');
    this.#marks = new Set(Array.isArray(marks) ? marks.filter(mark => typeof mark === 'string') : []);
    this.#scope = storedScope(options.stored.get('changesScope'));
    this.#commits = new CommitTexts(options.read);
    this.#provider = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(SINCE_SCHEME, {
        provideTextDocumentContent: uri => this.#textAt(uri),
      }),
      // Differences since a moment include everyone's edits, so each save may change them.
      vscode.workspace.onDidSaveTextDocument(() => isSince(this.#scope) && options.onChange()),
    );
  }

  get scope(): ChangeScope {
    return this.#scope;
  }

  /** Sets what is shown; preserved across reloads. */
  show(scope: ChangeScope): void {
    this.#scope = scope;
    this.options.stored.set('changesScope', scope);
    this.options.onChange();
  }

  /** The text beside the view's name; empty: everything under review is shown. */
  get description(): string {
    const scope = this.#scope;
    if (isSince(scope)) return l10n.t('since {0}', scope.label);
    return { all: '', turn: l10n.t('this turn'), chat: l10n.t('this chat') }[scope.kind];
  }

  /** The shown changes that are under review. */
  async places(): Promise<readonly HunkPlace[]> {
    const { changes, chat } = this.options;
    if (!isSince(this.#scope)) return placesIn(changes.all(), this.#scope, chat());
    const ids = new Set((await this.rows()).flatMap(row => row.ids));
    return changes.all().filter(({ hunk }) => ids.has(hunk.id));
  }

  /** The places to step through from change to change. */
  async stops(): Promise<readonly ChangeStop[]> {
    if (!isSince(this.#scope)) {
      return (await this.places()).map(({ file, hunk }) => ({ file, line: hunk.start, ids: [hunk.id] }));
    }
    const rows = (await this.rows()).flatMap(row => row.below?.() ?? []);
    return rows.flatMap(({ place, ids }) => (place ? [{ ...place, ids }] : []));
  }

  async rows(): Promise<readonly ChangeRow[]> {
    const { changes } = this.options;
    if (!isSince(this.#scope)) return turnRows(changes, await this.places());
    try {
      const files = await this.#filesSince(this.#scope);
      return [...this.#more(files), ...sinceRows(files, { ...this.options, isMarked: mark => this.#marks.has(mark) })];
    } catch (error) {
      const label = l10n.t('Can’t compare: {0}', messageOf(error));
      return [{ id: 'scope.failed', label, icon: 'warning', command: 'pollux.chooseChanges', ids: [] }];
    }
  }

  /** Marks a row as reviewed or not. Changes under review store this themselves. */
  mark({ ids, marks = [] }: ChangeRow, isOn: boolean): void {
    this.options.changes.mark(ids, isOn);
    for (const mark of marks) {
      this.#marks.delete(mark);
      if (isOn) this.#marks.add(mark);
    }
    if (marks.length === 0) return;
    this.options.stored.set('reviewedDifferences', [...this.#marks].slice(-MOST_MARKS));
    this.options.onChange();
  }

  /** The shown files, each as it was and as it is; undefined if changes under review are shown. */
  async pairs(): Promise<readonly (readonly [vscode.Uri, vscode.Uri, vscode.Uri | undefined])[] | undefined> {
    const scope = this.#scope;
    if (!isSince(scope)) return undefined;
    const files = await this.#filesSince(scope);
    return files.map(({ file, now }) => {
      const uri = vscode.Uri.file(file);
      return [uri, sinceUri(file, scope), now === null ? undefined : uri] as const;
    });
  }

  /** The address of a file's text at the chosen moment; undefined: none is chosen. */
  baseUri(file: string): vscode.Uri | undefined {
    return isSince(this.#scope) ? sinceUri(file, this.#scope) : undefined;
  }

  dispose(): void {
    this.#provider.dispose();
  }

  async #filesSince(since: Since): Promise<readonly ChangedFile[]> {
    if (since.kind === 'commit') return this.#commits.changed(since, MOST_FILES);
    const texts = [...(await this.options.textsBefore(since.sessionId, since.id))].slice(0, MOST_FILES);
    const files = await Promise.all(
      texts.map(async ([file, before]) => ({ file, before, now: await this.options.read(file) })),
    );
    return files.filter(({ before, now }) => before !== now);
  }

  #more(files: readonly ChangedFile[]): ChangeRow[] {
    if (files.length < MOST_FILES) return [];
    const label = l10n.t('Only the first {0} files are listed.', MOST_FILES);
    return [{ id: 'scope.more', label, icon: 'info', ids: [] }];
  }

  async #textAt(uri: vscode.Uri): Promise<string> {
    const since = storedScope(JSON.parse(uri.query));
    const file = vscode.Uri.file(uri.path).fsPath;
    if (!isSince(since)) return '';
    const before =
      since.kind === 'commit'
        ? await this.#commits.before(since, file)
        : (await this.options.textsBefore(since.sessionId, since.id)).get(file);
    return before ?? '';
  }
}

function sinceUri(file: string, since: Since): vscode.Uri {
  return vscode.Uri.file(file).with({ scheme: SINCE_SCHEME, query: JSON.stringify(since) });
}

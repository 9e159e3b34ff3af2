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

/** Files as they were at a moment; the query says which. */
const SINCE_SCHEME = 'pollux-since';
/** As many files are listed; more belong into a tool for history. */
const MOST_FILES = 300;
const MOST_MARKS = 2000;

export interface ScopedChangesOptions extends Pick<SinceRowsOptions, 'differences'> {
  readonly changes: ReviewedChanges;
  readonly read: (file: string) => Promise<string | null>;
  /** What files held right before a recorded change, of those that it and later ones have changed. */
  readonly textsBefore: (sessionId: string, id: string) => Promise<ReadonlyMap<string, string | null>>;
  /** Undefined as long as no chat is open. */
  readonly chat: () => ShownChat | undefined;
  readonly stored: KeptValues;
  /** Called when it shows something else. */
  readonly onChange: () => void;
}

/** What the view of all changes shows: all that is under review, what a chat or a turn made, or all since a moment. */
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
      // What is different since a moment is so by everybody's work.
      vscode.workspace.onDidSaveTextDocument(() => isSince(this.#scope) && options.onChange()),
    );
  }

  get scope(): ChangeScope {
    return this.#scope;
  }

  /** Kept through a reload. */
  show(scope: ChangeScope): void {
    this.#scope = scope;
    this.options.stored.set('changesScope', scope);
    this.options.onChange();
  }

  /** Beside the name of the view; empty: it shows all there is. */
  get description(): string {
    const scope = this.#scope;
    if (isSince(scope)) return l10n.t('since {0}', scope.label);
    return { all: '', turn: l10n.t('this turn'), chat: l10n.t('this chat') }[scope.kind];
  }

  /** What of it is under review. */
  async places(): Promise<readonly HunkPlace[]> {
    const { changes, chat } = this.options;
    if (!isSince(this.#scope)) return placesIn(changes.all(), this.#scope, chat());
    const ids = new Set((await this.rows()).flatMap(row => row.ids));
    return changes.all().filter(({ hunk }) => ids.has(hunk.id));
  }

  /** Where to go from change to change in it. */
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

  /** Reviewed, or not: what is under review keeps it itself. */
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

  /** The files that it shows, each as it was and as it is; undefined: what is under review says it. */
  async pairs(): Promise<readonly (readonly [vscode.Uri, vscode.Uri, vscode.Uri | undefined])[] | undefined> {
    const scope = this.#scope;
    if (!isSince(scope)) return undefined;
    const files = await this.#filesSince(scope);
    return files.map(({ file, now }) => {
      const uri = vscode.Uri.file(file);
      return [uri, sinceUri(file, scope), now === null ? undefined : uri] as const;
    });
  }

  /** What a file was then; undefined: there is no such moment. */
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

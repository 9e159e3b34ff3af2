import * as vscode from 'vscode';
import type { DiagnosticsWatch } from '../../agent/ports/diagnostics';
import { waitFor } from '../../node/wait';
import type { Problem } from '../../shared/problems';
import { uriOf } from '../documents/documents';

export interface WatcherOptions extends Pick<DiagnosticsWatch, 'before' | 'known' | 'unseen'> {
  readonly files: readonly string[];
  readonly quietMs: number;
  /** How long to wait for a report on a file, in milliseconds. */
  readonly patienceWith: (file: string) => number;
  /** Whether a language extension is expected to report on a file. */
  readonly isChecked: (file: string) => boolean;
  readonly open: (file: string) => Promise<void>;
  readonly problems: () => readonly Problem[];
  readonly answered: (file: string, ms: number) => void;
  readonly silent: (file: string) => void;
}

/** Follows the reports on a few files, from before they change until the reports have settled. */
export class DiagnosticsWatcher implements DiagnosticsWatch {
  readonly before: readonly Problem[];
  readonly known: ReadonlySet<string>;
  readonly unseen: ReadonlySet<string>;
  readonly #options: WatcherOptions;
  /** The files by their addresses in the editor. */
  readonly #files: ReadonlyMap<string, string>;
  /** When a file was last reported on since it changed, in milliseconds since the epoch. */
  readonly #answers = new Map<string, number>();
  readonly #subscriptions: readonly vscode.Disposable[];
  #lastReport = 0;
  #wake: () => void = () => undefined;

  constructor(options: WatcherOptions) {
    this.before = options.before;
    this.known = options.known;
    this.unseen = options.unseen;
    this.#options = options;
    this.#files = new Map(options.files.map(file => [uriOf(file).toString(), file]));
    this.#subscriptions = [
      vscode.languages.onDidChangeDiagnostics(({ uris }) => this.#reported(uris)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        // Earlier reports were about another text.
        const file = this.#files.get(document.uri.toString());
        if (file !== undefined && contentChanges.length > 0) this.#answers.delete(file);
      }),
    ];
  }

  /** `leastMs`: the shortest time to wait for a first report, however unlikely it is. */
  async settled(
    signal: AbortSignal,
    { leastMs = 0, checked = new Set() }: { readonly leastMs?: number; readonly checked?: ReadonlySet<string> } = {},
  ): Promise<{ problems: readonly Problem[]; unanswered: readonly string[] }> {
    const { open, problems, patienceWith } = this.#options;
    const files = this.#options.files.filter(file => !checked.has(file));
    const start = Date.now();
    await Promise.all(files.map(open));
    const deadline = start + Math.max(leastMs, ...files.map(patienceWith));
    while (!signal.aborted) {
      const isComplete = files.every(file => this.#answers.has(file));
      const end = isComplete ? Math.min(deadline, this.#lastReport + this.#options.quietMs) : deadline;
      if (Date.now() >= end) break;
      await this.#reportWithin(end - Date.now(), signal);
    }
    return { problems: problems(), unanswered: signal.aborted ? [] : this.#takeStock(files, start) };
  }

  /** Whether the file was reported on since it last changed. */
  hasAnswered(file: string): boolean {
    return this.#answers.has(file);
  }

  end(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Records how fast each file was reported on; returns those for which an expected report is missing. */
  #takeStock(files: readonly string[], start: number): string[] {
    const { isChecked, answered, silent } = this.#options;
    for (const [file, at] of this.#answers) answered(file, Math.max(1, at - start));
    const unanswered = files.filter(file => !this.#answers.has(file) && isChecked(file));
    for (const file of unanswered) silent(file);
    return unanswered;
  }

  async #reportWithin(ms: number, signal: AbortSignal): Promise<void> {
    const report = new AbortController();
    this.#wake = () => report.abort();
    await waitFor(ms, AbortSignal.any([signal, report.signal]));
  }

  #reported(uris: readonly vscode.Uri[]): void {
    this.#lastReport = Date.now();
    for (const uri of uris) {
      const file = this.#files.get(uri.toString());
      if (file !== undefined) this.#answers.set(file, this.#lastReport);
    }
    // Reports on other files count too: files that depend on these are part of the answer.
    this.#wake();
  }
}

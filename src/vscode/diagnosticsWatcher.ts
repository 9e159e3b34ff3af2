import * as vscode from 'vscode';
import type { DiagnosticsWatch } from '../agent/ports/diagnostics';
import { waitFor } from '../node/wait';
import type { Problem } from '../shared/problems';
import { uriOf } from './documents';

export interface WatcherOptions extends Pick<DiagnosticsWatch, 'before' | 'known'> {
  readonly files: readonly string[];
  readonly quietMs: number;
  /** How long to wait for a word about a file. */
  readonly patienceWith: (file: string) => number;
  /** True if a language extension is expected to say something. */
  readonly isChecked: (file: string) => boolean;
  readonly open: (file: string) => Promise<void>;
  readonly problems: () => readonly Problem[];
  readonly answered: (file: string, ms: number) => void;
  readonly silent: (file: string) => void;
}

/** Follows what is reported of a few files, from before they change until that has settled. */
export class DiagnosticsWatcher implements DiagnosticsWatch {
  readonly before: readonly Problem[];
  readonly known: ReadonlySet<string>;
  readonly #options: WatcherOptions;
  /** The files by their addresses in the editor. */
  readonly #files: ReadonlyMap<string, string>;
  /** When something was said about a file since it last changed; milliseconds since the epoch. */
  readonly #answers = new Map<string, number>();
  readonly #subscriptions: readonly vscode.Disposable[];
  #lastReport = 0;
  #wake: () => void = () => undefined;

  constructor(options: WatcherOptions) {
    this.before = options.before;
    this.known = options.known;
    this.#options = options;
    this.#files = new Map(options.files.map(file => [uriOf(file).toString(), file]));
    this.#subscriptions = [
      vscode.languages.onDidChangeDiagnostics(({ uris }) => this.#reported(uris)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        // What was said before was about another text.
        const file = this.#files.get(document.uri.toString());
        if (file !== undefined && contentChanges.length > 0) this.#answers.delete(file);
      }),
    ];
  }

  /** `leastMs`: how long to wait for a first word at least, however little is expected. */
  async settled(
    signal: AbortSignal,
    leastMs = 0,
  ): Promise<{ problems: readonly Problem[]; unanswered: readonly string[] }> {
    const { files, open, problems } = this.#options;
    const start = Date.now();
    await Promise.all(files.map(open));
    const deadline = start + Math.max(leastMs, ...files.map(this.#options.patienceWith));
    while (!signal.aborted) {
      const isComplete = this.#answers.size === files.length;
      const end = isComplete ? Math.min(deadline, this.#lastReport + this.#options.quietMs) : deadline;
      if (Date.now() >= end) break;
      await this.#reportWithin(end - Date.now(), signal);
    }
    return { problems: problems(), unanswered: signal.aborted ? [] : this.#takeStock(start) };
  }

  /** True if something was said about the file since it last changed. */
  hasAnswered(file: string): boolean {
    return this.#answers.has(file);
  }

  end(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Remembers who answered how fast; gives the files that somebody should have answered for. */
  #takeStock(start: number): string[] {
    const { files, isChecked, answered, silent } = this.#options;
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
    // Of other files too: what depends on these is part of the answer.
    this.#wake();
  }
}

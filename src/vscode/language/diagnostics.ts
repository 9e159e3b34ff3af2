import { extname } from 'node:path';
import * as vscode from 'vscode';
import type { CheckTexts, Diagnostics } from '../../agent/ports/diagnostics';
import type { Log } from '../../agent/ports/log';
import type { Problem, Severity } from '../../shared/problems';
import { DiagnosticsWatcher } from './diagnosticsWatcher';
import { isInTab, openDocument, uriOf } from '../documents/documents';
import { isTypescriptChecked, TypescriptCheck } from './typescriptCheck';

/** How long to wait for language extensions, in milliseconds. */
export interface DiagnosticsPatience {
  /** The upper limit, and the lower limit for languages known to be checked. */
  readonly longest: number;
  readonly shortest: number;
  /** For a language that an extension may check, but for which nothing was reported yet. */
  readonly plausible: number;
  /** For a language that no extension seems to check. */
  readonly unknown: number;
  /** For further reports after one has come. */
  readonly quiet: number;
}

const PATIENCE: DiagnosticsPatience = { longest: 4000, shortest: 1000, plausible: 1500, unknown: 300, quiet: 250 };
// A language that stays silent this often is considered unchecked.
const MAX_SILENCES = 3;

/**
 * What is known about a language in this window. Files are grouped by their extension, and by whether a tab shows
 * them: some language extensions check only those.
 */
interface Language {
  /** The longest time that a report took, in milliseconds; undefined before the first. */
  readonly slowest?: number;
  readonly silences: number;
}

/** The problems that the editor reports, followed through changes. Opens no tab and takes no focus. */
export class VscodeDiagnostics implements Diagnostics, vscode.Disposable {
  readonly #log: Log;
  readonly #patience: DiagnosticsPatience;
  readonly #languages = new Map<string, Language>();
  /** Files opened by `prepare`, with the time, until something was reported about them. */
  readonly #unchecked = new Map<string, number>();
  readonly #typescript: TypescriptCheck;
  readonly #subscription: vscode.Disposable;

  constructor(log: Log, patience = PATIENCE) {
    this.#log = log;
    this.#typescript = new TypescriptCheck(log);
    this.#patience = patience;
    for (const [uri, problems] of vscode.languages.getDiagnostics()) if (problems.length > 0) this.#heardOf(uri, 0);
    this.#subscription = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      for (const uri of uris) this.#heardOf(uri, 0);
    });
  }

  prepare(files: readonly string[]): void {
    for (const file of files.filter(each => !openDocument(each))) {
      this.#unchecked.set(uriOf(file).toString(), Date.now());
      void this.#open(file);
    }
  }

  watch(files: readonly string[]): DiagnosticsWatcher {
    const known = files.filter(file => openDocument(file) && this.#isLookedAt(file));
    return new DiagnosticsWatcher({
      files,
      known: new Set(known),
      unseen: new Set(files.filter(file => !isInTab(file) && isTypescriptChecked(file))),
      before: this.problems(files),
      quietMs: this.#patience.quiet,
      patienceWith: file => this.#patienceWith(file),
      isChecked: file => this.#isPlausible(file),
      open: file => this.#open(file),
      problems: () => this.problems(files),
      answered: (file, ms) => this.#heardOf(uriOf(file), ms),
      silent: file => this.#silent(file),
    });
  }

  /** TypeScript and JavaScript only: other language extensions check nothing but what is in an editor or on disk. */
  readonly checkTexts: CheckTexts = async ({ before, after, also = [] }, signal) => {
    const files = [...new Set([...before.keys(), ...after.keys(), ...also])];
    if (!files.some(isTypescriptChecked)) return undefined;
    // The server knows the project of a file once the editor has opened it; new files belong to one known by then.
    await Promise.all(files.map(file => this.#open(file)));
    return this.#typescript.check({ before, after, also }, signal);
  };

  /** All problems that the editor knows of; those in `files` are named as given there. */
  problems(files: readonly string[] = []): Problem[] {
    const names = new Map(files.map(file => [uriOf(file).toString(), file]));
    return vscode.languages
      .getDiagnostics()
      .filter(([uri]) => uri.scheme === 'file')
      .flatMap(([uri, problems]) => problems.map(each => problemOf(names.get(uri.toString()) ?? uri.fsPath, each)));
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  /** Whether extensions have had enough time to report on the file. */
  #isLookedAt(file: string): boolean {
    const openedAt = this.#unchecked.get(uriOf(file).toString());
    return openedAt === undefined || Date.now() - openedAt > this.#patience.longest;
  }

  #heardOf(uri: vscode.Uri, ms: number): void {
    if (uri.scheme !== 'file') return;
    this.#unchecked.delete(uri.toString());
    const language = languageOf(uri.fsPath);
    const { slowest = 0 } = this.#languages.get(language) ?? {};
    this.#languages.set(language, { slowest: Math.max(slowest, ms), silences: 0 });
  }

  #silent(file: string): void {
    const known = this.#languages.get(languageOf(file)) ?? { silences: 0 };
    this.#languages.set(languageOf(file), { ...known, silences: known.silences + 1 });
  }

  /**
   * How long to wait for a report. Extensions that find nothing before and after a change stay silent, so this is
   * kept short.
   */
  #patienceWith(file: string): number {
    const { longest, shortest, plausible, unknown } = this.#patience;
    const slowest = this.#languages.get(languageOf(file))?.slowest;
    if (slowest !== undefined) return slowest === 0 ? longest / 2 : Math.min(longest, Math.max(shortest, 2 * slowest));
    return this.#isPlausible(file) ? plausible : unknown;
  }

  #isPlausible(file: string): boolean {
    const language = this.#languages.get(languageOf(file));
    if (language?.slowest !== undefined) return true;
    if ((language?.silences ?? 0) >= MAX_SILENCES) return false;
    const id = openDocument(file)?.languageId;
    return id !== undefined && vscode.extensions.all.some(each => each.isActive && isWokenBy(each, id));
  }

  async #open(file: string): Promise<void> {
    try {
      await vscode.workspace.openTextDocument(uriOf(file));
    } catch (error) {
      // It is too large or not text, so no extension checks it either.
      this.#log.info(`${file} can't be opened to be checked: ${String(error)}`);
    }
  }
}

function languageOf(file: string): string {
  return `${extname(file)} ${isInTab(file) ? 'in a tab' : 'in no tab'}`;
}

function isWokenBy({ packageJSON }: vscode.Extension<unknown>, language: string): boolean {
  const { activationEvents } = packageJSON as { readonly activationEvents?: unknown };
  return Array.isArray(activationEvents) && activationEvents.includes(`onLanguage:${language}`);
}

const SEVERITY_NAMES: Readonly<Record<vscode.DiagnosticSeverity, Severity>> = {
  [vscode.DiagnosticSeverity.Error]: 'error',
  [vscode.DiagnosticSeverity.Warning]: 'warning',
  [vscode.DiagnosticSeverity.Information]: 'information',
  [vscode.DiagnosticSeverity.Hint]: 'hint',
};

function problemOf(file: string, { range, message, severity, source, code }: vscode.Diagnostic): Problem {
  const value = typeof code === 'object' ? code.value : code;
  return {
    file,
    line: range.start.line + 1,
    column: range.start.character + 1,
    severity: SEVERITY_NAMES[severity],
    message,
    ...(source !== undefined && { source }),
    ...(value !== undefined && { code: String(value) }),
  };
}

import type { Problem } from '../../shared/problems';

/**
 * A place in code. `file` is absolute, or an address that is no file's. Lines and columns are 1-based, columns in UTF-16
 * units.
 */
export interface CodePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface CodeSymbol extends CodePlace {
  readonly name: string;
  /** In the editor's words, such as `function`. */
  readonly kind: string;
  /** What it is part of, where that is known. */
  readonly container?: string;
  /** How many symbols it lies in. */
  readonly depth: number;
}

/** What a file would hold; both texts are whole and keep the file's line endings. */
export interface CodeChange {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

export interface CodeAction {
  readonly title: string;
  /** Such as `quickfix` or `refactor.extract`; empty where the extension gives none. */
  readonly kind: string;
  readonly isPreferred: boolean;
  /** Why it can't be taken here. */
  readonly disabled?: string;
}

/**
 * What the editor's language extensions know. Nothing here changes a file, opens a tab or takes the focus. Files are
 * absolute paths that were resolved. Throws `ToolError`: `no_language_extension` where nobody answers for the language;
 * `language_feature_failed` with the extension's reason, and for a change that is more than new texts of files.
 */
export interface LanguageFeatures {
  /** Of all files that have been looked at. */
  problems(): readonly Problem[];
  /** Of one file, once the editor has settled on them. `isChecked` false: no extension has said anything about it. */
  problemsOf(
    file: string,
    signal: AbortSignal,
  ): Promise<{ readonly problems: readonly Problem[]; readonly isChecked: boolean }>;
  definitions(place: CodePlace, signal: AbortSignal): Promise<readonly CodePlace[]>;
  /** With the declaration. */
  references(place: CodePlace, signal: AbortSignal): Promise<readonly CodePlace[]>;
  /** In the order of the file, what contains before what is contained. */
  documentSymbols(file: string, signal: AbortSignal): Promise<readonly CodeSymbol[]>;
  workspaceSymbols(query: string, signal: AbortSignal): Promise<readonly CodeSymbol[]>;
  rename(place: CodePlace, newName: string, signal: AbortSignal): Promise<readonly CodeChange[]>;
  format(file: string, signal: AbortSignal): Promise<readonly CodeChange[]>;
  /** What can be done about a line. */
  actions(file: string, line: number, signal: AbortSignal): Promise<readonly CodeAction[]>;
  /** What the action of that title would change. */
  action(file: string, line: number, title: string, signal: AbortSignal): Promise<readonly CodeChange[]>;
  organizeImports(file: string, signal: AbortSignal): Promise<readonly CodeChange[]>;
}

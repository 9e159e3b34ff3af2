import type { Problem } from '../../shared/problems';
import type { UnwrittenTexts } from './diagnostics';

/**
 * A place in code. `file` is an absolute path, or a URI if it is not a file. Lines and columns are 1-based, columns in
 * UTF-16 units.
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
  /** The symbol that contains it, where known. */
  readonly container?: string;
  /** The number of symbols that enclose it. */
  readonly depth: number;
}

/** A proposed change of a file; both texts are complete and keep the file's line endings. */
export interface CodeChange {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

export interface CodeAction {
  readonly title: string;
  /** Such as `quickfix` or `refactor.extract`; empty if the extension gives none. */
  readonly kind: string;
  readonly isPreferred: boolean;
  /** Why it can't be applied here. */
  readonly disabled?: string;
}

/**
 * The editor's language extensions. Nothing here changes a file, opens a tab or takes the focus. Files are resolved
 * absolute paths. Throws `ToolError`: `no_language_extension` if no extension answers for the language;
 * `language_feature_failed` with the extension's reason, and for a change that is more than new file texts.
 */
export interface LanguageFeatures {
  /** The problems of all files that have been checked. */
  problems(): readonly Problem[];
  /** The problems of one file, once the editor has checked it. `isChecked` false: no extension has reported on it. */
  problemsOf(
    file: string,
    signal: AbortSignal,
  ): Promise<{ readonly problems: readonly Problem[]; readonly isChecked: boolean }>;
  /** Whether `problemsWith` can check this file. Absent, like that: nothing here can. */
  checksTexts?(file: string): boolean;
  /** As `problemsOf`, but with texts of files that are not written. */
  problemsWith?(
    texts: UnwrittenTexts,
    file: string,
    signal: AbortSignal,
  ): Promise<{ readonly problems: readonly Problem[]; readonly isChecked: boolean }>;
  definitions(place: CodePlace, signal: AbortSignal): Promise<readonly CodePlace[]>;
  /** Includes the declaration. */
  references(place: CodePlace, signal: AbortSignal): Promise<readonly CodePlace[]>;
  /** In file order, containers before their contents. */
  documentSymbols(file: string, signal: AbortSignal): Promise<readonly CodeSymbol[]>;
  workspaceSymbols(query: string, signal: AbortSignal): Promise<readonly CodeSymbol[]>;
  rename(place: CodePlace, newName: string, signal: AbortSignal): Promise<readonly CodeChange[]>;
  format(file: string, signal: AbortSignal): Promise<readonly CodeChange[]>;
  /** The actions that are available on a line. */
  actions(file: string, line: number, signal: AbortSignal): Promise<readonly CodeAction[]>;
  /** The changes that the action with this title would make. */
  action(file: string, line: number, title: string, signal: AbortSignal): Promise<readonly CodeChange[]>;
  organizeImports(file: string, signal: AbortSignal): Promise<readonly CodeChange[]>;
}

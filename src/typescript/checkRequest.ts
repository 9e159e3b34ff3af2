/** The request that the plugin answers. VS Code passes on requests of its extensions only if they begin with `_`. */
export const CHECK_COMMAND = '_polluxCheck';

/** Files and texts that they could have. Paths are absolute, with `/`. */
export type Texts = readonly (readonly [file: string, text: string])[];

/** The problems with the texts of `after` are wanted, and with those of `before`, to tell which are new. */
export interface CheckRequest {
  readonly before: Texts;
  readonly after: Texts;
  /** More files to check with these texts. */
  readonly also: readonly string[];
}

/** Lines and columns are 1-based. */
export interface FoundProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly isError: boolean;
  readonly code: number;
  readonly message: string;
}

/** `checked`: the files that belong to a project. The problems are also those of files that use them or are open. */
export interface CheckAnswer {
  readonly checked: readonly string[];
  readonly before: readonly FoundProblem[];
  readonly after: readonly FoundProblem[];
}

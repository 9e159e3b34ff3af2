/** A node of a parsed command: what the grammar calls it, where it stands, and what is in it, blanks left out. */
export interface SyntaxNode {
  /** The grammar's name, or the token itself, such as `command` or `&&`. */
  readonly type: string;
  readonly text: string;
  /** Where it begins in the text that was parsed, in UTF-16 code units. */
  readonly start: number;
  readonly children: readonly SyntaxNode[];
  /** Which part of its parent it is, such as `name` or `destination`. */
  readonly field?: string;
}

export interface SyntaxTree {
  readonly root: SyntaxNode;
  /** True if any of the text could not be parsed. */
  readonly hasError: boolean;
}

/** Parses bash. */
export type ShellParser = (text: string) => SyntaxTree;

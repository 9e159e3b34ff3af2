/** A node of a parsed command: its type in the grammar, its position, and its children without spaces. */
export interface SyntaxNode {
  /** The grammar's name, or the token itself, such as `command` or `&&`. */
  readonly type: string;
  readonly text: string;
  /** Start offset in the parsed text, in UTF-16 code units. */
  readonly start: number;
  readonly children: readonly SyntaxNode[];
  /** Its role in the parent, such as `name` or `destination`. */
  readonly field?: string;
}

export interface SyntaxTree {
  readonly root: SyntaxNode;
  /** True if any part of the text could not be parsed. */
  readonly hasError: boolean;
}

/** Parses bash. */
export type ShellParser = (text: string) => SyntaxTree;

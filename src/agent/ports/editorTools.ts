/** A tool that somebody else has given the editor, as they describe it: input that nobody has checked. */
export interface EditorTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema, where there is one. */
  readonly inputSchema: unknown;
}

/** A piece of what such a tool answers. */
export type EditorToolPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'data'; readonly mimeType: string; readonly data: Uint8Array };

/** The tools that the editor has of its own MCP servers and of other extensions. */
export interface EditorTools {
  /** Those that there are now; quick. */
  list(): readonly EditorTool[];
  /** Rejects with an `Error` in the editor's words, also where `signal` aborts. The editor may ask the user itself. */
  invoke(
    name: string,
    args: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<readonly EditorToolPart[]>;
}

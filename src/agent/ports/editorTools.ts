/** A tool that another extension has registered with the editor, as that extension describes it: unchecked input. */
export interface EditorTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema, if there is one. */
  readonly inputSchema: unknown;
}

/** A piece of such a tool's output. */
export type EditorToolPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'data'; readonly mimeType: string; readonly data: Uint8Array };

/** The editor's tools from its own MCP servers and from other extensions. */
export interface EditorTools {
  /** The current tools; quick. */
  list(): readonly EditorTool[];
  /** Rejects with an `Error` in the editor's words, also when `signal` aborts. The editor may ask the user itself. */
  invoke(
    name: string,
    args: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<readonly EditorToolPart[]>;
}

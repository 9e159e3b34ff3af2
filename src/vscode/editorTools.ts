import * as vscode from 'vscode';
import type { EditorTool, EditorToolPart, EditorTools } from '../agent/ports/editorTools';

/** Which of the editor's tools are used: those of its MCP servers, those of all extensions, or none. */
export type EditorToolChoice = 'mcp' | 'all' | 'none';

/** The prefix of the tools of VS Code's MCP servers; nothing else distinguishes them from tools of extensions. */
const MCP_TOOL = /^mcp_./;

/** The tools that `vscode.lm` offers. */
export class VscodeEditorTools implements EditorTools {
  constructor(private readonly choice: () => EditorToolChoice) {}

  list(): readonly EditorTool[] {
    const choice = this.choice();
    if (choice === 'none') return [];
    return vscode.lm.tools.filter(({ name }) => choice === 'all' || MCP_TOOL.test(name));
  }

  async invoke(name: string, input: Readonly<Record<string, unknown>>, signal: AbortSignal) {
    const source = new vscode.CancellationTokenSource();
    const cancel = () => source.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      if (signal.aborted) cancel();
      const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined }, source.token);
      return content.map(partOf);
    } finally {
      signal.removeEventListener('abort', cancel);
      source.dispose();
    }
  }
}

/** Shows VS Code's own list of its MCP servers, where they are set up. */
export async function showEditorServers(): Promise<void> {
  await vscode.commands.executeCommand('workbench.mcp.listServer');
}

function partOf(part: unknown): EditorToolPart {
  if (part instanceof vscode.LanguageModelTextPart) return { kind: 'text', text: part.value };
  if (part instanceof vscode.LanguageModelDataPart) {
    const { mimeType, data } = part;
    const isText = /^text\/|[/+]json\b/i.test(mimeType);
    return isText ? { kind: 'text', text: new TextDecoder().decode(data) } : { kind: 'data', mimeType, data };
  }
  const value: unknown = part instanceof vscode.LanguageModelPromptTsxPart ? part.value : part;
  return { kind: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) };
}

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { visiblePieces } from '../../shared/hiddenCharacters';
import { wrapLines } from '../../shared/wrapLines';
import { openDiff } from '../plainWindow';
import { askToApprove, canBeShown, type Answer } from '../review/approvalQuestion';

const SCHEME = 'pollux-mcp';

/** In characters: what is visible in an editor, and in one side of a diff that is as narrow as VS Code splits it. */
const PAGE_WIDTH = 90;
const SIDE_WIDTH = 45;

/** Something of a server for the user to view and approve, with its earlier version; texts are for display. */
export interface McpText {
  readonly key: string;
  readonly server: string;
  readonly text: string;
  readonly before?: string;
}

/** Asks the user about a server of the workspace; `address`: its command or address, on one line. */
export async function askAboutServer({ server, before }: McpText, address: string, isShown: boolean): Promise<Answer> {
  const isWhole = canBeShown(address) && before === undefined;
  if (before !== undefined) {
    const text = l10n.t('The MCP server “{0}” of this project has changed since you approved it.', server);
    return askToApprove(text, isShown);
  }
  const text = isWhole
    ? l10n.t('This project wants to use the MCP server “{0}”: {1}', server, address)
    : l10n.t('This project wants to use the MCP server “{0}”. Its definition is too long to show here.', server);
  return askToApprove(text, isWhole || isShown);
}

/** Asks the user about a tool whose description its server has changed. */
export async function askAboutTool({ server }: McpText, tool: string, isShown: boolean): Promise<Answer> {
  const text = l10n.t(
    'The MCP server “{0}” has changed the description of its tool “{1}”. Approve the change to use the tool.',
    server,
    tool,
  );
  return askToApprove(text, isShown);
}

/** Shows everything that would be approved, or its difference from before, read-only. */
export class McpPages implements vscode.Disposable, vscode.TextDocumentContentProvider {
  readonly #pages = new Map<string, string>();
  readonly #registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);

  provideTextDocumentContent({ query }: vscode.Uri): string {
    return this.#pages.get(query) ?? '';
  }

  async show({ key, server, text, before }: McpText): Promise<void> {
    if (before === undefined) {
      await vscode.window.showTextDocument(this.#page(key, server, text, PAGE_WIDTH), { preview: true });
      return;
    }
    const sides = [
      this.#page(`${key} before`, server, before, SIDE_WIDTH),
      this.#page(key, server, text, SIDE_WIDTH),
    ] as const;
    await openDiff(...sides, l10n.t('MCP server {0}: what has changed', server));
  }

  dispose(): void {
    this.#registration.dispose();
  }

  /** Makes invisible characters visible. */
  #page(key: string, server: string, text: string, width: number): vscode.Uri {
    const pieces = visiblePieces(text).map(piece => piece.text);
    this.#pages.set(key, `${wrapLines(pieces.join(''), width)}\n`);
    // Not `.json`, in which wrapped strings are errors.
    return vscode.Uri.from({ scheme: SCHEME, path: `/${server.replace(/[/\\]/g, '_')}.txt`, query: key });
  }
}

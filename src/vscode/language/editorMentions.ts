import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { MentionSource } from '../../agent/ports/mentionSource';
import { ToolError } from '../../shared/errors';
import type { FilePart } from '../../shared/messages';
import { usedEditor } from '../documents/usedEditor';

const MAX_PROBLEMS = 200;
const MAX_SYMBOL_LINES = 400;
const SYMBOL = 'symbol:';

/** What can be mentioned of the editor itself: its selection, its problems, and symbols by name. */
export const editorMentions: readonly MentionSource[] = [
  source(
    'selection',
    () => l10n.t('The selection in the editor'),
    async () => [selection()],
  ),
  source(
    'problems',
    () => l10n.t('Errors and warnings from the editor'),
    async () => [problems()],
  ),
  {
    offers: () => [{ name: SYMBOL, description: l10n.t('A class, function or variable by its name'), isOpen: true }],
    expand: async name => (name.startsWith(SYMBOL) ? [await symbol(name.slice(SYMBOL.length))] : null),
  },
];

function source(name: string, description: () => string, read: () => Promise<readonly FilePart[]>): MentionSource {
  return {
    offers: () => [{ name, description: description() }],
    expand: async given => (given === name ? read() : null),
  };
}

function selection(): FilePart {
  const editor = usedEditor();
  if (!editor || editor.selection.isEmpty) throw nothing(l10n.t('Nothing is selected.'));
  const { document, selection: range } = editor;
  const isWhole = range.end.character === 0 && range.end.line > range.start.line;
  return {
    type: 'file',
    path: vscode.workspace.asRelativePath(document.uri),
    text: document.getText(range),
    startLine: range.start.line + 1,
    endLine: range.end.line + (isWhole ? 0 : 1),
  };
}

function problems(): FilePart {
  const found = vscode.languages.getDiagnostics().flatMap(([uri, all]) =>
    all
      .filter(({ severity }) => severity <= vscode.DiagnosticSeverity.Warning)
      .map(({ range, message, severity }) => {
        const kind = severity === vscode.DiagnosticSeverity.Error ? 'error' : 'warning';
        return `${vscode.workspace.asRelativePath(uri)}:${range.start.line + 1}: ${kind}: ${message}`;
      }),
  );
  if (found.length === 0) throw nothing(l10n.t('The editor reports no problems.'));
  const more = found.length > MAX_PROBLEMS ? [`and ${found.length - MAX_PROBLEMS} more`] : [];
  const text = [...found.slice(0, MAX_PROBLEMS), ...more].join('\n');
  return { type: 'file', path: 'problems of the editor', text, source: 'problems' };
}

async function symbol(name: string): Promise<FilePart> {
  const command = 'vscode.executeWorkspaceSymbolProvider';
  const all = (await vscode.commands.executeCommand<vscode.SymbolInformation[] | undefined>(command, name)) ?? [];
  const inside = all.filter(({ location }) => vscode.workspace.getWorkspaceFolder(location.uri));
  const found = inside.find(each => each.name === name) ?? inside.find(each => each.name.startsWith(`${name}(`));
  if (!found) throw nothing(l10n.t('No language extension knows this symbol.'));
  const { uri, range } = found.location;
  const document = await vscode.workspace.openTextDocument(uri);
  const last = Math.min(range.end.line, range.start.line + MAX_SYMBOL_LINES, document.lineCount - 1);
  const text = document.getText(new vscode.Range(range.start.line, 0, last, document.lineAt(last).text.length));
  const path = vscode.workspace.asRelativePath(uri);
  return { type: 'file', path, text, startLine: range.start.line + 1, endLine: last + 1 };
}

function nothing(text: string): ToolError {
  return new ToolError('not_found', text, text);
}

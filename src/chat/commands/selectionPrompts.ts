import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Chat } from '../chat';
import { pathOf, selectedLines, selectedPart, type SelectedPart } from '../prompts/attachments';
import { showInformationMessage, showInputBox } from '../../vscode/plainWindow';
import { usedEditor } from '../../vscode/documents/usedEditor';

export interface SelectionOptions {
  readonly active: () => Chat;
  readonly isShown: (chat: Chat) => boolean;
  /** Shows a chat and sends a prompt in it about a selection. */
  readonly send: (chat: Chat, prompt: string, about: SelectedPart) => Promise<void>;
  /** Shows a chat with the caret in the message box. */
  readonly compose: (chat: Chat) => Promise<unknown>;
}

/**
 * The commands on a selection. Each acts on the active editor, or the one beside the chat, and on the whole file if
 * nothing is selected, and on the chat that is active when it begins.
 */
export function createSelectionPrompts({ active, isShown, send, compose }: SelectionOptions) {
  /** Commands that haven't sent their prompt yet. */
  const sending = new Set<string>();
  const withEditor = (name: string, use: (editor: vscode.TextEditor) => Promise<void>) => async () => {
    const editor = usedEditor();
    if (!editor) {
      void showInformationMessage(l10n.t('Open a file first.'));
      return;
    }
    // Showing the chat takes a moment, in which a second press would ask the same again.
    const key = [name, describe(editor), editor.document.version].join('\n');
    if (sending.has(key)) return;
    sending.add(key);
    await use(editor).finally(() => sending.delete(key));
  };
  const ask = async (
    editor: vscode.TextEditor,
    title: string,
    placeHolder: string,
    promptOf: (typed: string) => string,
  ) => {
    const chat = active();
    const about = selectedPart(editor);
    const typed = (await showInputBox({ title, placeHolder }))?.trim();
    if (!typed) return;
    // Left meanwhile, the chat may be closed.
    await send(isShown(chat) ? chat : active(), promptOf(typed), about);
  };
  return {
    askSelection: withEditor('ask', async editor => {
      const title = l10n.t('Ask Pollux about {0}', describe(editor));
      await ask(editor, title, l10n.t('What do you want to know?'), question => question);
    }),
    editSelection: withEditor('edit', async editor => {
      const title = l10n.t('Edit {0} with Pollux', describe(editor));
      await ask(editor, title, l10n.t('What should change?'), change => l10n.t('Edit the attached code: {0}', change));
    }),
    explainSelection: withEditor('explain', async editor => {
      const prompt = l10n.t('Explain the attached code: what it does, how, and what is not obvious about it.');
      await send(active(), prompt, selectedPart(editor));
    }),
    fixSelection: withEditor('fix', async editor => {
      const prompt = [l10n.t('Find and fix what is wrong in the attached code.'), ...problemsIn(editor)].join('\n');
      await send(active(), prompt, selectedPart(editor));
    }),
    addSelection: withEditor('add', async editor => {
      const chat = active();
      chat.attachments.add(selectedPart(editor));
      await compose(chat);
    }),
  };
}

function describe({ document, selection }: vscode.TextEditor): string {
  const path = pathOf(document.uri);
  if (selection.isEmpty) return path;
  const { startLine, endLine } = selectedLines(document, selection);
  return startLine === endLine ? `${path}:${startLine}` : `${path}:${startLine}-${endLine}`;
}

/** The editor's diagnostics for the selected lines or the caret's line, or else for the whole file. */
function problemsIn({ document, selection }: vscode.TextEditor): string[] {
  const lines = new vscode.Range(selection.start.line, 0, selection.end.line, Number.MAX_SAFE_INTEGER);
  const all = vscode.languages.getDiagnostics(document.uri);
  const near = all.filter(({ range }) => range.intersection(lines) !== undefined);
  const problems = (near.length > 0 || !selection.isEmpty ? near : all)
    .slice(0, 20)
    .map(({ range, message }) => `- ${l10n.t('line {0}', range.start.line + 1)}: ${message}`);
  return problems.length === 0 ? [] : [l10n.t('The editor reports:'), ...problems];
}

/** The lightbulb: Explain for a selection, Fix where the editor reports a problem, Edit for a selection. */
export class SelectionActions implements vscode.CodeActionProvider {
  static readonly metadata: vscode.CodeActionProviderMetadata = {
    providedCodeActionKinds: [vscode.CodeActionKind.QuickFix, vscode.CodeActionKind.RefactorRewrite],
  };

  provideCodeActions(
    _document: vscode.TextDocument,
    range: vscode.Range,
    { diagnostics }: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    const { QuickFix, RefactorRewrite } = vscode.CodeActionKind;
    // No arguments: the editor drops a lightbulb's commands with arguments before they run. These use the active
    // editor.
    const action = (title: string, kind: vscode.CodeActionKind, command: string) => {
      const made = new vscode.CodeAction(title, kind);
      made.command = { title, command };
      return made;
    };
    return [
      ...(diagnostics.length > 0 ? [action(l10n.t('Fix with Pollux'), QuickFix, 'pollux.fixSelection')] : []),
      ...(range.isEmpty
        ? []
        : [
            action(l10n.t('Edit with Pollux…'), RefactorRewrite, 'pollux.editSelection'),
            action(l10n.t('Explain with Pollux'), RefactorRewrite, 'pollux.explainSelection'),
          ]),
    ];
  }
}

import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { AgentText } from '../../agent/ports/agents';
import { visiblePieces } from '../../shared/hiddenCharacters';
import { showWarningMessage } from '../plainWindow';
import { agentSentence } from './agentSentence';

/** An agent of the project that waits for the user's approval. */
export interface PendingAgent {
  /** Identifies the file and its text; changes when either does. */
  readonly key: string;
  readonly text: AgentText;
  readonly approve: () => void;
}

/** Asks the user about an agent of the project. It can be approved only once its instructions were shown. */
export async function askAboutAgent(
  { text }: PendingAgent,
  isShown: boolean,
): Promise<'approve' | 'show' | 'later' | undefined> {
  const [approve, show, later] = [l10n.t('Approve'), l10n.t('Show'), l10n.t('Not now')];
  const answer = await showWarningMessage(agentSentence(text), ...(isShown ? [approve] : []), show, later);
  if (answer === approve) return 'approve';
  return answer === show ? 'show' : answer === later ? 'later' : undefined;
}

/** Shows everything that would be approved, as read-only text. */
export class AgentPages implements vscode.Disposable, vscode.TextDocumentContentProvider {
  readonly #pages = new Map<string, string>();
  readonly #registration = vscode.workspace.registerTextDocumentContentProvider('pollux-agent', this);

  provideTextDocumentContent({ query }: vscode.Uri): string {
    return this.#pages.get(query) ?? '';
  }

  async show({ key, text: { file, text } }: PendingAgent): Promise<void> {
    const pieces = visiblePieces(`${file}\n\n${text ?? ''}`);
    this.#pages.set(key, pieces.map(piece => piece.text).join(''));
    const uri = vscode.Uri.from({ scheme: 'pollux-agent', path: `/${basename(file)}`, query: key });
    await vscode.window.showTextDocument(uri, { preview: true });
  }

  dispose(): void {
    this.#registration.dispose();
  }
}

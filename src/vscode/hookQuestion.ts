import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { PendingHook } from '../agent/ports/hooks';
import { visiblePieces } from '../shared/hiddenCharacters';
import { plainText } from '../shared/plainText';
import { showWarningMessage } from './plainWindow';

/** A notification shows no more than this, and nobody agrees to what they can't see. */
const MAX_SHOWN = 300;
const SCHEME = 'pollux-hook';

/** Puts a hook of the project to the user; one that can't be shown whole has to be looked at before it can be approved. */
export async function askAboutHook(
  hook: PendingHook,
  isShown: boolean,
): Promise<'approve' | 'show' | 'later' | undefined> {
  const env = Object.entries(hook.env).map(([name, value]) => `${name}=${value}`);
  const content = [hook.command, ...(env.length > 0 ? [`${l10n.t('with')} ${env.join(' ')}`] : [])].join(' ');
  const isWhole = content.length <= MAX_SHOWN && plainText(content) === content && !/[\n\t]/.test(content);
  const text = isWhole
    ? l10n.t('This project wants to run a command of its own at {0}: {1}', hook.event, content)
    : l10n.t('This project wants to run a command of its own at {0}, which is too long to be shown here.', hook.event);
  const [approve, show, later] = [l10n.t('Approve'), l10n.t('Show'), l10n.t('Not now')];
  const answer = await showWarningMessage(text, ...(isWhole || isShown ? [approve] : []), show, later);
  if (answer === approve) return 'approve';
  return answer === show ? 'show' : answer === later ? 'later' : undefined;
}

/** Shows all that would be agreed to, as a text that can't be changed. */
export class HookPages implements vscode.Disposable, vscode.TextDocumentContentProvider {
  readonly #pages = new Map<string, string>();
  readonly #registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);

  provideTextDocumentContent({ query }: vscode.Uri): string {
    return this.#pages.get(query) ?? '';
  }

  async show(hook: PendingHook): Promise<void> {
    this.#pages.set(hook.key, pageOf(hook));
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${l10n.t('Hook of the project')}.txt`, query: hook.key });
    await vscode.window.showTextDocument(uri, { preview: true });
  }

  dispose(): void {
    this.#registration.dispose();
  }
}

/** What is agreed to, whole; characters that would not be seen are written out. */
export function pageOf({ event, matcher, command, env, files, file, line }: PendingHook): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const block = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : ['', title, ...lines]);
  const lines = [
    `${l10n.t('Event')}: ${matcher === '' ? event : `${event} (${matcher})`}`,
    `${l10n.t('Defined in')}: ${file}:${line}`,
    ...block(l10n.t('Command'), [command]),
    ...block(l10n.t('Environment'), variables),
    ...block(l10n.t('Files of the project that it may run; when one changes, you are asked again'), files),
  ];
  return `${visiblePieces(lines.join('\n'))
    .map(piece => piece.text)
    .join('')}\n`;
}

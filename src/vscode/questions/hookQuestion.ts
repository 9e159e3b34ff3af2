import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { PendingHook } from '../../agent/ports/hooks';
import type { PendingCommand } from '../../agent/ports/toolCommands';
import { visibleText } from '../../shared/hiddenCharacters';
import { wrapLines } from '../../shared/wrapLines';
import { askToApprove, canBeShown, type Answer } from '../review/approvalQuestion';

/** Asks the user about a hook of the project; one too long to show must be opened before it can be approved. */
export async function askAboutHook(hook: PendingHook, isShown: boolean): Promise<Answer> {
  const env = Object.entries(hook.env).map(([name, value]) => `${name}=${value}`);
  const content = [hook.command, ...(env.length > 0 ? [`${l10n.t('with')} ${env.join(' ')}`] : [])].join(' ');
  const isWhole = canBeShown(content);
  const text = isWhole
    ? l10n.t('This project wants to run its own command at {0}: {1}', hook.event, content)
    : l10n.t('This project wants to run its own command at {0}. The command is too long to show here.', hook.event);
  return askToApprove(text, isWhole || isShown);
}

/** Asks the user about a command of the project's settings, in the same way. */
export async function askAboutCommand({ setting, command }: PendingCommand, isShown: boolean): Promise<Answer> {
  const isWhole = canBeShown(command);
  const text = isWhole
    ? l10n.t('This project wants to run its own command to discover tools ({0}): {1}', setting, command)
    : l10n.t(
        'This project wants to run its own command to discover tools ({0}). The command is too long to show here.',
        setting,
      );
  return askToApprove(text, isWhole || isShown);
}

/** In characters: what is visible in an editor. */
const PAGE_WIDTH = 90;

/** Shows everything that would be approved, as read-only text. */
export class HookPages implements vscode.Disposable, vscode.TextDocumentContentProvider {
  readonly #pages = new Map<string, string>();
  readonly #registration: vscode.Disposable;

  /** A scheme can have only one provider. */
  constructor(private readonly scheme: 'pollux-hook' | 'pollux-command' = 'pollux-hook') {
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  provideTextDocumentContent({ query }: vscode.Uri): string {
    return this.#pages.get(query) ?? '';
  }

  async show(pending: PendingHook | PendingCommand): Promise<void> {
    const isHook = 'event' in pending;
    this.#pages.set(pending.key, isHook ? pageOf(pending) : commandPageOf(pending));
    const title = isHook ? l10n.t('Hook of the project') : l10n.t('Command of the project');
    const uri = vscode.Uri.from({ scheme: this.scheme, path: `/${title}.txt`, query: pending.key });
    await vscode.window.showTextDocument(uri, { preview: true });
  }

  dispose(): void {
    this.#registration.dispose();
  }
}

/** Everything that is approved; invisible characters are made visible. */
export function pageOf({ event, matcher, command, env, files, file, line }: PendingHook): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return page(
    [`${l10n.t('Event')}: ${matcher === '' ? event : `${event} (${matcher})`}`, definedIn(file, line)],
    [l10n.t('Command'), [command]],
    [l10n.t('Environment'), variables],
    [l10n.t('Project files it can run. Pollux asks again when one changes.'), files],
  );
}

/** The same for a command of the settings. */
function commandPageOf({ setting, command, cwd, files, file, line }: PendingCommand): string {
  return page(
    [setting, definedIn(file, line)],
    [l10n.t('Command'), [command]],
    [l10n.t('Folder'), [cwd]],
    [l10n.t('Project files it can run. Pollux asks again when one changes.'), files],
  );
}

function definedIn(file: string, line: number | undefined): string {
  return `${l10n.t('Defined in')}: ${file}${line === undefined ? '' : `:${line}`}`;
}

function page(
  head: readonly string[],
  ...blocks: readonly (readonly [title: string, lines: readonly string[]])[]
): string {
  const shown = blocks.flatMap(([title, lines]) => (lines.length === 0 ? [] : ['', title, ...lines]));
  return `${wrapLines(visibleText([...head, ...shown].join('\n')), PAGE_WIDTH)}\n`;
}

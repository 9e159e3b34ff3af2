import { sep } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Log } from '../agent/ports/log';
import { showInformationMessage, showWarningMessage } from './plainWindow';

/** A problem in a settings file. `line` and `column` are 1-based. */
export interface SettingsNotice {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly severity: 'hint' | 'error' | 'fatal';
  readonly message: string;
}

/** The key for the unused settings that were reported last. */
const UNUSED = 'pollux.unusedSettings';

/**
 * Reports problems with settings, skills and other files: all of them in the log, and the first serious one that the
 * user can fix, with the number of the others, in a notification, once.
 */
export class SettingsNotices {
  #told = '';

  constructor(
    private readonly log: Log,
    private readonly subject: 'setting' | 'agent' | 'command' | 'skill' | 'rule' | 'extension' | 'memory' = 'setting',
    /** Survives the window. */
    private readonly memory?: vscode.Memento,
  ) {}

  /** Reports the unused settings listed in `text`; once, and again when the list changes. */
  async tellUnused(text: string | undefined): Promise<void> {
    if (text === this.memory?.get<string>(UNUSED)) return;
    await this.memory?.update(UNUSED, text);
    if (text === undefined) return;
    await showInformationMessage(l10n.t('Settings of Gemini CLI that Pollux doesn’t use: {0}.', text));
  }

  /** Resolves when the user has answered or closed the notification. */
  async tell(notices: readonly SettingsNotice[]): Promise<void> {
    const told = JSON.stringify(notices);
    if (told === this.#told) return;
    this.#told = told;
    for (const notice of notices) {
      const line = [notice.file, notice.line, notice.column].filter(each => each !== undefined).join(':');
      if (notice.severity === 'hint') this.log.info(`${line}: ${notice.message}`);
      else this.log.warn(`${line}: ${notice.message}`);
    }
    const [first, ...others] = notices.filter(({ severity, file }) => severity !== 'hint' && !isInstalled(file));
    if (!first) return;
    const file = vscode.workspace.asRelativePath(first.file);
    const place = first.line === undefined ? file : `${file}:${first.line}`;
    const open = this.subject === 'setting' ? l10n.t('Open settings file') : l10n.t('Open file');
    const texts = {
      agent: () => l10n.t('There is a problem with an agent. {0}: {1}', place, first.message),
      command: () => l10n.t('There is a problem with a command file. {0}: {1}', place, first.message),
      skill: () => l10n.t('There is a problem with a skill. {0}: {1}', place, first.message),
      extension: () => l10n.t('There is a problem with an extension. {0}: {1}', place, first.message),
      rule: () => l10n.t('There is a problem with a policy rule. {0}: {1}', place, first.message),
      memory: () => l10n.t('There is a problem with a memory file. {0}: {1}', place, first.message),
      setting: () => l10n.t('A setting of Pollux has no effect. {0}: {1}', place, first.message),
    };
    const more = others.length === 0 ? '' : ` (${l10n.t('and {0} more', others.length)})`;
    const text = `${texts[this.subject]()}${more}`;
    if ((await showWarningMessage(text, open)) === open) await openTextFile(first);
  }
}

/** Whether a file belongs to an installed extension of VS Code. */
function isInstalled(file: string): boolean {
  return vscode.extensions.all.some(({ extensionPath }) => file.startsWith(extensionPath + sep));
}

/** Shows a file, at a line if one is given. */
export async function openTextFile({
  file,
  line = 1,
  column = 1,
}: Partial<SettingsNotice> & { readonly file: string }) {
  const place = new vscode.Position(line - 1, column - 1);
  await vscode.window.showTextDocument(vscode.Uri.file(file), { selection: new vscode.Range(place, place) });
}

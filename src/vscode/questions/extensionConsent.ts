import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { visibleText } from '../../shared/hiddenCharacters';
import { plainText } from '../../shared/plainText';
import { showWarningMessage } from '../plainWindow';

/** The most lines that a dialog shows, and their length in characters: users must not agree to what they can't see. */
const MAX_LINES = 15;
const MAX_LINE = 120;

export interface ExtensionConsent {
  /** What is about to happen, in one sentence. */
  readonly title: string;
  /** Everything that the extension brings, one line each. */
  readonly lines: readonly string[];
  /** The label of the button that agrees. */
  readonly agree: string;
}

/** Asks whether an extension may bring these things; a long list must be opened first. */
export async function askForExtensionConsent({ title, lines, agree }: ExtensionConsent): Promise<boolean> {
  const isWhole =
    lines.length <= MAX_LINES &&
    lines.every(line => line.length <= MAX_LINE && plainText(line) === line && !line.includes('\n'));
  const show = l10n.t('Show All');
  const warning = l10n.t('Pollux hasn’t checked it. Only install extensions you trust.');
  for (let isShown = isWhole; ; isShown = true) {
    const listed = isWhole ? lines : [countText(lines.length)];
    const detail = [...listed, '', warning].join('\n');
    const buttons = [...(isShown ? [agree] : []), ...(isWhole ? [] : [show])];
    const answer = await showWarningMessage(title, { modal: true, detail }, ...buttons);
    if (answer !== show) return answer === agree;
    const content = [title, '', ...lines, '', warning].map(seen).join('\n');
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content }), { preview: true });
    // A dialog would cover the list.
    const go = await showWarningMessage(title, agree, l10n.t('Cancel'));
    return go === agree;
  }
}

function countText(count: number): string {
  return count === 1 ? l10n.t('It contains 1 item.') : l10n.t('It contains {0} items.', count);
}

/** Makes invisible characters visible. */
function seen(line: string): string {
  return visibleText(line);
}

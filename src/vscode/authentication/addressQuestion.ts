import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { GoogleSignInOptions } from '../../node/credentials/signInWithGoogle';
import type { WayBack } from '../../node/credentials/wayBack';
import { createInputBox, createStatusItem } from '../plainWindow';

/** Lets the user paste the address at which the browser ended up, in a box that an entry of the status bar brings back. */
export class AddressQuestion {
  readonly #input = createInputBox();

  /** `title`: names what the user signs in to. */
  constructor(
    way: WayBack,
    private readonly title = l10n.t('Sign in with Google'),
  ) {
    this.way = way;
  }

  /** May become known only when the browser is about to open. */
  set way(way: WayBack) {
    this.#input.prompt = promptOf(way);
  }

  readonly ask: GoogleSignInOptions['askAddress'] = (page, problemOf, signal) =>
    new Promise(resolve => {
      const copy = { iconPath: new vscode.ThemeIcon('link'), tooltip: l10n.t('Copy the address of the sign-in page') };
      const input = this.#input;
      input.title = this.title;
      input.ignoreFocusOut = true;
      input.buttons = [copy];
      // Other boxes, such as the command palette, close it, but the browser may still bring the answer.
      const again = this.#entry();
      const end = (text?: string) => {
        again.dispose();
        input.dispose();
        resolve(text);
      };
      input.onDidTriggerButton(() => void vscode.env.clipboard.writeText(page));
      input.onDidAccept(() => {
        const problem = problemOf(input.value);
        if (problem === undefined) end(input.value);
        else input.validationMessage = problem;
      });
      signal.addEventListener('abort', () => end(), { once: true });
      input.show();
    });

  #entry(): vscode.Disposable {
    const id = `${PASTE_COMMAND}/${randomUUID()}`;
    const command = vscode.commands.registerCommand(id, () => this.#input.show());
    const item = createStatusItem('pollux.signIn', { name: this.title, icon: 'key', command: id });
    item.show(l10n.t('Paste sign-in address…'), this.title);
    return vscode.Disposable.from(command, item);
  }
}

/** What the command of an entry in the status bar begins with; there may be several sign-ins at a time. */
export const PASTE_COMMAND = 'pollux.pasteSignInAddress';

function promptOf(way: WayBack): string {
  switch (way) {
    case 'byHand':
      return l10n.t('Continue in your browser. The last page can’t be reached: paste its address here.');
    case 'page':
      return l10n.t('Continue in your browser. If it doesn’t bring you back here, paste the address of the last page.');
    case 'direct':
    case 'forwarded':
      return l10n.t('Continue in your browser. If the last page can’t be reached, paste its address here.');
    default:
      return way satisfies never;
  }
}

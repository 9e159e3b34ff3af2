import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { GoogleSignInOptions } from '../../node/credentials/signInWithGoogle';
import type { WayBack } from '../../node/credentials/wayBack';
import { createInputBox, showInformationMessage } from '../plainWindow';

/** Lets the user paste the address at which the browser ended up. */
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
      let isOver = false;
      const end = (text?: string) => {
        isOver = true; // before the box hides
        input.dispose();
        resolve(text);
      };
      const offer = async () => {
        const open = l10n.t('Paste address…');
        const chosen = await showInformationMessage(l10n.t('{0}: continue in your browser.', this.title), open);
        if (chosen === open && !isOver) input.show();
      };
      input.onDidTriggerButton(() => void vscode.env.clipboard.writeText(page));
      input.onDidAccept(() => {
        const problem = problemOf(input.value);
        if (problem === undefined) end(input.value);
        else input.validationMessage = problem;
      });
      // Other boxes, such as the command palette, close it too; the browser may still bring the answer.
      input.onDidHide(() => isOver || void offer());
      signal.addEventListener('abort', () => end(), { once: true });
      input.show();
    });
}

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

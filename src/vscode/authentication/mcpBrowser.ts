import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Landing, LandingWish, SignInBrowser } from '../../agent/ports/mcpSignIn';
import { wayBackOf } from '../../node/credentials/wayBack';
import { landOnThisMachine } from '../../node/mcp/signInLanding';
import { AddressQuestion } from './addressQuestion';
import type { EditorCallbacks } from './editorCallbacks';
import { forward, openInBrowser } from './googleSignIn';

/**
 * The browser for a sign-in at an MCP server. It comes back to a port of this machine, which the editor forwards where this
 * host is elsewhere; an editor that is in a browser itself is come back to by its own address. Pasting works everywhere.
 */
export function createMcpBrowser(server: string, callbacks: EditorCallbacks): SignInBrowser {
  const isWeb = vscode.env.uiKind === vscode.UIKind.Web;
  return {
    land: wish => (isWeb && wish.redirect === undefined ? landInEditor(wish, callbacks) : landOnThisMachine(wish)),
    async visit(page, problemOf, signal) {
      const isRemote = vscode.env.remoteName !== undefined;
      const way = wayBackOf({ isWeb, isRemote, hasPage: isWeb });
      const question = new AddressQuestion(way, l10n.t('Sign in to “{0}”', server));
      if (way === 'forwarded' && !(await forward(page))) question.way = 'byHand';
      void openInBrowser(page);
      return question.ask(page, problemOf, signal);
    },
  };
}

async function landInEditor({ isOurs }: LandingWish, callbacks: EditorCallbacks): Promise<Landing> {
  return { redirect: await callbacks.address(), ...callbacks.wait(isOurs) };
}

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Landing, LandingWish, SignInBrowser } from '../../agent/ports/mcpSignIn';
import { wayBackOf } from '../../node/credentials/wayBack';
import { landOnThisMachine } from '../../node/mcp/signInLanding';
import { SignInError } from '../../shared/errors';
import { AddressQuestion } from './addressQuestion';
import { showErrorMessage, showWarningMessage, withProgress } from '../plainWindow';
import type { EditorCallbacks } from './editorCallbacks';
import { openAddress } from '../openAddress';
import { forward } from './googleSignIn';

/**
 * The browser for a sign-in at an MCP server. It returns to a port of this machine, which the editor forwards if this
 * host is remote; if the editor itself runs in a browser, it returns to the editor's address. Pasting the address
 * works everywhere.
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
      void openAddress(page);
      return question.ask(page, problemOf, signal);
    },
  };
}

async function landInEditor({ isOurs }: LandingWish, callbacks: EditorCallbacks): Promise<Landing> {
  return { redirect: await callbacks.address(), ...callbacks.wait(isOurs) };
}

/** The user knows it, so that no message has to say it. */
class SignInCancelled extends SignInError {
  constructor() {
    super(l10n.t('You cancelled the sign-in.'));
    this.name = 'SignInCancelled';
  }
}

/** Whether the user cancelled a sign-in. By name, because an error from another bundle has a different class. */
export function isCancelledSignIn(error: unknown): boolean {
  return error instanceof Error && error.name === 'SignInCancelled';
}

/** Shows that a sign-in is in progress, and lets the user cancel it: it rejects with `SignInCancelled` then. */
export async function signInWithProgress(
  server: string,
  signIn: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const title = l10n.t('Signing in to “{0}”…', server);
  await withProgress({ location: vscode.ProgressLocation.Notification, title, cancellable: true }, (_, token) => {
    const cancel = new AbortController();
    token.onCancellationRequested(() => cancel.abort());
    return signIn(cancel.signal).catch((error: unknown) => {
      throw cancel.signal.aborted ? new SignInCancelled() : error;
    });
  });
}

/** Tells the user that a server requires a sign-in, with a button for it. */
export async function offerSignIn(
  server: string,
  why: string,
  signIn: () => Promise<void>,
  reportBug: (error: unknown) => void,
): Promise<void> {
  const button = l10n.t('Sign in');
  const text = why === '' ? l10n.t('The MCP server “{0}” asks you to sign in.', server) : why;
  if ((await showWarningMessage(text, button)) !== button) return;
  await signIn().catch(async (error: unknown) => {
    if (isCancelledSignIn(error)) return;
    if (error instanceof SignInError) await showErrorMessage(error.message);
    else reportBug(error);
  });
}

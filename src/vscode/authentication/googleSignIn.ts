import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { GoogleCredentials, OAuthClient, OAuthEndpoints } from '../../node/credentials/credentials';
import { needClient } from '../../node/credentials/googleAccount';
import { revoke, signInWithGoogle, type GoogleSignInOptions } from '../../node/credentials/signInWithGoogle';
import { wayBackOf, type WayBack } from '../../node/credentials/wayBack';
import { SignInError } from '../../shared/errors';
import type { GoogleStore } from './googleStore';

export interface GoogleSignIn {
  /** Undefined: the person gave up. Throws `SignInError`. */
  signIn(): Promise<GoogleCredentials | undefined>;
  /** Takes the credentials away, here and at Google; without a sign-in of our own, nothing. */
  signOut(): Promise<void>;
}

export function createGoogleSignIn(
  store: GoogleStore,
  client: () => OAuthClient | undefined,
  endpoints: OAuthEndpoints,
): GoogleSignIn {
  return {
    async signIn() {
      const found = client();
      if (!found) throw new SignInError(needClient());
      const credentials = await vscode.window.withProgress(
        { location: vscode.ProgressLocation.Notification, title: l10n.t('Signing in with Google…'), cancellable: true },
        (_progress, token) => {
          const cancel = new AbortController();
          token.onCancellationRequested(() => cancel.abort());
          return signInWithGoogle({ client: found, endpoints, open, askAddress, signal: cancel.signal });
        },
      );
      if (credentials) await store.save(credentials);
      return credentials;
    },
    async signOut() {
      const credentials = await store.read();
      if (!credentials) return;
      await store.delete();
      await revoke(credentials, endpoints);
    },
  };
}

const wayBack = (): WayBack =>
  wayBackOf({ isWeb: vscode.env.uiKind === vscode.UIKind.Web, isRemote: vscode.env.remoteName !== undefined });

async function open(page: string): Promise<boolean> {
  const redirect = new URL(page).searchParams.get('redirect_uri');
  if (redirect !== null && wayBack() === 'forwarded') await forward(vscode.Uri.parse(redirect));
  return vscode.env.openExternal(vscode.Uri.parse(page));
}

/** Gives the way back the same port on the person's machine where that is free there. */
async function forward(redirect: vscode.Uri): Promise<void> {
  try {
    await vscode.env.asExternalUri(redirect);
  } catch {
    // The person is asked for the address as well, which needs no port.
  }
}

const askAddress: GoogleSignInOptions['askAddress'] = (page, problemOf, signal) =>
  new Promise(resolve => {
    const copy = { iconPath: new vscode.ThemeIcon('link'), tooltip: l10n.t('Copy the address of the sign-in page') };
    const input = vscode.window.createInputBox();
    input.title = l10n.t('Sign in with Google');
    input.prompt =
      wayBack() === 'byHand'
        ? l10n.t(
            'Go on in your browser. It ends at a page that can not be reached: paste the address of that page here.',
          )
        : l10n.t(
            'Go on in your browser. If it ends at a page that can not be reached, paste the address of that page here.',
          );
    input.ignoreFocusOut = true;
    input.buttons = [copy];
    const end = (text?: string) => {
      input.dispose();
      resolve(text);
    };
    input.onDidTriggerButton(() => void vscode.env.clipboard.writeText(page));
    input.onDidAccept(() => {
      const problem = problemOf(input.value);
      if (problem === undefined) end(input.value);
      else input.validationMessage = problem;
    });
    input.onDidHide(() => end());
    signal.addEventListener('abort', () => end(), { once: true });
    input.show();
  });

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Egress } from '../../agent/ports/egress';
import type { GoogleCredentials, OAuthClient, OAuthEndpoints } from '../../node/credentials/credentials';
import { needClient } from '../../node/credentials/googleAccount';
import { revoke, signInWithGoogle } from '../../node/credentials/signInWithGoogle';
import { isForwarded, readRedirectPage, wayBackOf, type WayBack } from '../../node/credentials/wayBack';
import { SignInError } from '../../shared/errors';
import { AddressQuestion } from './addressQuestion';
import type { EditorCallbacks } from './editorCallbacks';
import type { GoogleStore } from './googleStore';
import { withProgress } from '../plainWindow';
import { openAddress } from '../openAddress';

export interface GoogleSignIn {
  /** Undefined: the user cancelled, or signed in again, which ends this one. Throws `SignInError`. */
  signIn(): Promise<GoogleCredentials | undefined>;
  /** Deletes the credentials here and revokes them at Google; does nothing without a sign-in of our own. */
  signOut(): Promise<void>;
  /** Describes how the browser would return from Google's page; undefined without an OAuth client. */
  describeWayBack(): Promise<string | undefined>;
}

export interface GoogleSignInParts {
  readonly store: GoogleStore;
  readonly client: () => OAuthClient | undefined;
  readonly endpoints: OAuthEndpoints;
  readonly egress: Egress;
  /** The redirect page registered for the client, as set in the settings; empty: none. */
  readonly page: () => string;
  readonly callbacks: EditorCallbacks;
  /** Opens a page in the user's browser; resolves with false if that failed. */
  readonly open?: (page: string) => Promise<boolean>;
}

export function createGoogleSignIn(parts: GoogleSignInParts): GoogleSignIn {
  const { store, client, endpoints, egress } = parts;
  let running: AbortController | undefined;
  return {
    async signIn() {
      const found = client();
      if (!found) throw new SignInError(needClient());
      const page = pageOf(parts);
      running?.abort();
      const cancel = (running = new AbortController());
      const credentials = await withProgress(
        { location: vscode.ProgressLocation.Notification, title: l10n.t('Signing in with Google…'), cancellable: true },
        (_progress, token) => {
          token.onCancellationRequested(() => cancel.abort());
          const way = wayBack(page);
          const question = new AddressQuestion(way);
          return signInWithGoogle({
            client: found,
            endpoints,
            egress,
            ...(page !== undefined && { land: () => parts.callbacks.land(page) }),
            open: async address => {
              if (way === 'forwarded' && !(await forward(address))) question.way = 'byHand';
              return (parts.open ?? openAddress)(address);
            },
            askAddress: question.ask,
            signal: cancel.signal,
          });
        },
      );
      if (credentials) await store.save(credentials);
      return credentials;
    },
    async signOut() {
      const credentials = await store.read();
      if (!credentials) return;
      await store.delete();
      await revoke(credentials, endpoints, egress);
    },
    async describeWayBack() {
      if (!client()) return undefined;
      const page = pageOf(parts);
      return page === undefined ? describe(wayBack()) : `${page} → ${await parts.callbacks.address()}`;
    },
  };
}

/** The redirect page from the settings; undefined: none. Throws `SignInError` if the setting isn't a valid page. */
function pageOf({ page }: GoogleSignInParts): string | undefined {
  const text = page().trim();
  if (text === '') return undefined;
  const found = readRedirectPage(text);
  if (found !== undefined) return found;
  throw new SignInError(
    l10n.t('The setting “pollux.google.redirectUri” must be an address that starts with https://.'),
  );
}

const wayBack = (page?: string): WayBack =>
  wayBackOf({
    isWeb: vscode.env.uiKind === vscode.UIKind.Web,
    isRemote: vscode.env.remoteName !== undefined,
    hasPage: page !== undefined,
  });

function describe(way: WayBack): string {
  switch (way) {
    case 'direct':
      return l10n.t('a port of this machine');
    case 'forwarded':
      return l10n.t('a port of the remote machine, which the editor forwards');
    case 'byHand':
    case 'page':
      return l10n.t('manual: you paste the address of the last page');
    default:
      return way satisfies never;
  }
}

/**
 * Forwards the redirect's port to the same port on the user's machine; false if it isn't free there or forwarding
 * fails.
 */
export async function forward(page: string): Promise<boolean> {
  const redirect = new URL(page).searchParams.get('redirect_uri') ?? '';
  try {
    const external = await vscode.env.asExternalUri(vscode.Uri.parse(redirect));
    return isForwarded(redirect, external.toString(true));
  } catch {
    return false; // the user is asked for the address as well, which needs no port
  }
}

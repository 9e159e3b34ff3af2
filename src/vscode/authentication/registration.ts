import * as vscode from 'vscode';
import { PROVIDER, type GoogleAuthenticationProvider } from './authenticationProvider';
import type { EditorCallbacks } from './editorCallbacks';

/** Passes this extension's addresses that a browser opens to `callbacks`. */
export function registerCallbacks(callbacks: EditorCallbacks): vscode.Disposable {
  return vscode.window.registerUriHandler(callbacks);
}

/** Registers the Google account with the editor. */
export function registerAccount(provider: GoogleAuthenticationProvider): vscode.Disposable {
  return vscode.authentication.registerAuthenticationProvider(PROVIDER, 'Google (Pollux)', provider);
}

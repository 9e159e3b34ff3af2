import * as vscode from 'vscode';
import { PROVIDER, type GoogleAuthenticationProvider } from './authenticationProvider';
import type { EditorCallbacks } from './editorCallbacks';

/** Has addresses of this extension that a browser opens come to `callbacks`. */
export function registerCallbacks(callbacks: EditorCallbacks): vscode.Disposable {
  return vscode.window.registerUriHandler(callbacks);
}

/** Makes the Google account known to the editor. */
export function registerAccount(provider: GoogleAuthenticationProvider): vscode.Disposable {
  return vscode.authentication.registerAuthenticationProvider(PROVIDER, 'Google (Pollux)', provider);
}

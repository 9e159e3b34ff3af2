import * as vscode from 'vscode';

/**
 * Opens a web address outside of the editor, exactly as it is; false if the user doesn't want that. As a `Uri` the
 * editor would decode it: an encoded `&` within a parameter, such as in the address that a sign-in returns to, would
 * then end that parameter.
 */
export async function openAddress(address: string): Promise<boolean> {
  return vscode.env.openExternal(address as unknown as vscode.Uri);
}

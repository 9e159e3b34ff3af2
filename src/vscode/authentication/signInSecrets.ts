import type * as vscode from 'vscode';
import type { SignInStore } from '../../agent/ports/mcpSignIn';
import { signInName } from '../../node/mcp/signInFiles';
import { readSignIn } from '../../node/mcp/storedSignIn';

/** Sign-ins at MCP servers, in the editor's secret storage only. */
export function createSignInSecrets(secrets: vscode.SecretStorage): SignInStore {
  const keyOf = (server: string) => `pollux.mcp.${signInName(server)}`;
  const read = async (server: string) => {
    const signIn = readSignIn((await secrets.get(keyOf(server))) ?? '');
    return signIn?.server === server ? signIn : undefined;
  };
  return {
    read,
    save: async signIn => secrets.store(keyOf(signIn.server), JSON.stringify(signIn)),
    async delete(server) {
      const isThere = (await read(server)) !== undefined;
      await secrets.delete(keyOf(server));
      return isThere;
    },
  };
}

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { GoogleAuthenticationProvider } from '../../src/vscode/authentication/authenticationProvider';
import { createGoogleStore } from '../../src/vscode/authentication/googleStore';
import { memorySecrets } from './support/memorySecrets';

/** Not the extension's own, which is registered already where it runs. */
const ID = 'pollux-google-test';

describe('The Google account', () => {
  const { secrets } = memorySecrets();
  const credentials = { access_token: 'secret-access', refresh_token: 'secret-refresh', email: 'a@example.org' };
  const labels = async () => (await vscode.authentication.getAccounts(ID)).map(({ label }) => label);

  it('shows in the editor while somebody is signed in, and gives no token away', async () => {
    const store = createGoogleStore(secrets);
    const provider = new GoogleAuthenticationProvider({
      store,
      signIn: async () => {
        await store.save(credentials);
        return credentials;
      },
      signOut: () => store.delete(),
    });
    const changes: string[] = [];
    const all = [
      store,
      provider,
      provider.onDidChangeSessions(({ added, removed }) => {
        changes.push(`+${added?.length ?? 0} -${removed?.length ?? 0}`);
      }),
      vscode.authentication.registerAuthenticationProvider(ID, 'Google (test)', provider),
    ];
    assert.deepEqual(await labels(), []);
    const session = await provider.createSession();
    assert.deepEqual(await labels(), ['a@example.org']);
    assert.doesNotMatch(JSON.stringify([session, await provider.getSessions()]), /secret/);
    await store.save({ ...credentials, access_token: 'secret-renewed' });
    await provider.removeSession();
    assert.deepEqual(await labels(), []);
    assert.deepEqual(changes, ['+1 -0', '+0 -1']);
    for (const each of all) each.dispose();
  });

  it('is nobody’s where the person gives up', async () => {
    const store = createGoogleStore(secrets);
    const provider = new GoogleAuthenticationProvider({
      store,
      signIn: async () => undefined,
      signOut: async () => undefined,
    });
    await assert.rejects(provider.createSession(), vscode.CancellationError);
    assert.deepEqual(await provider.getSessions(), []);
    provider.dispose();
    store.dispose();
  });
});

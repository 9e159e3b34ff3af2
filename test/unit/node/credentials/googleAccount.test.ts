import assert from 'node:assert/strict';
import { mkdir, rm } from 'node:fs/promises';
import {
  readCredentials,
  type GoogleCredentials,
  type OAuthClient,
} from '../../../../src/node/credentials/credentials';
import { readGeminiCliCredentials } from '../../../../src/node/credentials/geminiCli';
import { GoogleAccount } from '../../../../src/node/credentials/googleAccount';
import { SignInError } from '../../../../src/shared/errors';
import { GoogleServer, refusal, SILENT } from '../../../support/gemini/googleServer';
import { Scratch } from '../../../support/scratch';
import { openEgress } from '../../../support/egress';

describe('A Google account', () => {
  let server: GoogleServer;
  beforeEach(async () => {
    server = await new GoogleServer().listen();
    server.on('/token', { access_token: 'fresh', expires_in: 3600, token_type: 'Bearer' });
  });
  afterEach(() => server.close());

  const HOUR = 3_600_000;
  const account = (stored: GoogleCredentials | undefined, client: OAuthClient | undefined = { id: 'mine' }) => {
    const saved: GoogleCredentials[] = [];
    const tokens = new GoogleAccount({
      egress: openEgress(),
      read: async () => stored,
      save: async credentials => void saved.push(credentials),
      client: () => client,
      endpoints: server.endpoints,
      now: Date.now,
    });
    return { tokens, saved };
  };
  const valid = { access_token: 'stored', refresh_token: 'r', expiry_date: Date.now() + HOUR };
  const stale = { ...valid, expiry_date: Date.now() + 1000 };

  it('gives the token that is stored as long as it is good', async () => {
    assert.equal(await account(valid).tokens.get(), 'stored');
    assert.equal(server.requests.length, 0);
  });

  it('refreshes one that expires or was refused, once for all who ask, and keeps what it got', async () => {
    const { tokens, saved } = account(stale);
    assert.deepEqual(await Promise.all([tokens.get(), tokens.get(), tokens.get()]), ['fresh', 'fresh', 'fresh']);
    assert.equal(await tokens.get(), 'fresh');
    const { grant_type, refresh_token, client_id } = server.to('/token')[0]!.body;
    assert.deepEqual([grant_type, refresh_token, client_id], ['refresh_token', 'r', 'mine']);
    assert.equal(server.to('/token').length, 1);
    assert.deepEqual([saved.length, saved[0]?.access_token, saved[0]?.refresh_token], [1, 'fresh', 'r']);
    assert.equal(await account(valid).tokens.get('stored'), 'fresh');
  });

  it('does not wait for a refresh that the service does not answer, when asked again later', async () => {
    let now = Date.now();
    const tokens = new GoogleAccount({
      egress: openEgress(),
      read: async () => stale,
      client: () => ({ id: 'mine' }),
      endpoints: server.endpoints,
      now: () => now,
    });
    server.on('/token', () => SILENT, { access_token: 'fresh', expires_in: 3600, token_type: 'Bearer' });
    const first = tokens.get().catch((error: unknown) => error);
    while (server.to('/token').length === 0) await new Promise(setImmediate);
    now += 10_000;
    assert.equal(await tokens.get(), 'fresh');
    await server.close();
    assert.ok((await first) instanceof Error);
    await server.listen();
  });

  it('says what to do where nobody is signed in, the sign-in has ended or no client is set', async () => {
    const message = (stored?: GoogleCredentials, client?: OAuthClient) =>
      new GoogleAccount({
        egress: openEgress(),
        read: async () => stored,
        client: () => client,
        endpoints: server.endpoints,
        now: Date.now,
      })
        .get()
        .then(
          () => '',
          (error: unknown) => (error instanceof SignInError ? error.message : 'other'),
        );
    assert.match(await message(), /You’re not signed in/);
    assert.match(await message(stale), /your own OAuth client/);
    server.on('/token', () => ({ status: 400, body: { error: 'invalid_grant' } }));
    assert.match(await message(stale, { id: 'mine' }), /expired/);
    assert.match(await message({ access_token: 'a', expiry_date: 1 }, { id: 'mine' }), /expired/);
  });

  it('leaves what may pass to whoever tries again', async () => {
    server.on('/token', refusal(404));
    await assert.rejects(account(stale).tokens.get(), error => !(error instanceof SignInError));
  });

  it('of Gemini CLI is read from its files, whatever is in them', async () => {
    const home = await Scratch.make();
    const warnings: string[] = [];
    const read = () => readGeminiCliCredentials(home.path, message => void warnings.push(message));
    assert.equal(await read(), undefined);
    const file = { ...valid, scope: 's', token_type: 'Bearer', id_token: 'i' };
    await home.put('.gemini/oauth_creds.json', JSON.stringify(file));
    assert.deepEqual(await read(), valid);
    await home.put('.gemini/google_accounts.json', JSON.stringify({ active: 'a@example.org', old: [] }));
    assert.equal((await read())?.email, 'a@example.org');
    for (const nobody of ['', '{}', '{"active":null,"old":["b@example.org"]}']) {
      await home.put('.gemini/google_accounts.json', nobody);
      assert.deepEqual(await read(), valid);
    }
    assert.equal(warnings.length, 0);
    for (const damaged of ['{"act', '[]', 'null']) {
      await home.put('.gemini/google_accounts.json', damaged);
      assert.deepEqual(await read(), valid);
      assert.match(warnings.pop() ?? '', /\.gemini\/google_accounts\.json .*is corrupt.*sign in with Gemini CLI again/);
      assert.equal((await home.bytes('.gemini/google_accounts.json'))?.toString(), damaged);
    }
    for (const damaged of ['', '{"access_tok', 'null', '{}', '{"access_token":1}']) {
      await home.put('.gemini/oauth_creds.json', damaged);
      await assert.rejects(
        read(),
        (error: unknown) =>
          error instanceof SignInError && /\.gemini\/oauth_creds\.json is corrupt.*sign in/.test(error.message),
        damaged,
      );
      assert.equal((await home.bytes('.gemini/oauth_creds.json'))?.toString(), damaged);
    }
    await rm(home.absolute('.gemini/oauth_creds.json'));
    await mkdir(home.absolute('.gemini/oauth_creds.json'));
    await assert.rejects(read(), /oauth_creds\.json can’t be read/);
    await home.close();
    for (const nonsense of ['', '{', 'null', '[]', '{"access_token":1}', '{"refresh_token":""}']) {
      assert.equal(readCredentials(nonsense), undefined, nonsense);
    }
  });
});

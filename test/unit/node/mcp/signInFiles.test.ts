import assert from 'node:assert/strict';
import { readdir, stat } from 'node:fs/promises';
import type { StoredSignIn } from '../../../../src/agent/ports/mcpSignIn';
import { readGeminiSignIn } from '../../../../src/node/mcp/geminiSignIns';
import { createSignInFiles } from '../../../../src/node/mcp/signInFiles';
import { Scratch } from '../../../support/scratch';

const SERVER = 'https://mcp.example/mcp';
const SIGN_IN: StoredSignIn = {
  server: SERVER,
  issuer: 'https://login.example',
  client: { id: 'c' },
  tokens: { access: 'CANARY-access', refresh: 'CANARY-refresh' },
};
const FROM_GEMINI = [
  {
    serverName: 'x',
    mcpServerUrl: SERVER,
    clientId: 'g',
    tokenUrl: 'https://login.example/token',
    token: { accessToken: 'from-gemini', refreshToken: 'r', expiresAt: 5, tokenType: 'Bearer', scope: 'a' },
  },
];

describe('Sign-ins at MCP servers', () => {
  let home: Scratch;
  beforeEach(async () => (home = await Scratch.make()));
  afterEach(() => home.close());

  it('are kept for their server alone, so that nobody else reads them', async () => {
    const store = createSignInFiles(home.path);
    assert.equal(await store.read(SERVER), undefined);
    await store.save(SIGN_IN);
    assert.deepEqual(await store.read(SERVER), SIGN_IN);
    assert.equal(await store.read('https://mcp.example/other'), undefined);
    const [file = ''] = await readdir(home.absolute('.pollux/mcp'));
    assert.equal(/example|mcp/.test(file), false);
    assert.equal((await stat(home.absolute(`.pollux/mcp/${file}`))).mode & 0o777, 0o600);
    assert.equal(String(await home.bytes(`.pollux/mcp/${file}`)).includes('CANARY'), false);
    assert.equal(await store.delete(SERVER), true);
    assert.equal(await store.delete(SERVER), false);
  });

  it('are taken from Gemini CLI where there are none of our own, which is left as it is', async () => {
    const text = JSON.stringify(FROM_GEMINI);
    await home.put('.gemini/mcp-oauth-tokens.json', text);
    const store = createSignInFiles(home.path);
    const found = await store.read(SERVER);
    assert.deepEqual(
      [found?.tokens?.access, found?.tokens?.refresh, found?.client.id, found?.tokenEndpoint],
      ['from-gemini', 'r', 'g', 'https://login.example/token'],
    );
    await store.save(SIGN_IN);
    assert.equal((await store.read(SERVER))?.tokens?.access, 'CANARY-access');
    assert.equal(String(await home.bytes('.gemini/mcp-oauth-tokens.json')), text);
  });

  it('count for the very address that they are for, and damaged ones for none', () => {
    assert.equal(readGeminiSignIn(JSON.stringify(FROM_GEMINI), 'https://mcp.example/mcp2'), undefined);
    for (const text of ['', '{', 'null', '[null]', '[{}]', '{"a":1}', `[{"mcpServerUrl":"${SERVER}"}]`, '"x"', '[[]]'])
      assert.equal(readGeminiSignIn(text, SERVER), undefined, text);
  });
});

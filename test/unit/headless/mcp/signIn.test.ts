import assert from 'node:assert/strict';
import { join } from 'node:path';
import { call, text } from '../../../support/gemini/replies';
import { HeadlessPlace } from '../../../support/headlessPlace';
import { McpSignInServer } from '../../../support/mcpSignInServer';
import { runCommand } from '../../../support/polluxCommand';

const BROWSER = `${process.execPath} ${join(__dirname, '..', '..', '..', 'support', 'agreeingBrowser.mjs')}`;

describe('A sign-in at an MCP server, headless', () => {
  const at = HeadlessPlace.use();
  let mcp: McpSignInServer;
  beforeEach(async () => {
    mcp = await McpSignInServer.start();
    await at.user({ mcpServers: { web: { url: mcp.address } } });
  });
  afterEach(() => mcp.close());
  const run = (args: readonly string[], env: Record<string, string> = { BROWSER }) =>
    runCommand(args, at.with({ GEMINI_API_KEY: 'good', ...env }));

  it('is said to be needed, with the way to it', async () => {
    const listed = await run(['mcp', 'list'], {});
    assert.match(listed.out, /✗ web: http:.* \(http\) - Needs a sign-in/);
    const { code, err } = await run(['mcp', 'try', 'web'], {});
    assert.equal(code, 41);
    assert.match(err, /pollux mcp login web/);
    assert.equal(mcp.to('/register').length, 0, 'nothing was begun');
  });

  it('lasts from login to logout, and is nowhere to be read', async () => {
    const login = await run(['mcp', 'login', 'web']);
    assert.deepEqual([login.code, login.out], [0, 'Signed in to "web".\n'], login.err);
    assert.match((await run(['mcp', 'list'], {})).out, /✓ web: .* - Connected/);
    assert.match((await run(['mcp', 'try', 'web', 'hello'], {})).out, /hello from the inside/);
    const debug = await run(['mcp', 'list', '--debug'], {});
    const tokens = [...mcp.tokens.keys(), ...mcp.refreshTokens.keys()];
    for (const token of tokens) assert.equal(JSON.stringify([login, debug]).includes(token), false);
    assert.match((await run(['mcp', 'logout', 'web'], {})).out, /Signed out of "web"/);
    assert.match((await run(['mcp', 'list'], {})).out, /Needs a sign-in/);
    assert.match((await run(['mcp', 'logout', 'web'], {})).out, /You weren.t signed in/);
  }).timeout(60_000);

  it('is made during a run that may, and the model uses the server then', async () => {
    at.server.reply(call('mcp_web_hello', {}));
    at.server.reply(text('It said hello.'));
    const { code, out, err } = await run(['-p', 'Say hello', '-y', '--trust', '--mcp-login']);
    assert.deepEqual([code, out], [0, 'It said hello.\n'], err);
    assert.match(JSON.stringify(at.server.requests.at(-1)), /hello from the inside/);
    const all = mcp.requests.map(({ headers, body }) => JSON.stringify(headers) + body).join();
    assert.equal(all.includes('good'), false, 'the key of the model goes to no server');
  });

  it('is given up where the server always wants more', async () => {
    mcp.rules = { isInsatiable: true };
    at.server.reply(text('Hi.'));
    const { code, err } = await run(['-p', 'Hi', '--trust', '--mcp-login']);
    assert.equal(code, 0);
    assert.match(err, /rejected the new sign-in/);
    const count = mcp.to('/authorize').length;
    assert.ok(count > 0 && count <= 3, `${count} times`);
  });

  it('is not made during one that may not', async () => {
    at.server.reply(text('Hi.'));
    const { code, err } = await run(['-p', 'Hi', '--trust']);
    assert.equal(code, 0);
    assert.match(err, /asks you to sign in/);
    assert.equal(mcp.to('/authorize').length, 0);
  });
});

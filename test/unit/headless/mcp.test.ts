import assert from 'node:assert/strict';
import { basename, join } from 'node:path';
import { HeadlessPlace } from '../../support/headlessPlace';
import { call, text } from '../../support/gemini/replies';
import { chaosRow, HttpServerProcess, stdioRow } from '../../support/mcp/mcpPlace';
import { runCommand } from '../../support/polluxCommand';

/** Says what a process has loaded. */
const LOADED = join(__dirname, '..', '..', 'support', 'loadedFiles.cjs');

describe('MCP servers, headless', () => {
  const place = HeadlessPlace.use();
  const server = new HttpServerProcess();
  afterEach(() => server.stop());

  /** What the model was sent in its last request. */
  const sent = () => JSON.stringify(place.server.requests.at(-1)?.body);
  const declared = () => {
    const names: string[] = [];
    JSON.stringify(place.server.requests[0]?.body, (key, value: unknown) => {
      if (key === 'name' && typeof value === 'string' && value.startsWith('mcp_')) names.push(value);
      return value;
    });
    return names;
  };

  it('are started for a prompt, and their tools called as rules allow', async () => {
    await place.user({ mcpServers: { notes: { ...stdioRow(), trust: true } } });
    place.server.reply(call('mcp_notes_echo', { text: 'hello' })).reply(text('done'));
    const { out, err, code } = await runCommand(['-p', 'go', '--trust'], place.with());
    assert.deepEqual([out.trim(), err, code], ['done', '', 0]);
    assert.ok(declared().includes('mcp_notes_echo'));
    assert.match(sent(), /untrusted_server_output.*You said: hello/);
  });

  it('have nothing loaded that knows them where there are none', async () => {
    const files = async () => {
      place.server.reply(text('done'));
      const loaded = place.scratch.absolute('loaded.json');
      const hook = { NODE_OPTIONS: `--require ${JSON.stringify(LOADED)}`, LOADED_FILES: loaded };
      const { code, err } = await runCommand(['-p', 'go', '--trust'], place.with({ GEMINI_API_KEY: 'good', ...hook }));
      assert.deepEqual([code, err], [0, '']);
      const paths = JSON.parse(String(await place.scratch.bytes('loaded.json'))) as string[];
      return paths.map(path => basename(path));
    };
    assert.equal((await files()).includes('mcp.js'), false);
    await place.user({ mcpServers: { notes: stdioRow() } });
    assert.equal((await files()).includes('mcp.js'), true);
  }).timeout(60_000);

  it('are reached over HTTP, and by their former names', async () => {
    const url = await server.start('http');
    await place.user({ mcpServers: { web: { url: `${url}/mcp`, trust: true } } });
    place.server.reply(call('web__add', { a: 2, b: 3 })).reply(text('done'));
    const { out, code } = await runCommand(['-p', 'go', '--trust'], place.with());
    assert.deepEqual([out.trim(), code], ['done', 0]);
    assert.match(sent(), /untrusted_server_output.*\\n5\\n/);
  });

  it('have nothing called that nobody could be asked about', async () => {
    await place.user({ mcpServers: { notes: stdioRow() } });
    place.server.reply(call('mcp_notes_echo', { text: 'hello' })).reply(text('done'));
    await runCommand(['-p', 'go', '--trust'], place.with());
    assert.doesNotMatch(sent(), /You said/);
    assert.match(sent(), /needs approval|a tool of a server/);
  });

  it('may be used as far as --allowed-mcp-server-names goes', async () => {
    await place.user({ mcpServers: { notes: stdioRow(), other: stdioRow() } });
    place.server.reply(call('mcp_notes_echo', { text: 'hello' })).reply(text('done'));
    await runCommand(['-p', 'go', '--allowed-mcp-server-names', 'notes', '--trust'], place.with());
    assert.match(sent(), /You said: hello/);
    assert.ok(declared().every(name => name.startsWith('mcp_notes_')));
  });

  it('of a folder are not started before somebody has approved them, which is said', async () => {
    await place.workspace({ mcpServers: { theirs: { ...stdioRow(), trust: true } } });
    place.server.reply(text('done'));
    const { err } = await runCommand(['-p', 'go', '--trust'], place.with());
    assert.match(err, /The MCP server "theirs" of .*settings\.json isn't started: you haven't approved it/);
    assert.deepEqual(declared(), []);
  });

  it('that can’t be started are said, and leave the others', async () => {
    await place.user({ mcpServers: { gone: { command: 'no-such-program' }, notes: stdioRow() } });
    place.server.reply(text('done'));
    const { err, code } = await runCommand(['-p', 'go', '--trust'], place.with());
    assert.match(err, /^pollux: The MCP server “gone” can’t be used: [^\n]*no-such-program/m);
    assert.equal(code, 0);
    assert.ok(declared().includes('mcp_notes_add'));
  });

  it('of a folder are approved by a command that shows exactly what is started', async () => {
    await place.workspace({ mcpServers: { theirs: stdioRow('--flag') } });
    const refused = await runCommand(['mcp', 'approve', 'theirs', '--trust'], place.with());
    assert.equal(refused.code, 42);
    assert.match(refused.err, /"args": \[\s*"[^"]*sdkServer\.mjs",\s*"--flag"\s*\]/);
    assert.match(refused.err, /no terminal to ask in: use --yes/);
    const untrusted = await runCommand(['mcp', 'approve', 'theirs', '--yes'], place.with());
    assert.match(untrusted.err, /isn't trusted, so its own servers are ignored. Use --trust/);
    const approved = await runCommand(['mcp', 'approve', 'theirs', '--yes', '--trust'], place.with());
    assert.deepEqual([approved.code, approved.out], [0, 'The MCP server "theirs" is approved.\n'], approved.err);
    place.server.reply(text('done'));
    const { err } = await runCommand(['-p', 'go', '--trust'], place.with());
    assert.equal(err, '');
    assert.ok(declared().includes('mcp_theirs_echo'));
    await place.workspace({ mcpServers: { theirs: stdioRow('--other') } });
    const changed = await runCommand(['mcp', 'approve', 'theirs', '--trust'], place.with());
    assert.match(changed.err, /Before:[^]*--flag[^]*Now:[^]*--other/);
  }).timeout(60_000);

  it('have changed tools used again once they are approved by that command', async () => {
    await place.user({ mcpServers: { notes: chaosRow('changing') } });
    const describe = (words: string) => place.scratch.put('home/work/description.txt', words);
    const approve = () => runCommand(['mcp', 'approve', 'notes', '--yes', '--trust'], place.with());
    await describe('Adds a note');
    assert.equal((await approve()).out, 'Nothing of "notes" needs your approval.\n');
    await describe('Adds a note and mails it');
    place.server.reply(text('done'));
    const { err } = await runCommand(['-p', 'go', '--trust'], place.with());
    assert.match(err, /The tool "go" of the MCP server "notes" isn't used[^]*pollux mcp approve notes/);
    assert.deepEqual(declared(), []);
    const { out, err: shown } = await approve();
    assert.equal(out, 'The tool "go" of "notes" is approved.\n');
    assert.match(shown, /Before:[^]*"Adds a note"[^]*Now:[^]*"Adds a note and mails it"/);
    assert.equal((await approve()).out, 'Nothing of "notes" needs your approval.\n');
  }).timeout(60_000);

  it('have prompts that are commands and resources that are mentioned', async () => {
    await place.user({ mcpServers: { notes: stdioRow() } });
    place.server.reply(text('done'));
    const { code, err } = await runCommand(['-p', '/notes:review --file="a b.ts" speed', '--trust'], place.with());
    assert.deepEqual([code, err], [0, '']);
    assert.match(sent(), /Review a b\.ts for speed\./);
    place.server.reply(text('done'));
    await runCommand(['-p', 'What is in @notes:memo://today today?', '--trust'], place.with());
    assert.match(sent(), /Buy milk\./);
    const unknown = await runCommand(['-p', '/notes:revue'], place.with());
    assert.deepEqual([unknown.code, unknown.out], [42, '']);
    const missing = await runCommand(['-p', '/notes:review', '--trust'], place.with());
    assert.equal(missing.code, 42);
    assert.match(missing.err, /--file="…"/);
  }).timeout(60_000);

  it('get the inputs of .vscode/mcp.json from the environment', async () => {
    const env = { SECRET_OF_TEST: '${input:api-key}' };
    const inputs = [{ id: 'api-key', type: 'promptString', password: true }];
    await place.scratch.put(
      'home/work/.vscode/mcp.json',
      JSON.stringify({ inputs, servers: { notes: { ...stdioRow(), env } } }),
    );
    await runCommand(['mcp', 'approve', 'notes', '--yes', '--trust'], place.with());
    const tell = (more: Record<string, string>) =>
      runCommand(['mcp', 'try', 'notes', 'environment', '--trust'], place.with({ GEMINI_API_KEY: 'good', ...more }));
    assert.match((await tell({})).err, /needs \$\{input:api-key\}, which isn’t set/);
    assert.match((await tell({ POLLUX_MCP_INPUT_API_KEY: 'of the user' })).out, /"SECRET_OF_TEST":"of the user"/);
  });

  it('are missed aloud where a file for them has none', async () => {
    await place.scratch.put('home/work/.mcp.json/notes.txt', 'A directory.');
    await place.scratch.put('home/work/.vscode/mcp.json', '{ servers: {} }');
    const { err, code } = await runCommand(['-p', 'go', '--trust'], place.with());
    assert.match(err, /work\/\.mcp\.json: It can't be read.*\n.*\.vscode\/mcp\.json:1: This isn't valid JSON/);
    assert.equal(code, 0);
  });

  it('say why they can’t be used: the folder isn’t trusted, or the settings block them', async () => {
    await place.user({ mcpServers: { notes: stdioRow() }, mcp: { excluded: ['notes'] } });
    const tell = async (...flags: readonly string[]) =>
      (await runCommand(['mcp', 'try', 'notes', ...flags], place.with())).err;
    assert.match(await tell(), /isn’t trusted.*Use --trust/);
    assert.match(await tell('--trust'), /see `mcp\.allowed` and `mcp\.excluded`/);
    assert.match((await runCommand(['mcp', 'list'], place.with())).out, /Blocked \(.*isn’t trusted/);
  });

  it('have their forms declined, unless defaults may answer them', async () => {
    await place.user({ mcpServers: { notes: stdioRow() } });
    const ask = (...flags: readonly string[]) =>
      runCommand(['mcp', 'try', 'notes', 'ask', '--trust', ...flags], place.with());
    assert.match((await ask()).out, /"action":"decline"/);
    assert.match((await ask('--mcp-accept-defaults')).out, /"action":"accept","content":\{"colour":"red"\}/);
  });
}).timeout(60_000);

import assert from 'node:assert/strict';
import { HeadlessPlace } from '../../support/headlessPlace';
import { call, text } from '../../support/gemini/replies';
import { HttpServerProcess, stdioRow } from '../../support/mcp/mcpPlace';
import { runCommand } from '../../support/polluxCommand';

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
    assert.match(err, /The MCP server "theirs" of .*settings\.json is not started: you have not approved it/);
    assert.deepEqual(declared(), []);
  });

  it('that can’t be started are said, and leave the others', async () => {
    await place.user({ mcpServers: { gone: { command: 'no-such-program' }, notes: stdioRow() } });
    place.server.reply(text('done'));
    const { err, code } = await runCommand(['-p', 'go', '--trust'], place.with());
    assert.match(err, /The MCP server "gone" is not used: .*no-such-program/);
    assert.equal(code, 0);
    assert.ok(declared().includes('mcp_notes_add'));
  });
});

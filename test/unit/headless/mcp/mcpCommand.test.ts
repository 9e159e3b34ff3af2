import assert from 'node:assert/strict';
import { HeadlessPlace } from '../../../support/headlessPlace';
import { runCommand } from '../../../support/polluxCommand';

describe('pollux mcp', () => {
  const at = HeadlessPlace.use();
  const run = (...args: string[]) => runCommand(['mcp', ...args], at.with());
  const settings = async (path: string) => String(await at.scratch.bytes(path));

  it('says what it can do, and what it can not', async () => {
    for (const args of [[], ['--help'], ['list', '--help'], ['add', '--help']]) {
      const { code, out } = await run(...args);
      assert.equal(code, 0);
      assert.match(out, /^Usage: pollux mcp COMMAND/);
    }
    for (const args of [
      ['panel'],
      ['add'],
      ['add', 'x'],
      ['remove'],
      ['remove', '-s', 'all', 'x'],
      ['enable', 'a', 'b'],
      ['enable', 'missing'],
      ['disable', 'missing'],
      ['login', 'missing'],
      ['logout', 'missing'],
      ['try', 'missing'],
      ['list', 'more'],
      ['serve', '--nonsense'],
      ['serve', 'prompt'],
    ]) {
      const { code, out, err } = await run(...args);
      assert.deepEqual([code, out], [42, ''], args.join(' '));
      assert.match(err, /^pollux: (?!Error)/);
    }
  });

  it('names a server that can not be used, with its line', async () => {
    await at.user({ mcpServers: { socket: { tcp: 'ws://localhost:1' } } });
    const { code, out, err } = await run('list');
    assert.deepEqual([code, out], [0, 'No MCP servers configured.\n']);
    assert.match(err, /^pollux: .*settings\.json:1: "mcpServers\.socket\.tcp" is a transport .*: use "url"\.$/m);
  });

  it('says once which server can not be used, and why', async () => {
    await at.user({ mcpServers: { fs: { command: 'no-such-program' } } });
    const { code, err } = await run('try', 'fs', '--trust');
    assert.equal(code, 1);
    assert.equal(err, 'pollux: The MCP server “fs” can’t be used: There is no program “no-such-program”.\n');
  });

  it('adds and removes servers of the folder and of the user, as Gemini CLI writes them', async () => {
    const added = await run('add', 'fs', 'npx', '-y', 'server', '/tmp');
    assert.deepEqual([added.code, added.out], [0, 'MCP server "fs" added to project settings. (stdio)\n']);
    assert.deepEqual(JSON.parse(await settings('home/work/.gemini/settings.json')), {
      mcpServers: { fs: { command: 'npx', args: ['-y', 'server', '/tmp'] } },
    });
    await run('add', '-s', 'user', '-t', 'http', 'web', 'https://mcp.example/mcp', '-H', 'X-Key: $KEY');
    assert.deepEqual(JSON.parse(await settings('home/.gemini/settings.json')), {
      mcpServers: { web: { url: 'https://mcp.example/mcp', type: 'http', headers: { 'X-Key': '$KEY' } } },
    });
    assert.match((await run('add', 'fs', 'other')).out, /updated in project settings/);
    assert.match((await run('remove', 'fs')).out, /removed from project settings/);
    const missing = await run('remove', 'fs');
    assert.deepEqual([missing.code, missing.out], [1, '']);
    assert.match(missing.err, /no MCP server "fs" in the project settings\.$/m);
    assert.match(
      (await run('remove', 'web')).err,
      /in the project settings\. It is in the user settings: use --scope user/,
    );
  });

  it('leaves comments and everything else as it is, and what is no JSON altogether', async () => {
    await at.scratch.put(
      'home/.gemini/settings.json',
      '{\n  // mine\n  "model": { "name": "x" }, // so\n  "mcpServers": {\n    "a": { "command": "a" } // first\n  }\n}\n',
    );
    await run('add', '-s', 'user', 'b', 'run');
    const text = await settings('home/.gemini/settings.json');
    assert.match(text, /\/\/ mine/);
    assert.match(text, /\/\/ so/);
    assert.match(text, /\/\/ first/);
    assert.match(text, /"b": \{/);
    await at.scratch.put('home/.gemini/settings.json', '{ broken');
    const { code, err } = await run('add', '-s', 'user', 'c', 'run');
    assert.equal(code, 52);
    assert.match(err, /couldn't be changed/);
    assert.equal(await settings('home/.gemini/settings.json'), '{ broken');
  });

  it('takes a name that looks like part of the language for a name', async () => {
    for (const name of ['__proto__', 'constructor', 'a.b', '1']) {
      assert.equal((await run('add', name, 'run')).code, 0, name);
      assert.equal((await run('remove', name)).code, 0, name);
    }
  });

  it('writes no settings of a folder that is the home', async () => {
    const { code, err } = await runCommand(['mcp', 'add', 'x', 'y'], {
      ...at.with(),
      cwd: at.scratch.absolute('home'),
    });
    assert.equal(code, 42);
    assert.match(err, /--scope user/);
  });

  it('switches servers off and on where Gemini CLI looks for it', async () => {
    await at.user({ mcpServers: { fs: { command: 'run' } } });
    assert.match((await run('disable', 'FS')).out, /is disabled/);
    const file = 'home/.gemini/mcp-server-enablement.json';
    assert.deepEqual(JSON.parse(await settings(file)), { fs: { enabled: false } });
    assert.match((await run('enable', 'fs')).out, /is enabled/);
    assert.deepEqual(JSON.parse(await settings(file)), {});
    assert.match((await run('disable', 'sf')).err, /no MCP server "sf"\. Available: fs/);
    assert.deepEqual(JSON.parse(await settings(file)), {});
    // One that was removed in the meantime.
    await run('disable', 'fs');
    await at.user({});
    assert.match((await run('enable', 'fs')).out, /is enabled/);
  });
});

import assert from 'node:assert/strict';
import { mergeSettings } from '../../../../src/config/mergeSettings';
import { parseSettings } from '../../../../src/config/settingsText';
import { isBlocked, mcpSettingsOf } from '../../../../src/mcp/config/mcpSettings';
import { namesServers } from '../../../../src/mcp/config/namesServers';
import { readServerFiles } from '../../../../src/mcp/config/serverFiles';
import { configOf, fakeServers } from '../../../support/fakeMcp';

describe('An administrator’s list of MCP servers', () => {
  const settingsBy = (config: unknown) => {
    const text = JSON.stringify({ admin: { mcp: { config } } });
    const { settings, problems } = mergeSettings([parseSettings({ scope: 'system', file: 'system', text })], {});
    return { settings: mcpSettingsOf(settings), problems };
  };
  const isOff = (name: string, row: unknown, config: unknown) =>
    isBlocked(configOf(name, row), settingsBy(config).settings);
  const http = (url: string) => ({ type: 'http', url });

  it('leaves out the others', () => {
    const listed = { tracker: { url: 'https://tracker.example/mcp' }, local: {} };
    assert.deepEqual(
      [
        isOff('tracker', http('https://tracker.example/mcp'), listed),
        isOff('tracker', http('https://evil.example/mcp'), listed),
        isOff('tracker', { command: 'evil' }, listed),
        isOff('local', { command: 'server' }, listed),
        isOff('other', { command: 'server' }, listed),
      ],
      [false, true, true, false, true],
    );
  });

  it('leaves a server no more tools and trust than its row says', () => {
    const user = { mcpServers: { a: { url: 'https://a.example', trust: true, includeTools: ['x', 'y'] } } };
    const read = (scope: 'user' | 'system' | 'controls', row: object) => {
      const text = JSON.stringify({ admin: { mcp: { config: { a: row } } } });
      const { servers } = readServerFiles([
        { scope: 'user', format: 'settings', file: 'user', text: JSON.stringify(user) },
        { scope, format: 'settings', file: 'list', text },
      ]);
      const [{ isTrusted, includeTools, excludeTools } = assert.fail()] = servers;
      return { isTrusted, includeTools, excludeTools };
    };
    const [own, row] = [{ isTrusted: true, includeTools: ['x', 'y'], excludeTools: [] }, { excludeTools: ['z'] }];
    assert.deepEqual(read('user', { trust: false, includeTools: ['x'] }), own);
    assert.deepEqual(read('system', {}), own);
    assert.deepEqual(read('system', { trust: false, ...row }), { ...own, isTrusted: false, ...row });
    assert.deepEqual(read('controls', row), { ...own, isTrusted: false, ...row });
    assert.deepEqual(read('controls', { trust: true, includeTools: ['y', 'z'] }), { ...own, includeTools: ['y'] });
  });

  it('is none where it is empty, and closes all where it is no list', () => {
    assert.equal(isOff('any', { command: 'server' }, {}), false);
    assert.deepEqual(
      settingsBy(7).problems.map(({ severity }) => severity),
      ['fatal'],
    );
  });
});

describe('An MCP server that an administrator requires', () => {
  const system = '/etc/gemini-cli/settings.json';
  const url = 'https://tracker.example/mcp';
  const required = (rows: object) => JSON.stringify({ admin: { mcp: { requiredConfig: rows } } });
  const read = (rows: object, user: object = {}) =>
    readServerFiles([
      { scope: 'user', format: 'settings', file: '/home/.gemini/settings.json', text: JSON.stringify(user) },
      { scope: 'system', format: 'settings', file: system, text: required(rows) },
    ]);

  it('is there, trusted unless it says otherwise, before what the user has under its name', () => {
    const user = { mcpServers: { tracker: { command: 'mine' } } };
    const { servers, problems } = read({ tracker: { url, type: 'http' }, notes: { url, trust: false } }, user);
    assert.deepEqual(
      servers.map(({ name, transport, isTrusted, isRequired }) => [name, transport.kind, isTrusted, isRequired]),
      [
        ['tracker', 'http', true, true],
        ['notes', 'auto', false, true],
      ],
    );
    assert.match(problems[0]?.message ?? '', /MCP server "tracker" in \/etc\/gemini-cli\/settings\.json already/);
  });

  it('is none in anybody else’s settings', () => {
    const text = required({ tracker: { url } });
    const file = { format: 'settings', file: 'settings.json', text } as const;
    for (const scope of ['systemDefaults', 'user', 'workspace'] as const)
      assert.deepEqual(readServerFiles([{ ...file, scope }]).servers, []);
    assert.equal(readServerFiles([{ ...file, scope: 'controls' }]).servers[0]?.isRequired, true);
    assert.equal(namesServers([file]), true, 'it is looked for where there is no other');
  });

  it('is none where it is a program, and says so with its line', () => {
    const { servers, problems } = read({ tracker: { command: 'node' } });
    assert.deepEqual(servers, []);
    const message = '"admin.mcp.requiredConfig.tracker" must have a "url".';
    assert.deepEqual(problems, [{ file: system, line: 1, severity: 'error', message }]);
  });

  it('stands whatever lists the user has, and is off only where all are', () => {
    const [config] = read({ tracker: { url } }).servers;
    assert.ok(config);
    const lists = { isEnabled: true, allowed: ['other'], excluded: ['tracker'], listed: ['other'], serverCommand: '' };
    assert.equal(isBlocked(config, lists), false);
    assert.equal(isBlocked(config, { ...lists, isEnabled: false }), true);
  });

  it('is not switched off, neither now nor before', async () => {
    const configs = read({ tracker: { url } }).servers;
    const off = { configs: async () => configs, isDisabled: () => true };
    const { registry } = fakeServers({ tracker: {} }, off);
    await registry.connectAll();
    assert.equal(registry.get('tracker')?.state, 'connected');
    await assert.rejects(
      registry.setEnabled('tracker', false),
      /Your administrator requires the MCP server “tracker”\./,
    );
    assert.equal(registry.get('tracker')?.state, 'connected');
  });
});

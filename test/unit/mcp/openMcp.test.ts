import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { editorServer } from '../../../src/mcp/editorServer';
import { openMcp } from '../../../src/mcp/openMcp';
import { createSignInParts } from '../../../src/node/mcp/signInParts';
import { confinedServerProcess } from '../../../src/node/process/serverProcess';
import { openEgress } from '../../support/egress';
import { configOf } from '../../support/fakeMcp';
import { silentLog } from '../../support/idlePorts';
import { stdioRow } from '../../support/mcp/mcpPlace';

describe('VS Code’s own MCP servers', () => {
  it('are used as soon as Pollux has none of the same name any more', async () => {
    let own = [configOf('notes', stdioRow())];
    const nothing = () => undefined;
    const stored = new Map<string, unknown>();
    const tool = { name: 'mcp_notes_add', description: 'Adds', inputSchema: { type: 'object' } };
    const mcp = openMcp({
      files: async () => [],
      others: async () => [editorServer, ...own],
      editorTools: { list: () => [tool], invoke: async () => [] },
      settings: () => ({ isEnabled: true, allowed: [], excluded: [], listed: [], serverCommand: '' }),
      isTrusted: () => true,
      environment: () => ({}),
      home: tmpdir(),
      folder: tmpdir,
      pathOf: path => path,
      openProcess: confinedServerProcess(async () => undefined),
      egress: openEgress(),
      via: fetch,
      client: { name: 'pollux', version: '0' },
      kept: { get: name => stored.get(name), set: (name, value) => stored.set(name, value) },
      digest: text => text,
      requests: { roots: () => [] },
      signIns: {
        ...createSignInParts(openEgress()),
        store: { read: async () => undefined, save: async () => undefined, delete: async () => false },
      },
      enablement: { isDisabled: () => false, set: async () => undefined },
      onPending: nothing,
      onChangedTool: nothing,
      onUnusedTool: nothing,
      onProblems: nothing,
      onFailure: nothing,
      wait: () => new Promise(resolve => setImmediate(resolve)),
      now: Date.now,
      log: silentLog,
    });
    const editors = () => mcp.servers.get('vscode')?.offer.tools.map(({ name }) => name);
    try {
      await mcp.servers.load();
      await Promise.all(mcp.servers.all.map(server => server.start()));
      assert.deepEqual(editors(), []);
      const isThere = new Promise<void>(resolve => mcp.servers.onChange(() => editors()?.length && resolve()));
      own = [];
      await mcp.servers.load();
      await isThere;
      assert.deepEqual(editors(), ['mcp_notes_add']);
    } finally {
      await mcp.servers.close();
    }
  });
});

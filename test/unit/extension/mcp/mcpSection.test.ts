import assert from 'node:assert/strict';
import { mcpEntries } from '../../../../src/extension/mcp/mcpSection';
import type { WindowMcp } from '../../../../src/extension/mcp/windowMcp';
import { mcpControl } from '../../../../src/extension/slash/mcpControl';
import { McpFailure, type ServerTool } from '../../../../src/mcp/connection/mcpConnection';
import { EDITOR_SERVER, editorServer } from '../../../../src/mcp/editorServer';
import { configOf, fakeServers } from '../../../support/fakeMcp';

describe('The rows of MCP servers', () => {
  const [on, off, changed, excluded] = ['search', 'delete', 'send', 'drop'].map(name => ({
    name,
    inputSchema: { type: 'object' },
  }));

  const listed = async () => {
    const { registry } = fakeServers(
      { notes: { tools: [on!, off!, changed!, excluded!] }, web: {} },
      {
        configs: async () => [
          configOf('notes', { command: 'notes', excludeTools: ['drop'] }),
          configOf('web', { httpUrl: 'https://a.example/mcp' }),
        ],
      },
    );
    await registry.connectAll();
    const change = { server: 'notes', tool: 'send', before: '', after: '', key: '', approve: () => undefined };
    return {
      servers: registry,
      pins: { changed: [change, { ...change, server: 'web', tool: 'search' }] },
      isToolEnabled: (_server: string, tool: string) => tool !== 'delete',
    };
  };
  const rows = async () => mcpEntries(await listed());

  it('say which tools are not used, and why', async () => {
    const [notes, web] = await rows();
    assert.deepEqual(
      [notes?.description, web?.description],
      ['connected, 1 changed tool waits for your approval', 'connected'],
    );
    const tools = (await notes?.children?.()) ?? [];
    assert.deepEqual(
      tools.map(({ label, description, contextValue }) => [label, description, contextValue]),
      [
        ['search', '', 'mcpTool.on'],
        ['delete', 'off', 'mcpTool.off'],
        ['send', 'changed, waits for your approval', 'mcpTool.changed'],
        ['drop', 'excluded by the settings', 'mcpTool.excluded'],
      ],
    );
    const [said] = await mcpControl((await listed()) as unknown as WindowMcp).servers();
    assert.deepEqual(
      said?.tools.map(({ unused }) => unused),
      [undefined, 'off', 'changed, waits for your approval', 'excluded by the settings'],
    );
  });

  it('tell a lost connection, which is retried, from a server that wasn’t needed yet', async () => {
    const configs = async () => [configOf('web', { httpUrl: 'https://a.example/mcp' })];
    const { registry, opened } = fakeServers({ web: {} }, { configs });
    const mcp = { servers: registry, pins: { changed: [] }, isToolEnabled: () => true };
    const states = async () => (await mcpEntries(mcp)).map(({ description, tooltip }) => [description, tooltip]);
    assert.deepEqual(await states(), [['not started yet', 'web: not started yet']]);
    await registry.connectAll();
    opened[0]?.options.events.onClose('It ended.');
    assert.deepEqual(await states(), [['connection lost', 'web: connection lost\n\nIt ended.']]);
  });

  it('say why a server failed, and what to do', async () => {
    const why =
      'The MCP server “notes” ended: It ended with exit code 1.\nstarting\nError: TOKEN is not set\n  at x.js';
    const connect = () => Promise.reject(new McpFailure('closed', why));
    const { registry } = fakeServers({ notes: { connect } });
    await registry.connectAll();
    const mcp = { servers: registry, pins: { changed: [] }, isToolEnabled: () => true };
    const [row] = await mcpEntries(mcp);
    assert.ok(row);
    assert.equal(row.description, 'failed: Error: TOKEN is not set');
    assert.match(row.tooltip ?? '', /ended with exit code 1.*then restart it/s);
    const [listed] = await mcpControl(mcp as unknown as WindowMcp).servers();
    assert.deepEqual([listed?.state, listed?.error], ['failed', 'Error: TOKEN is not set']);
  });

  it('tell the menus which servers have a sign-in', async () => {
    assert.deepEqual(
      (await rows()).map(({ contextValue }) => contextValue),
      ['mcpServer.connected', 'mcpServer.connected.remote'],
    );
  });

  it('name the editor only while it has tools, in the view and in what /mcp says', async () => {
    const listed = async (tools: readonly ServerTool[]) => {
      const { registry } = fakeServers({ [EDITOR_SERVER]: { tools } }, { configs: async () => [editorServer] });
      await registry.connectAll();
      const mcp = { servers: registry, pins: { changed: [] }, isToolEnabled: () => true };
      const said = await mcpControl(mcp as unknown as WindowMcp).servers();
      return [(await mcpEntries(mcp)).length, said.length];
    };
    assert.deepEqual(await listed([]), [0, 0]);
    assert.deepEqual(await listed([on!]), [1, 1]);
  });
});

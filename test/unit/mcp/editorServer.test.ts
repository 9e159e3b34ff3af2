import assert from 'node:assert/strict';
import type { EditorTool, EditorToolPart, EditorTools } from '../../../src/agent/ports/editorTools';
import { EditorServer } from '../../../src/mcp/editorServer';
import { McpFailure, type ConnectOptions } from '../../../src/mcp/connection/mcpConnection';

const tool = (name: string): EditorTool => ({ name, description: name, inputSchema: { type: 'object' } });

/** An editor with these tools, which can be others later. */
function fakeEditor(names: readonly string[], invoke: EditorTools['invoke'] = async () => []) {
  const editor = { names, own: [] as string[] };
  const told: string[] = [];
  const tools: EditorTools = { list: () => editor.names.map(tool), invoke };
  const server = new EditorServer(tools, () => editor.own);
  const options: ConnectOptions = {
    signal: new AbortController().signal,
    events: {
      onListChanged: what => told.push(what),
      onResourceUpdated: () => undefined,
      onLog: () => undefined,
      onClose: () => undefined,
    },
    requests: { roots: () => [] },
  };
  return { editor, told, server, open: () => server.connect(options) };
}

describe('The tools of the editor, as those of a server', () => {
  const never = new AbortController().signal;

  it('are those that there are, without what Pollux reaches itself', async () => {
    const { editor, open } = fakeEditor(['mcp_notes_add', 'mcp_my_long_serve_go', 'mcp_other_go']);
    editor.own = ['Notes', 'my long server of notes'];
    const connection = await open();
    assert.deepEqual(
      (await connection.tools()).map(({ name }) => name),
      ['mcp_other_go'],
    );
  });

  it('are listed again only once they are others', async () => {
    const { editor, told, server, open } = fakeEditor(['mcp_a_go']);
    server.look();
    const connection = await open();
    server.look();
    assert.deepEqual(told, []);
    editor.names = ['mcp_a_go', 'mcp_b_go'];
    server.look();
    server.look();
    assert.deepEqual(told, ['tools']);
    await connection.close();
    editor.names = [];
    server.look();
    assert.deepEqual(told, ['tools']);
  });

  it('answer with text, pictures and other data', async () => {
    const parts: readonly EditorToolPart[] = [
      { kind: 'text', text: 'hello' },
      { kind: 'data', mimeType: 'image/png', data: new Uint8Array([1, 2]) },
      { kind: 'data', mimeType: 'application/pdf', data: new Uint8Array([3]) },
    ];
    const asked: unknown[] = [];
    const { open } = fakeEditor(['mcp_a_go'], async (name, args) => {
      asked.push([name, args]);
      return parts;
    });
    const { content, isError } = await (await open()).callTool('mcp_a_go', { x: 1 }, { signal: never });
    assert.deepEqual(asked, [['mcp_a_go', { x: 1 }]]);
    assert.equal(isError, false);
    assert.deepEqual(content, [
      { kind: 'text', text: 'hello' },
      { kind: 'image', mimeType: 'image/png', data: 'AQI=' },
      { kind: 'resource', uri: 'vscode:result', mimeType: 'application/pdf', data: 'Aw==' },
    ]);
  });

  it('say in the editor’s words why they failed, and stop when they are not wanted any more', async () => {
    const { open } = fakeEditor(['mcp_a_go'], async (name, _args, signal) => {
      if (name === 'mcp_a_go') throw new Error('The user said no.');
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('Canceled'))));
    });
    const connection = await open();
    const kind = (expected: string, words: RegExp) => (error: unknown) =>
      error instanceof McpFailure && error.kind === expected && words.test(error.message);
    await assert.rejects(connection.callTool('mcp_a_go', {}, { signal: never }), kind('protocol', /The user said no/));
    const stop = new AbortController();
    const call = connection.callTool('hangs', {}, { signal: stop.signal });
    stop.abort();
    await assert.rejects(call, kind('cancelled', /./));
    await assert.rejects(connection.callTool('hangs', {}, { signal: never, timeoutMs: 5 }), kind('timeout', /in time/));
  });
});

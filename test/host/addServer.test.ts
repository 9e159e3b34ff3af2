import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { createMcpCommands } from '../../src/extension/mcp/mcpCommands';
import type { WindowMcp } from '../../src/extension/mcp/windowMcp';
import { makeScratch, removeScratch } from './window';

describe('Adding an MCP server', () => {
  const window = vscode.window as { showInputBox: typeof vscode.window.showInputBox };
  const { showInputBox } = window;
  let home: string;
  beforeEach(async () => (home = await makeScratch()));
  afterEach(async () => {
    window.showInputBox = showInputBox;
    await removeScratch(home);
  });

  it('replaces no other one, and takes no name that none can have', async () => {
    const refused: string[] = [];
    const answers = ['node "my server.js"', 'files'];
    window.showInputBox = async (options: vscode.InputBoxOptions = {}) => {
      for (const name of ['', 'notes', 'a*b', 'x\u202ey', 'files'])
        if (await options.validateInput?.(name)) refused.push(name);
      return answers.shift();
    };
    const servers = { all: [{ name: 'notes' }], load: async () => undefined, connectAll: async () => undefined };
    const commands = createMcpCommands({
      home,
      folders: () => [],
      open: async () => ({ servers }) as unknown as WindowMcp,
      reread: async () => undefined,
    });
    await commands['mcp.add']();
    assert.deepEqual(refused, ['', 'notes', 'a*b', 'x\u202ey']);
    assert.deepEqual(JSON.parse(await readFile(join(home, '.gemini', 'settings.json'), 'utf8')), {
      mcpServers: { files: { command: 'node', args: ['my server.js'] } },
    });
  });
});

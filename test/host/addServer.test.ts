import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { createMcpCommands } from '../../src/extension/mcp/mcpCommands';
import type { WindowMcp } from '../../src/extension/mcp/windowMcp';
import type { McpServers } from '../../src/mcp/mcpServers';
import { configOf, fakeServers } from '../support/fakeMcp';
import { makeScratch, removeScratch } from './window';

describe('Adding an MCP server', () => {
  const window = vscode.window as {
    showInputBox: typeof vscode.window.showInputBox;
    showQuickPick: unknown;
    showInformationMessage: unknown;
  };
  const { showInputBox, showQuickPick, showInformationMessage } = window;
  let home: string;
  let said: string[];
  beforeEach(async () => {
    home = await makeScratch();
    said = [];
    window.showInformationMessage = async (text: string) => void said.push(text);
  });
  afterEach(async () => {
    Object.assign(window, { showInputBox, showQuickPick, showInformationMessage });
    await removeScratch(home);
  });
  const settings = async (folder = home) =>
    JSON.parse(await readFile(join(folder, '.gemini', 'settings.json'), 'utf8')) as unknown;
  const add = (servers: McpServers, approvals: object, folders: readonly string[] = []) =>
    createMcpCommands({
      home,
      folders: () => folders,
      open: async () => ({ servers, approvals }) as unknown as WindowMcp,
      reread: async () => undefined,
    })['mcp.add']();

  it('replaces no other one, takes no name that none can have, and says what it offers', async () => {
    const refused: string[] = [];
    const answers = ['node "my server.js"', 'files'];
    window.showInputBox = async (options: vscode.InputBoxOptions = {}) => {
      for (const name of ['', 'notes', 'a*b', 'x\u202ey', 'files'])
        if (await options.validateInput?.(name)) refused.push(name);
      return answers.shift();
    };
    const configs = async () => [configOf(answers.length > 0 ? 'notes' : 'files')];
    await add(fakeServers({}, { configs }).registry, { pending: () => null });
    assert.deepEqual(refused, ['', 'notes', 'a*b', 'x\u202ey']);
    assert.deepEqual(await settings(), { mcpServers: { files: { command: 'node', args: ['my server.js'] } } });
    assert.deepEqual(said, ['“files” is connected. Tools: 1, prompts: 0, resources: 0.']);
  });

  it('to a folder approves it, because its user has typed it', async () => {
    const file = join(home, '.gemini', 'settings.json');
    const answers = ['serve-notes', 'notes'];
    window.showInputBox = async () => answers.shift();
    window.showQuickPick = async (items: Thenable<readonly unknown[]>) => (await items)[1];
    let isApproved = false;
    const { registry } = fakeServers(
      {},
      {
        configs: async () => (answers.length > 0 ? [] : [configOf('notes', { command: 'serve-notes' }, { file })]),
        admit: async () => (isApproved ? 'ok' : 'unapproved'),
      },
    );
    await add(registry, { pending: () => ({ approve: () => (isApproved = true) }) }, [home]);
    assert.equal(registry.get('notes')?.state, 'connected');
  });
});

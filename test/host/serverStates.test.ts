import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as vscode from 'vscode';
import { text } from '../support/gemini/replies';
import { McpSignInServer } from '../support/mcpSignInServer';
import { useLive } from './support/useLive';

const SERVER = fileURLToPath(new URL('../support/mcp/chaosServer.mjs', import.meta.url));
const row = (fault: string) => ({ command: process.execPath, args: [SERVER, fault] });

describe('MCP servers in the view of what a chat works with', () => {
  let mail: McpSignInServer;
  let folder: string;
  before('start one, and have a tool described', async () => {
    mail = await McpSignInServer.start();
    folder = await mkdtemp(join(tmpdir(), 'changing-'));
    await writeFile(join(folder, 'description.txt'), 'Goes.');
  });
  after('stop it', async () => {
    await mail.close();
    await rm(folder, { recursive: true });
  });
  const window = useLive(() => ({
    startsAnew: false,
    homeFiles: {
      '.gemini/settings.json': JSON.stringify({
        mcpServers: {
          mail: { httpUrl: mail.address },
          broken: row('exit'),
          changing: { ...row('changing'), cwd: folder },
        },
      }),
    },
  }));
  const tree = () => window().ui.tree('pollux.context');

  it('show the state of each, with the tools of those that are connected', async () => {
    const { gemini } = window();
    gemini.reply(text('Hello.'));
    await window().ask('Hello');
    for (const state of [/^changing, connected/, /^go/, /^broken, failed/, /^mail, asks you to sign in/]) {
      await tree().row(state);
    }
  });

  it('ask about a tool that its server describes differently, with the difference', async () => {
    const live = window();
    await writeFile(join(folder, 'description.txt'), 'Goes, and sends everything to a host.');
    await (await tree().row(/^changing, connected/)).choose('Restart MCP Server');
    await tree().row(/^changing, connected/);
    // It is asked about with the next prompt after the restart.
    live.gemini.reply(text('Hello again.'));
    await live.ask('Hello again');
    const question = await live.ui.message(/has changed the description/);
    question.press();
    // Ends with the answer to what it asks beside the difference.
    const approving = (await tree().row(/^go, changed, waits for your approval/)).press(
      'Approve the Change of This Tool…',
    );
    const again = await live.ui.message(/has changed the description/);
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    assert.ok(activeTab?.input instanceof vscode.TabInputTextDiff);
    const [before, after] = await Promise.all(
      [activeTab.input.original, activeTab.input.modified].map(uri => vscode.workspace.openTextDocument(uri)),
    );
    assert.match(before?.getText() ?? '', /"Goes\."/);
    assert.match(after?.getText() ?? '', /"Goes, and sends everything\s+to a host\."/);
    again.press('Approve');
    await approving;
    await tree().row(/^go$/);
  });
});

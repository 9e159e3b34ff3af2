import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile as writeText } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockedWriter } from '../../src/agent/calls/lockedWriter';
import type { Chat } from '../../src/chat/chat';
import type { ChatRegistry } from '../../src/chat/chatRegistry';
import { createDiskFileWriter } from '../../src/node/files/diskFileWriter';
import { createFileLocks, lockFolders } from '../../src/node/files/fileLocks';
import { replace } from '../../src/tools/replace';
import { createVscodeFileWriter } from '../../src/vscode/documents/fileWriter';
import { createVscodeWorkspace } from '../../src/vscode/documents/workspace';
import { call } from '../support/gemini/replies';
import { startGeminiServer, type GeminiServer } from '../support/geminiServer';
import { asked, say, TestWindows } from '../support/testWindows';
import { closeAllTabs, makeScratch, removeScratch, workspaceFolder } from './window';

const NAMES = ['red', 'green', 'blue'] as const;
const TEXT = 'red\n-\n-\ngreen\n-\n-\nblue\n';
/** What it is once some lines are changed. */
const edited = (...names: string[]) => names.reduce((text, name) => text.replace(name, `${name}!`), TEXT);

interface Editing {
  readonly chat: Chat;
  readonly run: Promise<unknown>;
}

describe('Three chats of a window that edit at once', () => {
  let scratch: string;
  let home: string;
  let server: GeminiServer;
  let windows: TestWindows;
  let workspace: ReturnType<typeof createVscodeWorkspace>;
  let root: string;
  beforeEach(async () => {
    scratch = await makeScratch();
    root = await workspaceFolder();
    home = await mkdtemp(join(tmpdir(), 'pollux-'));
    server = await startGeminiServer({ apiKey: 'test-key' });
    windows = new TestWindows(home, server.url);
    workspace = createVscodeWorkspace();
    for (const name of [...NAMES, 'shared']) await writeText(file(name), TEXT);
    // Each chat is told which line of which file to change; all of them give their calls the same id.
    server.respond(({ contents }) => {
      const said = contents.at(-1)?.parts?.at(-1)?.text ?? '';
      const [, target, line = ''] = /^Edit (\w+) (\w+)$/m.exec(said) ?? [];
      if (target === undefined) return undefined;
      const args = { file_path: file(target), old_string: `${line}\n`, new_string: `${line}!\n` };
      return call('replace', args, { id: 'call-1' });
    });
  });
  afterEach(async () => {
    await windows.end();
    await server.close();
    workspace.dispose();
    await closeAllTabs();
    await removeScratch(scratch);
    await rm(home, { recursive: true });
  });

  const file = (name: string) => join(scratch, `${name}.txt`);
  const textOf = (name: string) => readFile(file(name), 'utf8');
  const open = () => {
    const writer = createVscodeFileWriter({ workspace, disk: createDiskFileWriter(workspace) });
    const files = lockedWriter(writer, createFileLocks({ folders: lockFolders(home) }));
    return windows.open({ tools: [replace], workspace, files, rules: { folders: () => [root] } });
  };
  /** Has three chats edit at once; resolves when each waits for an answer. */
  const editing = async (registry: ChatRegistry, targetOf: (name: string) => string) => {
    const all = NAMES.map(name => {
      registry.newChat();
      const chat = registry.active;
      return { chat, run: say(registry, chat, `Edit ${targetOf(name)} ${name}`) };
    });
    await Promise.all(all.map(({ chat }) => asked(chat)));
    return all as [Editing, Editing, Editing];
  };
  const accept = (chat: Chat) => chat.session.decide('call-1', { decision: 'accept' });

  it('are asked, answered and stopped each by itself', async () => {
    const { registry } = open();
    const [red, green, blue] = await editing(registry, name => name);
    red.chat.setMode('plan');
    blue.chat.saveDraft('Half a thought');
    assert.deepEqual([green.chat.mode, green.chat.draft, blue.chat.mode], ['default', '', 'default']);
    assert.ok(accept(green.chat));
    assert.ok(blue.chat.session.decide('call-1', { decision: 'reject' }));
    await Promise.all([green.run, blue.run]);
    assert.equal(red.chat.session.state.approvals.length, 1, 'it still waits');
    red.chat.session.stop();
    await red.run;
    assert.deepEqual(await Promise.all(NAMES.map(textOf)), [TEXT, edited('green'), TEXT]);
  });

  it('lose nothing of each other in one file', async () => {
    const { registry } = open();
    const all = await editing(registry, () => 'shared');
    for (const { chat } of all) {
      // What has changed since is put once more, merged.
      chat.session.subscribe(event => event.type === 'approval-requested' && setImmediate(() => accept(chat)));
      assert.ok(accept(chat));
    }
    await Promise.all(all.map(({ run }) => run));
    assert.equal(await textOf('shared'), edited(...NAMES));
  });

  it('come back each as it was when the window is killed, and go on', async () => {
    const killed = open();
    const all = await editing(killed.registry, name => name);
    all[0].chat.setMode('autoEdit');
    all[1].chat.saveDraft('Half a thought');
    await killed.registry.save();
    for (const { chat } of all) await killed.store.release(chat.id);
    const { registry } = open();
    const back = [];
    for (const { chat } of all) {
      assert.ok(await registry.stored.open(chat.id));
      back.push(registry.active);
    }
    assert.deepEqual(
      back.map(({ mode, draft, session }) => [mode, draft, session.state.isRunning, session.state.approvals.length]),
      [
        ['autoEdit', '', false, 0],
        ['default', 'Half a thought', false, 0],
        ['default', '', false, 0],
      ],
    );
    assert.deepEqual(await Promise.all(NAMES.map(textOf)), [TEXT, TEXT, TEXT]);
    const [red] = back;
    assert.ok(red);
    await say(registry, red, 'Edit red red');
    assert.deepEqual(await Promise.all(NAMES.map(textOf)), [edited('red'), TEXT, TEXT]);
  });
});

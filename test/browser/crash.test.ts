import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../support/isAlive';
import { call, text } from '../support/gemini/replies';
import { eventually } from './support/eventually';
import { pressInRow } from './support/rowButtons';
import { useChat } from './support/useChat';

/** Names the extension host, and keeps a prompt from being recorded for as long as the file says so. */
const HOLD = 'echo $PPID > ~/host.txt; while [ "$(cat ~/hold.txt 2>/dev/null)" = hold ]; do sleep 0.1; done';
const interrupted = 'Pollux was ended unexpectedly while it was working.';

describe('a crash of the extension host', () => {
  const window = useChat({
    startsAnew: false,
    files: { 'paint.py': 'color = "red"\n' },
    homeFiles: {
      '.gemini/settings.json': JSON.stringify({
        hooks: { BeforeAgent: [{ hooks: [{ type: 'command', name: 'hold', command: HOLD }] }] },
      }),
    },
  });

  /** The process that has the chat open, as the chat's lock names it. */
  function holder(): number {
    const storage = join(window().server.logs, '..', 'User', 'workspaceStorage');
    const locks = readdirSync(storage, { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.lock'));
    const pids = locks.map(path => parseInt(readFileSync(join(storage, path), 'utf8'), 10));
    const [pid] = pids.filter(isAlive);
    assert.ok(pid, `one of ${pids.join()} runs`);
    return pid;
  }
  /** Ends it without a warning. VS Code starts it anew by itself, twice in a row. */
  async function crash(pid = holder()): Promise<void> {
    process.kill(pid, 'SIGKILL');
    await eventually(() => assert.equal(isAlive(pid), false));
    await window().openPanel();
  }
  /** Opens a chat from History. */
  async function open(name: RegExp) {
    const { chat, page } = window();
    await chat.button('History').click();
    await page.locator('.quick-input-list').getByRole('option', { name }).first().click();
  }
  const badge = () =>
    window().page.locator('.part.activitybar').getByRole('tab', { name: 'Pollux - Waiting for your approval' });

  /** Started by a command, with its shell. */
  let pids: number[] = [];

  /** Of three chats, one streams in the view, one runs a command, and one waits with an edit. */
  before('have chats at work, and crash', async () => {
    const { chat, gemini, readFile, server } = window();
    gemini.reply(call('replace', { file_path: 'paint.py', old_string: 'red', new_string: 'blue' }));
    await chat.send('Paint it blue');
    await chat.waitingCard('Edit paint.py');
    await badge().waitFor();
    const stored = join(server.home, '.pollux', 'changes');
    await eventually(() => {
      const names = readdirSync(stored, { recursive: true, encoding: 'utf8' });
      assert.ok(names.some(name => name.endsWith(join('proposed', 'changes.jsonl'))));
    });
    await chat.startAnew();
    const command = 'sleep 600 & echo $! $$ > pids.txt; wait; echo never > late.txt';
    gemini.reply(text('I wait.'), call('run_shell_command', { command }));
    await chat.send('Wait for long');
    await (await chat.waitingCard(/^Run /)).getByRole('button', { name: 'Accept' }).click();
    await eventually(async () => {
      pids = (await readFile('pids.txt')).trim().split(' ').map(Number);
      assert.equal(pids.length, 2);
    });
    assert.ok(pids.every(isAlive));
    await chat.startAnew();
    gemini.reply(text('The first half, '), gemini.gate(), text('never sent'));
    await chat.send('Write a poem');
    await chat.text('The first half,').waitFor();
    await crash();
  });

  it('leaves a chat up to the last words that were shown, and says that it was cut short', async () => {
    const { chat, gemini, page } = window();
    await chat.text(interrupted).waitFor();
    await chat.turns('You').getByText('Write a poem').waitFor();
    assert.equal(await chat.turns('You').count(), 1, 'what was recorded is not doubled');
    assert.equal(await chat.message.inputValue(), '');
    await chat.text('The first half,').waitFor();
    await chat.button('Write error report').click();
    await page.getByRole('tab', { name: /^report-.*\.json/ }).waitFor();
    gemini.reply(text('The second half.'));
    await chat.button('Continue').click();
    await chat.text('The second half.').waitFor();
    await chat.finished();
  });

  it('ends a command that was running, with all it started, and says so', async () => {
    const { chat, readFile } = window();
    await open(/^Wait for long/);
    await chat.text('I wait.').waitFor();
    await chat.cardIn('Cancelled', /^Run /);
    await chat.text(interrupted).waitFor();
    await eventually(() => assert.deepEqual(pids.filter(isAlive), []));
    await assert.rejects(readFile('late.txt'), { code: 'ENOENT' });
  });

  it('grants nothing that was asked, and lists the edit for the user to decide', async () => {
    const { chat, page, readFile } = window();
    await open(/^Paint it blue/);
    await chat.cardIn('Cancelled', 'Edit paint.py');
    await badge().waitFor({ state: 'detached' });
    assert.equal(await chat.button('Accept').count(), 0);
    assert.equal(await readFile('paint.py'), 'color = "red"\n');
    await chat.text('The Changes view lists the edits that you hadn’t decided about.').waitFor();
    await page.locator('.statusbar-item').filter({ hasText: '1 change needs you' }).click();
    const tree = page.getByRole('tree', { name: 'Changes' });
    const row = (name: RegExp) => tree.getByRole('treeitem', { name });
    await tree.and(page.locator(':focus')).waitFor();
    await row(/^paint\.py, not written before the window was closed/).waitFor();
    // The next key works where the view is shown for the first time.
    await page.keyboard.press('ArrowDown');
    await tree
      .locator('.focused')
      .and(row(/^Needs you, 1 change/))
      .waitFor();
    await pressInRow(page, row(/^Needs you, 1 change/), 'Apply Lost Changes Again');
    await eventually(async () => assert.equal(await readFile('paint.py'), 'color = "blue"\n'));
    await row(/^Paint it blue, 1 change/).waitFor();
  });

  it('loses no prompt that was taken but not recorded', async () => {
    const { chat, gemini, server } = window();
    // Not in the workspace: the hook's changes there would be listed.
    const inHome = (name: string) => join(server.home, name);
    await writeFile(inHome('hold.txt'), 'hold');
    await writeFile(inHome('host.txt'), '');
    await chat.startAnew();
    await chat.message.fill('Not recorded yet');
    await chat.button('Send').click();
    await chat.button('Stop').waitFor();
    let pid = 0;
    await eventually(async () => {
      pid = Number(await readFile(inHome('host.txt'), 'utf8'));
      assert.ok(pid > 0);
    });
    await crash(pid);
    await eventually(async () => assert.equal(await chat.message.inputValue(), 'Not recorded yet'));
    assert.equal(await chat.turns('You').count(), 0);
    await writeFile(inHome('hold.txt'), 'no more');
    gemini.reply(text('Recorded.'));
    await chat.button('Send').click();
    await chat.text('Recorded.').waitFor();
    await chat.finished();
    assert.equal(await chat.turns('You').count(), 1);
    assert.equal(await chat.message.inputValue(), '');
  });
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { call, text } from '../support/gemini/replies';
import { Chat } from './support/chat';
import { eventually } from './support/eventually';
import { hasStoredEditors } from './support/storedEditors';
import { useChat } from './support/useChat';

const words = 'one\ntwo\nthree\nfour\nfive\n';
const color = 'color = "red"\n';
const paint = call('replace', { file_path: 'paint.py', old_string: 'red', new_string: 'blue' });

/** One reload for all that comes back after it: each test is about a part of it. */
describe('after the window was reloaded', () => {
  const window = useChat({
    sharesWindow: true,
    viewport: { width: 1280, height: 900 },
    settings: { 'pollux.review': 'after' },
    startsAnew: false,
  });
  const inTab = () => {
    const opened = window();
    const page = 'iframe.webview[src*="extensionId=pollux-dev.pollux"]:not([src*="purpose=webviewView"])';
    const panel = () =>
      opened.page.locator(page).filter({ visible: true }).contentFrame().frameLocator('#active-frame');
    return new Chat({ page: opened.page, panel, openPanel: opened.openPanel });
  };
  const row = (name: RegExp) => window().page.getByRole('treeitem', { name });
  const header = () => window().page.locator('.pane-header').filter({ hasText: 'Changes' });
  const since = () =>
    header()
      .getByText(/since Words \([0-9a-f]{8}\)/)
      .waitFor({ state: 'attached' }); // under the pointer, buttons take its place
  const review = () => window().chat.panel.getByRole('group', { name: 'Review', exact: true });
  const box = () => row(/^mine\.txt/).getByRole('checkbox');
  const isChecked = () => eventually(async () => assert.equal(await box().getAttribute('aria-checked'), 'true'));

  /** Resolves when a text is in what Pollux has stored of the window. */
  const isStored = (part: string) => {
    const storage = join(window().server.logs, '..', 'User', 'workspaceStorage');
    return eventually(() => {
      const files = readdirSync(storage, { recursive: true, encoding: 'utf8' });
      const states = files.filter(file => basename(file) === 'state.json').map(file => join(storage, file));
      assert.ok(states.some(file => readFileSync(file, 'utf8').includes(part)));
    });
  };

  async function openChatInTab() {
    const { chat, command, gemini } = window();
    gemini.reply(text('A red one.'));
    // Named as in no other test here: what VS Code stored of those counts for nothing.
    await chat.ask('Which colour is it');
    await command('Pollux: Open Chat in Editor');
    await inTab().text('A red one.').waitFor();
    await inTab().message.fill('And then');
    await isStored('And then');
  }
  async function haveAnEditWait() {
    const { chat, editors, gemini } = window();
    await chat.panel.getByRole('combobox', { name: 'Mode', exact: true }).selectOption('default');
    gemini.reply(text('I would paint it.'), paint);
    await chat.send('Paint it blue');
    const card = await chat.waitingCard('Edit paint.py');
    await card.getByRole('button', { name: 'Open diff' }).click();
    await editors.titleButton('Accept').waitFor();
    await chat.startAnew();
  }
  async function commentOnAChange() {
    const { chat, editors, gemini, openFile, page } = window();
    const content = words.replace('two', 'TWO').replace('five', 'FIVE');
    gemini.reply(text('Loud words are read first.'), call('write_file', { file_path: 'words.txt', content }));
    gemini.reply(text('Done.'));
    await chat.ask('Shout');
    await openFile('words.txt');
    await editors.caretAfter('TWO');
    await page.locator('.comment-range-glyph').first().waitFor();
    await page.keyboard.press('Control+Alt+m');
    await page.locator('.review-widget .monaco-editor.focused').waitFor();
    await page.keyboard.type('Too loud.');
    await page.keyboard.press('Control+Enter');
    await review().getByText('1 comment on changes').waitFor();
  }
  async function showChangesSince() {
    const { command, page } = window();
    await command('Pollux: Show the Changes Since a Commit…');
    await page.locator('.quick-input-list').getByRole('option', { name: /Words/ }).first().click();
    await since();
    // Only rows that are different are made anew, so this click finds its box.
    await box().click();
    await isChecked();
    await isStored('reviewedDifferences');
  }

  before('open all this, and reload', async function () {
    this.timeout(240_000);
    const { chat, gemini, openPanel, page, reload, workspace, writeFile } = window();
    await writeFile('words.txt', words);
    await writeFile('paint.py', color);
    const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false'];
    execFileSync('git', ['add', '.'], { cwd: workspace });
    execFileSync('git', [...who, 'commit', '-qm', 'Words'], { cwd: workspace });
    await writeFile('mine.txt', 'mine\n');
    await openChatInTab();
    await haveAnEditWait();
    await commentOnAChange();
    await showChangesSince();
    gemini.reply(text('First **half**, '), gemini.gate(), text('never sent'));
    await chat.send('Write a poem');
    await chat.text('First half,').waitFor();
    await chat.message.click();
    await chat.message.pressSequentially('Half a thought');
    await isStored('Half a thought');
    await eventually(async () => assert.ok(await hasStoredEditors(page, 'Which colour is it')), 60_000);
    await reload();
    await openPanel();
  });

  it('the chat in the view has all that was shown, and its draft, and goes on from there', async () => {
    const { chat, gemini } = window();
    await chat.turns('You').getByText('Write a poem').waitFor();
    await chat.text('First half,').waitFor();
    await chat.text('The editor was closed or reloaded while Pollux was working.').waitFor();
    assert.equal(await chat.message.inputValue(), 'Half a thought');
    await chat.message.fill('');
    gemini.reply(text('Second half.'));
    await chat.button('Continue').click();
    await chat.text('Second half.').waitFor();
    await chat.finished();
    const said = gemini.requests
      .at(-1)!
      .contents.flatMap(content => content.parts ?? [])
      .map(part => part.text ?? '');
    assert.ok(said.includes('First **half**, '));
  });

  it('the Runs view has the runs of the chat', async () => {
    const { chat, command } = window();
    // A tab that is restored after the click would be the chat used last.
    await eventually(async () => {
      await chat.message.click();
      await command('Pollux: Show Runs');
      await row(/^Write a poem, /).waitFor({ timeout: 3000 });
    });
    await row(/^Shout.*tokens/).waitFor();
  });

  it('the chat in a tab is there, with its draft', async () => {
    const { editors } = window();
    await editors.tab(/^Which colour is it/).click();
    await inTab().text('A red one.').waitFor();
    await eventually(async () => assert.equal(await inTab().message.inputValue(), 'And then'));
  });

  it('the Changes view shows what it showed, with what was reviewed until it changes', async () => {
    const { page, writeFile } = window();
    await since();
    await isChecked();
    await row(/^Line 2, .*Loud words are read first/).waitFor();
    await page.locator('.statusbar-item').filter({ hasText: '0 of 2 reviewed' }).waitFor();
    await writeFile('mine.txt', 'mine\nand more\n');
    await eventually(async () => assert.equal(await box().getAttribute('aria-checked'), 'false'));
  });

  it('a comment that was not sent stands in its file and above the message box, and is sent from there', async () => {
    const { chat, gemini, page } = window();
    await review().getByText('1 comment on changes').waitFor();
    await row(/^Line 2, .*Loud words/).click();
    await page.locator('.editor-instance .margin-view-overlays [class*="comment-thread"]').first().click();
    await page.locator('.review-widget').getByText('Review with 1 comment, not sent').waitFor();
    gemini.reply(text('Heard.'));
    await review().getByRole('button', { name: 'Send review (1 comment)' }).click();
    await chat.text('Heard.').waitFor();
    await chat.finished();
    await review().waitFor({ state: 'detached' });
    assert.match(gemini.requests.at(-1)!.prompt, /Too loud\./);
  });

  it('an edit that waited is granted by nothing, and its diff is closed', async () => {
    const { chat, editors, gemini, page, readFile } = window();
    await editors.diff.waitFor({ state: 'detached' });
    await chat.button('History').click();
    await page
      .locator('.quick-input-list')
      .getByRole('option', { name: /^Paint it blue/ })
      .click();
    await chat.text('I would paint it.').waitFor();
    await chat.cardIn('Cancelled', 'Edit paint.py');
    assert.equal(await chat.button('Accept').count(), 0);
    assert.equal(await readFile('paint.py'), color);
    gemini.reply(text('Asking again.'), paint).reply(text('Painted.'));
    await chat.send('Once more');
    await (await chat.waitingCard('Edit paint.py')).getByRole('button', { name: 'Accept' }).click();
    await chat.text('Painted.').waitFor();
    assert.equal(await readFile('paint.py'), color.replace('red', 'blue'));
  });
});

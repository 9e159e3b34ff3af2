import assert from 'node:assert/strict';
import { call, text } from '../support/gemini/replies';
import { eventually } from './support/eventually';
import { pressInRow } from './support/rowButtons';
import { hideOtherViews } from './support/startOver';
import { useChat } from './support/useChat';

const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', ''];
const before = words.join('\n');
const changed = (...names: string[]) =>
  words.map(word => (names.includes(word) ? word.toUpperCase() : word)).join('\n');
const all = changed('two', 'five', 'eight');

describe('changes that are reviewed after they are made', () => {
  const window = useChat({
    sharesWindow: true,
    files: Object.fromEntries(['a.txt', 'b.txt', 'd.txt'].map(name => [name, before])),
    viewport: { width: 1280, height: 720 },
    settings: { 'pollux.review': 'after' },
  });
  const lens = (name: string) => window().page.locator('.codelens-decoration a').filter({ hasText: name });
  const status = (wanted: string) => window().page.locator('.statusbar-item').filter({ hasText: wanted });
  const reads = (name: string, wanted: string) =>
    eventually(async () => assert.equal(await window().readFile(name), wanted));

  /** Has three places of each file changed, with a reason for it. */
  async function shout(...files: string[]) {
    const { chat, gemini } = window();
    const calls = files.map(file => call('write_file', { file_path: file, content: all }));
    gemini.reply(text('Loud words are read first.'), ...calls).reply(text('Done.'));
    await chat.ask('Shout');
    for (const file of files) await reads(file, all);
    await status(`0 of ${3 * files.length} reviewed`).waitFor();
  }

  it('are made at once, take no focus, and are kept or undone where they are', async () => {
    const { editors, page, openFile, chat } = window();
    await shout('d.txt');
    assert.equal(await page.locator('.part.editor').getByRole('tab').count(), 0, 'nothing opens by itself');
    assert.ok(await chat.message.evaluate(box => box === document.activeElement));
    await openFile('d.txt');
    await lens('Keep').nth(2).waitFor();
    await page.locator('.dirty-diff-glyph, .dirty-diff-modified').first().waitFor();
    await lens('Undo').nth(1).click();
    await reads('d.txt', changed('two', 'eight'));
    await lens('Keep').nth(0).click();
    await status('2 of 3 reviewed').waitFor();
    await editors.caretAfter('EIGHT');
    await page.keyboard.press('Control+Alt+Backspace');
    await reads('d.txt', changed('two'));
    await status('reviewed').waitFor({ state: 'detached' });
  });

  it('are decided by one key or one click each in the Changes view, which is 300 pixels wide', async () => {
    const { command, page, picture } = window();
    await shout('a.txt');
    const tree = page.getByRole('tree', { name: 'Changes' });
    const row = (name: string | RegExp) => tree.getByRole('treeitem', { name });
    const focused = (name: RegExp) =>
      tree.and(page.locator(':focus')).locator('.focused').and(page.getByRole('treeitem', { name })).waitFor();
    await status('0 of 3 reviewed').click();
    await tree.and(page.locator(':focus')).waitFor();
    await row(/^Line 8,/).waitFor();
    assert.ok(((await tree.boundingBox())?.width ?? 1000) <= 300);
    await picture('changes', ['light', 'dark']);
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Keep Changes of This Turn' }).waitFor();
    await page.keyboard.press('Escape');
    for (const key of ['Home', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    await focused(/^Line 2,/);
    await page.keyboard.press('Control+Alt+Enter');
    await focused(/^Line 5,/);
    await page.keyboard.press('Control+Alt+Backspace');
    await focused(/^Line 8,/);
    await reads('a.txt', changed('two', 'eight'));
    await pressInRow(page, row(/^Line 8,/), 'Undo This Change');
    await reads('a.txt', changed('two'));
    await row(/^All reviewed, 3 changes/).waitFor();
    await status('reviewed').waitFor({ state: 'detached' });
    await command('Pollux: Show Changes to Review');
    await tree.and(page.locator(':focus')).waitFor();
    await hideOtherViews(window());
  });

  it('are decided by one key each in the diff of all files', async () => {
    const { command, editors, page } = window();
    await shout('b.txt');
    await command('Pollux: Open All Changes');
    await editors.tab(/^Pollux’s changes/).waitFor();
    await status('Ln 2, Col').waitFor();
    await page.keyboard.press('Control+F7');
    await status('Ln 5, Col').waitFor();
    await page.keyboard.press('Control+Alt+Enter');
    await status('1 of 3 reviewed').waitFor();
    await status('Ln 8, Col').waitFor();
    await page.keyboard.press('Control+Alt+Backspace');
    await status('2 of 3 reviewed').waitFor();
    await reads('b.txt', changed('two', 'five'));
  });
});

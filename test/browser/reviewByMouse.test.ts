import assert from 'node:assert/strict';
import { call, text } from '../support/gemini/replies';
import { eventually } from './support/eventually';
import { pressInRow } from './support/rowButtons';
import { useChat } from './support/useChat';

const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', ''];
const before = words.join('\n');
const changed = (...names: string[]) =>
  words.map(word => (names.includes(word) ? word.toUpperCase() : word)).join('\n');
const names = ['a.txt', 'b.txt', 'c.txt'];
const kept: Record<string, readonly string[]> = {
  'a.txt': ['two', 'eight'],
  'b.txt': ['two', 'eight'],
  'c.txt': ['eight'],
};

describe('the review of nine places in three files, five kept and four undone', () => {
  const window = useChat({
    files: Object.fromEntries(names.map(name => [name, before])),
    viewport: { width: 1280, height: 900 },
    settings: { 'pollux.review': 'after' },
  });
  const tree = () => window().page.getByRole('tree', { name: 'Changes' });
  const lines = () => tree().getByRole('treeitem', { name: /^Line / });
  const settled = async () => {
    for (const [name, loud] of Object.entries(kept)) {
      await eventually(async () => assert.equal(await window().readFile(name), changed(...loud)));
    }
    await noneIsOpen();
  };
  const noneIsOpen = () =>
    window().page.locator('.statusbar-item').filter({ hasText: 'reviewed' }).waitFor({ state: 'detached' });

  beforeEach('have the places changed', async () => {
    const { chat, gemini, writeFile } = window();
    for (const name of names) await writeFile(name, before);
    const all = changed('two', 'five', 'eight');
    gemini.reply(...names.map(path => call('write_file', { file_path: path, content: all }))).reply(text('Loud.'));
    await chat.ask('Shout');
    await window().page.locator('.statusbar-item').filter({ hasText: '0 of 9 reviewed' }).waitFor();
  });

  it('works with the next key after the view is first shown', async function () {
    this.timeout(180_000);
    const { command, page } = window();
    const focused = () => tree().and(page.locator(':focus')).locator('.focused');
    await page.locator('.statusbar-item').filter({ hasText: '0 of 9 reviewed' }).click();
    await tree().and(page.locator(':focus')).waitFor();
    await lines().nth(8).waitFor();
    await page.keyboard.press('ArrowDown');
    await focused()
      .and(page.getByRole('treeitem', { name: 'Shout, 9 changes' }))
      .waitFor();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Keep Changes of This Turn' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await focused().and(lines()).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.tab.active').filter({ hasText: 'a.txt' }).waitFor();
    await command('Pollux: Keep All Changes');
    await noneIsOpen();
    await command('Pollux: Show Changes to Review');
    await tree().and(page.locator(':focus')).waitFor();
    await tree()
      .getByRole('treeitem', { name: /^All reviewed/ })
      .waitFor();
  });

  it('takes one key each in the Changes view, from row to row, and ends on the row that says so', async function () {
    this.timeout(180_000);
    const { page, picture } = window();
    const focused = (name: RegExp) =>
      tree().and(page.locator(':focus')).locator('.focused').and(page.getByRole('treeitem', { name })).waitFor();
    await page.locator('.statusbar-item').filter({ hasText: '0 of 9 reviewed' }).click();
    await tree().and(page.locator(':focus')).waitFor();
    await lines().nth(8).waitFor();
    for (const key of ['Home', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    const count = (left: number) => eventually(async () => assert.equal(await lines().count(), left));
    const press = async (key: string, left: number) => {
      await page.keyboard.press(`Control+Alt+${key}`);
      await count(left);
    };
    await focused(/^Line 2,/);
    await press('Enter', 8);
    await focused(/^Line 5,/);
    await press('Backspace', 7);
    // Not waited for in between: the second is about the row that the focus is moving to.
    await page.keyboard.press('Control+Alt+Enter');
    await page.keyboard.press('Control+Alt+Enter');
    await count(5);
    await focused(/^Line 5,/);
    await press('Backspace', 4);
    await press('Enter', 3);
    await focused(/^Line 2,/);
    await press('Backspace', 2);
    await press('Backspace', 1);
    await picture('review-by-key');
    await page.keyboard.press('Control+Alt+Enter');
    await focused(/^All reviewed, 9 changes/);
    await settled();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Revert Last Keep or Undo' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await count(1);
    await tree().and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowDown');
    await focused(/^Shout, 1 change/);
    await page.keyboard.press('Control+Alt+Enter');
    await focused(/^All reviewed/);
    await settled();
  });

  it('takes one key each in the diff of all files', async function () {
    this.timeout(180_000);
    const { command, editors, page } = window();
    await command('Pollux: Open All Changes');
    await editors.tab(/^Pollux’s changes/).waitFor();
    const line = (at: number) =>
      page
        .locator('.statusbar-item')
        .filter({ hasText: `Ln ${at}, Col` })
        .waitFor();
    const reviewed = (count: number) =>
      page
        .locator('.statusbar-item')
        .filter({ hasText: `${count} of 9 reviewed` })
        .waitFor();
    await line(2);
    await page.keyboard.press('Control+F7');
    await line(5);
    await page.keyboard.press('Control+Shift+F7');
    for (const [index, at] of [2, 5, 8, 2, 5, 8, 2, 5, 8].entries()) {
      await line(at);
      const isKept = at === 8 || (at === 2 && index < 6);
      await page.keyboard.press(isKept ? 'Control+Alt+Enter' : 'Control+Alt+Backspace');
      if (index < 8) await reviewed(index + 1);
    }
    await editors.tab(/^Pollux’s changes/).waitFor();
    await settled();
  });

  it('takes at most twelve clicks in the Changes view, which is 300 pixels wide', async function () {
    this.timeout(180_000);
    const { page, picture } = window();
    let clicks = 0;
    await page.locator('.statusbar-item').filter({ hasText: '0 of 9 reviewed' }).click();
    clicks++;
    await lines().nth(8).waitFor();
    assert.ok(((await tree().boundingBox())?.width ?? 1000) <= 300);
    await picture('review-by-mouse');
    for (const [index, name] of names.entries()) {
      for (const [line, word] of [
        [2, 'two'],
        [5, 'five'],
        [8, 'eight'],
      ] as const) {
        const left = 9 - (index * 3 + [2, 5, 8].indexOf(line));
        await eventually(async () => assert.equal(await lines().count(), left));
        // Of the file that comes next, the first of its places that are left; none once it is decided.
        const row = lines().nth(-left);
        assert.match((await row.getAttribute('aria-label')) ?? '', new RegExp(`^Line ${line},`));
        const button = kept[name]?.includes(word) ? 'Keep This Change' : 'Undo This Change';
        await pressInRow(page, row, button);
        clicks++;
      }
    }
    await settled();
    assert.ok(clicks <= 12, `${clicks} clicks`);
  });
});

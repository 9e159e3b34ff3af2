import assert from 'node:assert/strict';
import { call, text } from '../support/gemini/replies';
import { eventually } from './support/eventually';
import { useChat } from './support/useChat';

const list = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', ''];
const before = list.join('\n');
const changed = (...names: string[]) => list.map(line => (names.includes(line) ? line.toUpperCase() : line)).join('\n');
const shop = '# Total\n\nAll that was sold.\n';
const till = 'See [the sum](shop.md#total).\n';

describe('the parts of a change', () => {
  const window = useChat({
    sharesWindow: true,
    files: {
      'shop.md': shop,
      'till.md': till,
      ...Object.fromEntries('abcde'.split('').map(name => [`${name}.txt`, before])),
    },
  });

  /** Has three places of a file changed, and the diff shown. */
  async function propose(path: string) {
    const { chat, editors, gemini } = window();
    gemini
      .reply(call('write_file', { file_path: path, content: changed('two', 'five', 'eight') }))
      .reply(text('As you like.'));
    await chat.send('Shout');
    const card = await chat.waitingCard(`Write ${path}`);
    await card.getByRole('button', { name: 'Open diff' }).click();
    await editors.changedSide.getByText('EIGHT').waitFor();
    return card;
  }

  async function told(): Promise<string> {
    const { chat, gemini } = window();
    await chat.text('As you like.').waitFor();
    await chat.finished();
    return gemini.requests.at(-1)!.toolOutputs.join('\n');
  }

  it('are left out one by one in the diff’s title bar, and the card and the model hear which', async () => {
    const { reloadWebviews, editors, readFile } = window();
    const card = await propose('a.txt');
    await card.getByText('+3 −3').waitFor();
    await editors.caretAfter('FIVE', editors.changedSide);
    await editors.titleButton('Exclude This Change').click();
    await editors.changedSide.getByText('five', { exact: true }).waitFor();
    assert.equal(await readFile('a.txt'), before, 'nothing is written before it is accepted');
    await card.getByText('+2 −2').waitFor();
    await card.getByText('edited in the diff', { exact: true }).waitFor();
    assert.equal(await card.getByText('FIVE', { exact: true }).count(), 0, 'the card shows what would be written');
    await reloadWebviews();
    await card.getByText('edited in the diff', { exact: true }).waitFor();
    await card.getByText('+2 −2').waitFor();
    await editors.titleButton('Accept').click();
    const result = await told();
    assert.match(result, /The user left out 1 of 3 changes of the edit, at line 5 of the file as it was/);
    assert.equal(await readFile('a.txt'), changed('two', 'eight'));
  });

  it('come back by the editor’s own undo, all with the keyboard', async () => {
    const { editors, page, readFile } = window();
    await propose('b.txt');
    await editors.caretAfter('TWO', editors.changedSide);
    await page.keyboard.press('Control+Alt+Backspace');
    await editors.changedSide.getByText('two', { exact: true }).waitFor();
    const line = (at: number) =>
      page
        .locator('.statusbar-item')
        .filter({ hasText: `Ln ${at}, Col` })
        .waitFor();
    await line(5);
    await page.keyboard.press('Control+z');
    await editors.changedSide.getByText('TWO', { exact: true }).waitFor();
    await line(2);
    await page.keyboard.press('Control+F7');
    await line(5);
    await page.keyboard.press('Control+F7');
    await line(8);
    await page.keyboard.press('Control+Alt+Backspace');
    await editors.changedSide.getByText('eight', { exact: true }).waitFor();
    await page.keyboard.press('Control+Enter');
    await told();
    assert.equal(await readFile('b.txt'), changed('two', 'five'));
  });

  it('can be accepted alone, from the side that shows the file as it was too', async () => {
    const { editors, page, readFile } = window();
    await propose('c.txt');
    await editors.caretAfter('five', page.locator('.monaco-diff-editor .editor.original'));
    await page.keyboard.press('Control+Alt+Enter');
    assert.match(await told(), /left out 2 of 3 changes of the edit, at line 2, 8 of/);
    assert.equal(await readFile('c.txt'), changed('five'));
  });

  it('leave the file as it is when none is left, which the person and the model are told', async () => {
    const { editors, page, readFile } = window();
    await propose('d.txt');
    await editors.changedSide.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+Alt+Backspace');
    await page
      .getByText('Nothing is left of this change. Accepting it doesn’t change the file.', { exact: true })
      .waitFor();
    await editors.titleButton('Accept').click();
    assert.match(await told(), /The user left all of the edit out: .*d\.txt was not changed/);
    assert.equal(await readFile('d.txt'), before);
  });

  it('are none where the caret stands on none, which is said', async () => {
    const { chat, editors, page } = window();
    const card = await propose('e.txt');
    await editors.caretAfter('one', editors.changedSide);
    await page.keyboard.press('Control+Alt+Backspace');
    await page
      .getByText('There is no change here. Ctrl+F7 (macOS: Cmd+F7) goes to the next one.', { exact: true })
      .waitFor();
    await card.getByRole('button', { name: 'Reject' }).click();
    await chat.finished();
  });

  it('are left out in the editor of several files', async () => {
    const { chat, editors, gemini, openFile, page, readFile } = window();
    await openFile('shop.md');
    gemini
      .reply(call('rename_symbol', { file_path: 'shop.md', line: 1, symbol: 'Total', new_name: 'Price' }))
      .reply(text('As you like.'));
    await chat.send('Find a better name');
    const card = await chat.waitingCard('Rename Total to Price');
    await card.getByRole('button', { name: 'Open diff' }).click();
    await editors.tab(/changes in 2 files/).waitFor();
    const link = page.locator('.multiDiffEntry .editor.modified').filter({ hasText: 'shop.md#price' });
    await link.locator('.view-line').first().click();
    await page.keyboard.press('Control+Alt+Backspace');
    await page.locator('.multiDiffEntry .editor.modified').filter({ hasText: 'shop.md#total' }).waitFor();
    await editors.titleButton('Accept').click();
    assert.match(await told(), /The user left out 1 of 1 changes of till\.md, at line 1/);
    await eventually(async () => assert.equal(await readFile('shop.md'), shop.replace('Total', 'Price')));
    assert.equal(await readFile('till.md'), till);
  });
});

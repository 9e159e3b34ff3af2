import assert from 'node:assert/strict';
import { call, text } from '../support/gemini/replies';
import { eventually } from './support/eventually';
import { useChat } from './support/useChat';

const shop = '# Total\n\nAll that was sold.\n';
const till = 'See [the sum](shop.md#total).\n';
const list = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', ''];
const before = list.join('\n');
const changed = (...names: string[]) => list.map(line => (names.includes(line) ? line.toUpperCase() : line)).join('\n');

describe('a change under review', () => {
  const window = useChat({ sharesWindow: true, files: { 'shop.md': shop, 'till.md': till, 'a.txt': before } });

  it('of several files is accepted in the title bar of the one editor that shows them all, and the buttons go with it', async () => {
    const { chat, editors, gemini, openFile, readFile } = window();
    await openFile('shop.md');
    // What VS Code knows of Markdown renames a heading.
    gemini
      .reply(call('rename_symbol', { file_path: 'shop.md', line: 1, symbol: 'Total', new_name: 'Price' }))
      .reply(text('As you like.'));
    await chat.send('Find a better name');
    const card = await chat.waitingCard('Rename Total to Price');
    await card.getByRole('button', { name: 'Open diff' }).click();
    await editors.tab(/changes in 2 files/).waitFor();
    await editors.titleButton('Reject').waitFor();
    await openFile('till.md');
    await editors.titleButton('Accept').waitFor({ state: 'detached' });
    await editors.tab(/changes in 2 files/).click();
    await editors.titleButton('Accept').click();
    await chat.cardIn('Done', 'Rename Total to Price');
    await chat.finished();
    await eventually(async () => {
      assert.equal(await readFile('shop.md'), shop.replace('Total', 'Price'));
      assert.equal(await readFile('till.md'), till.replace('#total', '#price'));
    });
    await editors.titleButton('Accept').waitFor({ state: 'detached' });
  });

  it('is accepted without the parts that are left out in the diff, by its title bar and by key', async () => {
    const { chat, editors, gemini, page, readFile } = window();
    gemini
      .reply(call('write_file', { file_path: 'a.txt', content: changed('two', 'five', 'eight') }))
      .reply(text('As you like.'));
    await chat.send('Shout');
    const card = await chat.waitingCard('Write a.txt');
    await card.getByText('+3 −3').waitFor();
    await card.getByRole('button', { name: 'Open diff' }).click();
    await editors.changedSide.getByText('EIGHT').waitFor();
    await editors.caretAfter('FIVE', editors.changedSide);
    await editors.titleButton('Exclude This Change').click();
    await editors.changedSide.getByText('five', { exact: true }).waitFor();
    await card.getByText('+2 −2').waitFor();
    await card.getByText('edited in the diff', { exact: true }).waitFor();
    await page.keyboard.press('Control+z');
    await editors.changedSide.getByText('FIVE', { exact: true }).waitFor();
    await editors.caretAfter('TWO', editors.changedSide);
    await page.keyboard.press('Control+Alt+Backspace');
    await editors.changedSide.getByText('two', { exact: true }).waitFor();
    await editors.titleButton('Accept').click();
    await chat.text('As you like.').waitFor();
    await chat.finished();
    assert.equal(await readFile('a.txt'), changed('five', 'eight'));
  });
});

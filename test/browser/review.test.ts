import assert from 'node:assert/strict';
import { call, text } from '../support/gemini/replies';
import { eventually } from './support/eventually';
import { useChat } from './support/useChat';

const shop = '# Total\n\nAll that was sold.\n';
const till = 'See [the sum](shop.md#total).\n';

describe('a change of several files', () => {
  const window = useChat({ sharesWindow: true, files: { 'shop.md': shop, 'till.md': till } });

  /** Has a rename proposed and shown, all files in one editor. What VS Code knows of Markdown renames a heading. */
  async function propose(name: string) {
    const { chat, editors, gemini, openFile } = window();
    await openFile('shop.md');
    gemini
      .reply(call('rename_symbol', { file_path: 'shop.md', line: 1, symbol: 'Total', new_name: name }))
      .reply(text('As you like.'));
    await chat.send('Find a better name');
    const card = await chat.waitingCard(`Rename Total to ${name}`);
    await card.getByRole('button', { name: 'Open diff' }).click();
    await editors.tab(/changes in 2 files/).waitFor();
    await editors.titleButton('Accept').waitFor();
    return card;
  }

  it('is rejected in the title bar of the one editor that shows them all', async () => {
    const { chat, editors, readFile } = window();
    await propose('Cost');
    await editors.titleButton('Reject').click();
    await chat.cardIn('Rejected', 'Rename Total to Cost');
    await editors.tab(/changes in 2 files/).waitFor({ state: 'detached' });
    await chat.finished();
    assert.equal(await readFile('shop.md'), shop);
    assert.equal(await readFile('till.md'), till);
  });

  it('is accepted there, and the buttons go with the change', async () => {
    const { chat, editors, openFile, readFile } = window();
    await propose('Price');
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
});

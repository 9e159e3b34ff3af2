import assert from 'node:assert/strict';
import { call, text } from '../support/gemini/replies';
import { eventually } from './support/eventually';
import { quickInput, quickInputRow } from './support/quickInput';
import { useChat } from './support/useChat';

const capitals = (file_path: string, content: string) => call('write_file', { file_path, content });

describe('a chat', () => {
  const window = useChat({ sharesWindow: true });

  describe('a prompt that was sent', () => {
    it('takes nothing with it before it is sent, and its files on demand, by keys alone', async () => {
      const { chat, gemini, page, readFile, writeFile } = window();
      await writeFile('fruit.txt', 'apples\n');
      await writeFile('more.txt', 'melons\n');
      gemini.reply(capitals('fruit.txt', 'APPLES\n')).reply(text('Done.'));
      await chat.send('Write in capitals');
      await chat.waitingCard('Write fruit.txt');
      await chat.button('Accept').click();
      await chat.text('Done.').waitFor();
      await chat.finished();
      await chat.message.fill('half a sentence');
      const edit = chat.turns('You').last().getByRole('button', { name: 'Edit and send again' });
      await edit.focus();
      await page.keyboard.press('Enter');
      await eventually(async () => assert.equal(await chat.message.inputValue(), 'Write in capitals'));
      await chat.panel.getByRole('group', { name: 'Editing an earlier prompt' }).waitFor();
      await chat.text('Done.').waitFor();
      await page.keyboard.type(', please');
      await page.keyboard.press('Escape');
      await eventually(async () => assert.equal(await chat.message.inputValue(), 'half a sentence'));
      await chat.text('Done.').waitFor();
      assert.equal(await readFile('fruit.txt'), 'APPLES\n');

      await edit.focus();
      await page.keyboard.press('Enter');
      const files = chat.panel.getByRole('checkbox', { name: /restore 1 file/ });
      await files.waitFor();
      await chat.panel.getByText('What would change').click();
      await chat.panel.getByText('fruit.txt will be changed back').waitFor();
      await files.focus();
      await page.keyboard.press('Space');
      await chat.message.focus();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(' only');
      gemini.reply(text('As you like.'));
      await page.keyboard.press('Enter');
      await chat.text('As you like.').waitFor();
      await eventually(async () => assert.equal(await readFile('fruit.txt'), 'apples\n'));
      await chat.turns('You').getByText('Write in capitals only').waitFor();
      assert.equal(await chat.conversation.getByText('Done.').count(), 0);
      await eventually(async () => assert.equal(await chat.message.inputValue(), 'half a sentence'));
      await chat.message.fill('');
    });

    it('is found by its words, though an editor is open', async () => {
      const { chat, editors, gemini, openFile, page, writeFile } = window();
      await writeFile('open.txt', 'quinces\n');
      await openFile('open.txt');
      gemini.reply(text('Of quinces.'));
      await chat.ask('Speak about quinces');
      await chat.message.focus();
      await page.keyboard.press('Control+f');
      await page.keyboard.type('quinces');
      await chat.panel.getByRole('search', { name: 'Find in chat' }).getByText('1 of 2', { exact: true }).waitFor();
      assert.equal(await editors.active.locator('.find-widget.visible').count(), 0);
      await page.keyboard.press('Escape');
      await chat.panel.getByRole('search', { name: 'Find in chat' }).waitFor({ state: 'detached' });
    });
  });

  it('is renamed in the history, which comes back with its new name', async () => {
    const { chat, gemini, page } = window();
    gemini.reply(text('All there is to say of badgers.'));
    await chat.ask('Tell of badgers');
    await chat.button('History').click();
    const entry = quickInputRow(page, /^Tell of badgers/);
    await entry.hover();
    await entry.getByRole('button', { name: 'Rename' }).click();
    await quickInput(page).getByText('Name of the chat').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Black and white');
    await page.keyboard.press('Enter');
    await quickInputRow(page, /^Black and white/).waitFor();
    await page.keyboard.press('Escape');
  });
});

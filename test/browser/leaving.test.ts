import assert from 'node:assert/strict';
import { call, text } from '../support/gemini/replies';
import { eventually } from './support/eventually';
import { useChat } from './support/useChat';

describe('a new chat', () => {
  const window = useChat({ sharesWindow: true, files: { 'a.txt': 'a\n' } });

  describe('a chat that is left for a new one', () => {
    it('goes on waiting in History for what it waited for', async () => {
      const { chat, command, gemini, page, readFile, picture } = window();
      gemini.reply(call('write_file', { file_path: 'a.txt', content: 'A\n' })).reply(text('Written.'));
      await chat.send('Write in capitals');
      await chat.waitingCard('Write a.txt');
      await chat.button('New chat').click();
      await chat.turns('You').first().waitFor({ state: 'detached' });
      const waiting = chat.panel.getByTitle('1 other chat waits for your approval');
      await waiting.waitFor();
      await picture('panel-other-chat-waits');
      gemini.reply(text('Something else.'));
      // The first reply in the script is for the chat that waits; it is asked for when that goes on.
      await chat.message.fill('');
      await command('Pollux: History');
      await page
        .locator('.quick-input-list')
        .getByRole('option', { name: /^Write in capitals.*waiting for your approval/ })
        .first()
        .click();
      await chat.waitingCard('Write a.txt');
      await waiting.waitFor({ state: 'detached' });
      await chat.button('Accept').click();
      await chat.text('Written.').waitFor();
      assert.equal(await readFile('a.txt'), 'A\n');
      await chat.finished();
      await chat.ask('And now?');
      await chat.text('Something else.').waitFor();
    });
  });

  describe('Run everything', () => {
    const banner = () => window().chat.panel.getByText(/^Run everything is on/);

    it('is not what Enter answers, is plain to see while it holds, and ends with its chat', async () => {
      const { chat, page, picture } = window();
      const mode = chat.panel.getByRole('combobox', { name: 'Mode', exact: true });
      await chat.message.click();
      await mode.selectOption('yolo');
      await page.getByRole('dialog').getByRole('button', { name: 'Don’t allow' }).and(page.locator(':focus')).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      assert.equal(await mode.inputValue(), 'default');
      // The dialog gives the focus back.
      await eventually(async () => assert.ok(await mode.evaluate(({ ownerDocument }) => ownerDocument.hasFocus())));
      await page.keyboard.type('Rather not');
      await eventually(async () => assert.equal(await chat.message.inputValue(), 'Rather not'));
      await chat.message.fill('');
      await mode.selectOption('yolo');
      await page.getByRole('dialog').getByRole('button', { name: 'Allow everything' }).click();
      await banner().waitFor();
      await picture('panel-run-everything');
      assert.equal(await mode.inputValue(), 'yolo');
      await chat.button('New chat').click();
      await banner().waitFor({ state: 'detached' });
      await eventually(async () => assert.equal(await mode.inputValue(), 'default'));
    });
  });
});

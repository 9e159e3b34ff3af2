import assert from 'node:assert/strict';
import { call, text } from '../support/gemini/replies';
import { eventually } from './support/eventually';
import { quickInput, quickInputRow } from './support/quickInput';
import { useChat, type ChatWindow } from './support/useChat';

const picker = ({ page }: ChatWindow) => quickInput(page);
const row = ({ page }: ChatWindow, name: RegExp) => quickInputRow(page, name);
const capitals = (file_path: string, content: string) => call('write_file', { file_path, content });

describe('a chat', () => {
  const window = useChat({ sharesWindow: true });

  describe('a prompt that was sent', () => {
    it('can be changed and sent again; the model hears nothing of the first', async () => {
      const { chat, gemini } = window();
      gemini.reply(text('Pears, then.'));
      await chat.ask('Speak about pears');
      const turn = chat.turns('You').last();
      await turn.hover();
      await turn.getByRole('button', { name: 'Edit and send again' }).click();
      await eventually(async () => assert.equal(await chat.message.inputValue(), 'Speak about pears'));
      await chat.text('Pears, then.').waitFor();
      gemini.reply(text('Plums, then.'));
      await chat.ask('Speak about plums');
      await chat.text('Plums, then.').waitFor();
      assert.equal(await chat.conversation.getByText('pears').count(), 0);
      assert.doesNotMatch(JSON.stringify(gemini.requests.at(-1)!.contents), /pears/i);
      await chat.button('Edited: show what was replaced').click();
      await chat.text('Pears, then.').waitFor();
    });

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

    it('can be gone on from in a new chat, by keyboard, while the chat stays as it is', async () => {
      const { chat, command, gemini, page } = window();
      gemini.reply(text('Of cherries.'));
      await chat.ask('Speak about cherries');
      await chat.turns('You').last().getByRole('button', { name: 'Edit and send again' }).focus();
      await page.keyboard.press('Tab');
      await chat
        .turns('You')
        .last()
        .getByRole('button', { name: 'Fork from here' })
        .and(page.locator(':focus'))
        .waitFor();
      await page.keyboard.press('Enter');
      await chat.turns('You').first().waitFor({ state: 'detached' });
      await eventually(async () => assert.equal(await chat.message.inputValue(), 'Speak about cherries'));
      await chat.message.fill('');
      await command('Pollux: History');
      // The new chat stands above the one that it came of.
      await row(window(), /^Speak about cherries/)
        .last()
        .click();
      await chat.text('Of cherries.').waitFor();
    });

    it('can be gone back to from the palette, by its words', async () => {
      const { chat, command, gemini } = window();
      for (const fruit of ['figs', 'limes']) {
        gemini.reply(text(`Of ${fruit}.`));
        await chat.ask(`Speak about ${fruit}`);
      }
      await command('Pollux: Go Back to an Earlier Prompt');
      await row(window(), /^Speak about limes/).click();
      await eventually(async () => assert.equal(await chat.message.inputValue(), 'Speak about limes'));
      await chat.text('Of limes.').waitFor();
      await chat.message.press('Escape');
      await eventually(async () => assert.equal(await chat.message.inputValue(), ''));
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

    it('is summed up with /compress, which is no message to the model', async () => {
      const { chat, gemini } = window();
      gemini.reply(text('Short.'));
      await chat.ask('Be short');
      const before = gemini.requests.filter(({ method }) => method === 'streamGenerateContent').length;
      await chat.message.fill('/compress');
      await chat.button('Send').click();
      await chat.text(/compress/).waitFor();
      await chat.finished();
      assert.equal(gemini.requests.filter(({ method }) => method === 'streamGenerateContent').length, before);
      assert.equal(await chat.turns('You').getByText('/compress').count(), 0);
    });

    it('adds to the context, whose parts can be read with the keyboard', async () => {
      const { chat, gemini, page } = window();
      gemini.reply(text('Here you are.'));
      await chat.ask('Fill the context a little');
      const meter = chat.panel.getByRole('meter', { name: 'Context' });
      assert.match((await meter.getAttribute('aria-valuetext')) ?? '', /^Context: about [\d,]+ of [\d,]+ tokens\n/);
      await chat.message.focus();
      for (let i = 0; i < 6 && !(await meter.evaluate(each => each.matches(':focus'))); i++) {
        await page.keyboard.press('Tab');
      }
      await meter.getByText('Your messages').waitFor();
    });
  });

  describe('what the model asks', () => {
    it('is answered in a form with the keyboard alone', async () => {
      const { chat, gemini, page } = window();
      const options = [{ label: 'SQLite', description: 'One file' }, { label: 'PostgreSQL' }];
      const questions = [
        { question: 'Which store?', header: 'Store', options },
        { question: 'Anything else?', type: 'text', placeholder: 'Wishes' },
      ];
      gemini.reply(call('ask_user', { questions })).reply(text('Good choice.'));
      await chat.send('Set up a store');
      const card = await chat.waitingCard('Ask 2 questions');
      const accept = card.getByRole('button', { name: 'Accept' });
      await card.getByRole('radio', { name: /^SQLite/ }).focus();
      await chat.takesKeys(card);
      await page.keyboard.press('ArrowDown');
      assert.equal(await card.getByRole('radio', { name: 'PostgreSQL' }).isChecked(), true);
      assert.equal(await accept.isDisabled(), true);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.type('Backups');
      await page.keyboard.press('Enter');
      await chat.text('Good choice.').waitFor();
      await chat.finished();
      const told = gemini.requests.at(-1)!.toolOutputs.join('');
      assert.match(told, /PostgreSQL/);
      assert.match(told, /Backups/);
    });
  });

  describe('the history', () => {
    /** Has a chat about `subject` and opens the list. */
    async function openHistory(subject: string): Promise<void> {
      const { chat, gemini } = window();
      gemini.reply(text(`All there is to say of ${subject}.`));
      await chat.ask(`Tell of ${subject}`);
      await chat.button('History').click();
      await row(window(), new RegExp(`^Tell of ${subject}`)).waitFor();
    }
    async function press(name: string, subject: string): Promise<void> {
      const entry = row(window(), new RegExp(`^Tell of ${subject}`));
      await entry.hover();
      await entry.getByRole('button', { name }).click();
    }

    it('finds what was said in a chat', async () => {
      const { page } = window();
      await openHistory('otters');
      await picker(window()).getByPlaceholder('Search in all chats').fill('there is to say');
      await row(window(), /^Tell of otters.*All there is to say of otters/).waitFor();
      await page.keyboard.press('Escape');
    });

    it('renames a chat and comes back with its new name', async () => {
      const { page } = window();
      await openHistory('badgers');
      await press('Rename', 'badgers');
      await picker(window()).getByText('Name of the chat').waitFor();
      await page.keyboard.press('Control+a');
      await page.keyboard.type('Black and white');
      await page.keyboard.press('Enter');
      await row(window(), /^Black and white/).waitFor();
      await page.keyboard.press('Escape');
    });

    it('deletes a chat for good after asking', async () => {
      const { page } = window();
      await openHistory('moles');
      await press('Delete', 'moles');
      const dialog = page.getByRole('dialog').filter({ hasText: 'Permanently delete this chat?' });
      await dialog.getByText('Tell of moles').waitFor();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await row(window(), /^Tell of/)
        .first()
        .waitFor();
      assert.equal(await row(window(), /^Tell of moles/).count(), 0);
      await page.keyboard.press('Escape');
    });

    it('exports a chat as a file, which it opens', async () => {
      const { editors, readFile } = window();
      await openHistory('hares');
      await press('Export', 'hares');
      await picker(window()).getByRole('button', { name: 'OK' }).click();
      await editors.tab(/Tell-of-hares\.md/).waitFor();
      assert.match(await readFile('Tell-of-hares.md'), /All there is to say of hares\./);
    });
  });
});

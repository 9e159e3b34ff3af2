import assert from 'node:assert/strict';
import { text } from '../support/gemini/replies';
import { expectAccessible } from './support/accessibility';
import { eventually } from './support/eventually';
import { quickInput } from './support/quickInput';
import { useChat } from './support/useChat';

const COMMAND = 'description = "Greets"\nprompt = "Greet {{args}} warmly."\n';

describe('what is typed at / and @', () => {
  const window = useChat({
    sharesWindow: true,
    files: { 'notes.md': 'Two blanks.\n', '.gemini/commands/greet.toml': COMMAND },
    startsAnew: false,
  });
  const option = (name: RegExp) => window().chat.panel.getByRole('option', { name });
  const sent = async () => {
    const { chat, gemini } = window();
    const before = gemini.requests.length;
    gemini.reply(text('I see.'));
    await chat.message.press('Escape');
    await chat.message.press('Enter');
    await eventually(() => assert.ok(gemini.requests.length > before));
    await chat.finished();
    return gemini.requests.at(-1)!.prompt;
  };

  it('is a file, taken from the list by keyboard, whose text is sent', async () => {
    const { chat } = window();
    await chat.message.pressSequentially('Look at @notes');
    await option(/^notes\.md/)
      .first()
      .waitFor();
    await expectAccessible(chat);
    await chat.message.press('Tab');
    assert.match(await sent(), /Two blanks\./);
  });

  it('is a command of a file, in the list with what it does', async () => {
    const { chat } = window();
    await chat.message.pressSequentially('/gre');
    await option(/^\/greet.*Greets/).waitFor();
    await expectAccessible(chat);
    await chat.message.press('Enter');
    await chat.message.pressSequentially('Ada');
    assert.match(await sent(), /Greet Ada warmly\./);
  });

  it('is a command that opens what the palette opens, and says in the chat what came of it', async () => {
    const { chat, command, page } = window();
    const row = quickInput(page).getByRole('option', { name: /Ask first/ });
    await chat.message.pressSequentially('/mode');
    await chat.message.press('Escape');
    await chat.message.press('Enter');
    await row.waitFor();
    await page.keyboard.press('Escape');
    await chat.conversation
      .locator('.notice')
      .filter({ hasText: '/mode' })
      .filter({ hasText: /Nothing was changed/ })
      .waitFor();
    await command('Pollux: Select Mode');
    await row.waitFor();
    await page.keyboard.press('Escape');
  });
});

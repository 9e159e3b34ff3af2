import assert from 'node:assert/strict';
import { finish, hang, text } from '../support/gemini/replies';
import { freePort } from '../support/serving';
import { eventually } from './support/eventually';
import { useChat } from './support/useChat';

describe('when something goes wrong', () => {
  const window = useChat({
    sharesWindow: true,
    settings: { 'pollux.maxAttempts': 1 },
  });

  /** Whatever happened, the session can be used. */
  async function expectUsable(): Promise<void> {
    const { chat, gemini } = window();
    gemini.reply(text('All is well again.'));
    await chat.ask('And now?');
    await chat.text('All is well again.').waitFor();
  }

  /** Resolves when settings that were changed together with the model have arrived. */
  async function expectModel(model: string): Promise<void> {
    const picker = window().chat.panel.getByRole('combobox', { name: 'Model' });
    await eventually(async () => assert.equal(await picker.inputValue(), model));
  }

  it('says that the connection was refused, and tries again when told to', async () => {
    const { chat, configure, gemini } = window();
    configure({ 'pollux.baseUrl': `http://127.0.0.1:${await freePort()}`, 'pollux.model': 'nobody-home' });
    await expectModel('nobody-home');
    try {
      await chat.ask('Hello');
      await chat.text(/refused the connection/).waitFor();
    } finally {
      configure({ 'pollux.baseUrl': '', 'pollux.model': 'somebody-home' });
    }
    await expectModel('somebody-home');
    gemini.reply(text('Here I am.'));
    await chat.button('Try again').last().click();
    await chat.text('Here I am.').waitFor();
    await chat.finished();
  });

  it('goes on where the answer was cut off', async () => {
    const { chat, gemini } = window();
    gemini.reply(text('One, two, '), finish('MAX_TOKENS'));
    await chat.ask('Count');
    gemini.reply(text('three.'));
    await chat.button('Continue').last().click();
    await chat.text('three.').waitFor();
    await chat.finished();
    await expectUsable();
  });

  it('stops at once, though the service is silent', async () => {
    const { chat, gemini } = window();
    gemini.reply(hang({ before: 'headers' }));
    await chat.send('Hello');
    await chat.panel.getByText(/^\d+s$/).waitFor();
    await eventually(() => assert.equal(gemini.pendingReplies, 0));
    await chat.stop();
    assert.equal(await gemini.requests.at(-1)!.ended, 'aborted');
    await expectUsable();
  });
});

import assert from 'node:assert/strict';
import { text } from '../support/gemini/replies';
import { eventually } from './support/eventually';
import { useChat } from './support/useChat';

describe('a prompt that is sent while a run goes on', () => {
  const window = useChat({ sharesWindow: true });
  const queued = () => window().chat.panel.getByRole('group', { name: 'Queued prompt' });

  /** Has an answer under way, and two prompts sent meanwhile; opening the gate ends the answer. */
  async function sendMeanwhile() {
    const { chat, gemini, page } = window();
    const gate = gemini.gate();
    gemini.reply(text('One, '), gate, text('two.'));
    await chat.send('Count');
    await chat.text('One,').waitFor();
    for (const prompt of ['Now backwards', 'And in French']) {
      await chat.message.fill(prompt);
      await page.keyboard.press('Enter');
      await queued().getByText(prompt).waitFor();
    }
    await queued()
      .getByText(/^Sent next: Now backwards\s+And in French$/)
      .waitFor();
    assert.equal(await chat.message.inputValue(), '');
    return gate;
  }

  it('waits in sight for the end of it, and is then sent', async () => {
    const { chat, gemini } = window();
    const gate = await sendMeanwhile();
    gemini.reply(text('Deux, un.'));
    gate.open();
    await chat.text('Deux, un.').waitFor();
    await chat.finished();
    assert.equal(await queued().count(), 0);
    assert.deepEqual(gemini.requests.at(-1)!.contents.at(-1)?.parts, [{ text: 'Now backwards\n\nAnd in French' }]);
  });

  it('can be taken back into the message box', async () => {
    const { chat, gemini } = window();
    const gate = await sendMeanwhile();
    await queued().getByRole('button', { name: 'Take back' }).click();
    await eventually(async () => assert.equal(await chat.message.inputValue(), 'Now backwards\n\nAnd in French'));
    assert.equal(await queued().count(), 0);
    const before = gemini.requests.length;
    gate.open();
    await chat.text('One, two.').waitFor();
    await chat.finished();
    assert.equal(gemini.requests.length, before);
    await chat.message.fill('');
  });

  it('is not sent by itself after the run was stopped, nor lost with the window', async () => {
    const { chat, gemini, openPanel, reload } = window();
    await sendMeanwhile();
    await chat.stop();
    await queued()
      .getByText(/^Not sent yet: Now backwards/)
      .waitFor();
    await reload();
    await openPanel();
    await queued()
      .getByText(/^Not sent yet: Now backwards/)
      .waitFor();
    gemini.reply(text('Deux, un.'));
    await queued().getByRole('button', { name: 'Send now' }).click();
    await chat.text('Deux, un.').waitFor();
    await chat.finished();
    assert.equal(await queued().count(), 0);
  });
});

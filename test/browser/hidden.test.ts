import assert from 'node:assert/strict';
import { text } from '../support/gemini/replies';
import { useChat } from './support/useChat';

describe('a chat that is hidden or left', () => {
  const window = useChat({ sharesWindow: true });

  it('keeps streaming while the panel is hidden', async () => {
    const { chat, gemini, openPanel, page } = window();
    const gate = gemini.gate();
    gemini.reply(text('Before it was hidden. '), gate, text('While it was hidden.'));
    await chat.send('Tell me a story');
    await chat.text('Before it was hidden.').waitFor();
    await page.getByRole('tab', { name: /^Explorer/ }).click();
    await page.locator('.explorer-folders-view').waitFor();
    gate.open();
    await openPanel();
    await chat.text('Before it was hidden. While it was hidden.').waitFor();
    await chat.finished();
  });

  it('takes the stream up again in a panel that was closed with the side bar', async () => {
    const { chat, command, gemini, openPanel } = window();
    const gate = gemini.gate();
    gemini.reply(text('One, '), gate, text('two.'));
    await chat.send('Count');
    await chat.text('One,').waitFor();
    await command('View: Toggle Primary Side Bar Visibility');
    await chat.message.waitFor({ state: 'hidden' });
    await openPanel();
    await chat.text('One,').waitFor();
    gate.open();
    await chat.text('One, two.').waitFor();
    await chat.finished();
  });

  it('brings an earlier chat back from the history, and goes on with it', async () => {
    const { chat, gemini, page } = window();
    gemini.reply(text('Apples are round.'));
    await chat.ask('Speak about apples');
    await chat.startAnew();
    gemini.reply(text('Bananas are bent.'));
    await chat.ask('Speak about bananas');
    assert.equal(await chat.turns('You').getByText('apples').count(), 0);

    await chat.button('History').click();
    await page
      .locator('.quick-input-list')
      .getByRole('option', { name: /^Speak about apples/ })
      .click();
    await chat.text('Apples are round.').waitFor();
    assert.equal(await chat.text('Bananas are bent.').count(), 0);
    gemini.reply(text('And red.'));
    await chat.ask('More of that');
    const said = gemini.requests
      .at(-1)!
      .contents.flatMap(content => content.parts ?? [])
      .map(part => part.text);
    assert.ok(said.includes('Apples are round.'));
    assert.ok(!said.includes('Bananas are bent.'));
  });

  it('lets a chat go on behind a new one, and brings it back', async () => {
    const { chat, gemini, page } = window();
    const gate = gemini.gate();
    gemini.reply(text('On and on, '), gate, text('to the end.'));
    await chat.send('Never stop');
    await chat.text('On and on,').waitFor();
    const request = gemini.requests.at(-1)!;
    await chat.startAnew();
    gemini.reply(text('Something else.'));
    await chat.ask('Start over');
    await chat.text('Something else.').waitFor();
    gate.open();
    assert.equal(await request.ended, 'completed');
    assert.equal(await chat.text('On and on').count(), 0);
    await chat.button('History').click();
    await page
      .locator('.quick-input-list')
      .getByRole('option', { name: /^Never stop/ })
      .click();
    await chat.text('On and on, to the end.').waitFor();
    assert.equal(await chat.text('Something else.').count(), 0);
  });
});

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { call, text } from '../support/gemini/replies';
import { eventually } from './support/eventually';
import { useChat } from './support/useChat';

const before = 'color = "red"\n';
const paint = call('replace', { file_path: 'paint.py', old_string: 'red', new_string: 'blue' });

describe('closing and reloading', () => {
  const window = useChat({ sharesWindow: true, files: { 'paint.py': before, 'other.py': '' } });

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

  it('loses nothing that was shown, nor the draft, when the window is reloaded in the middle of a stream', async () => {
    const { chat, gemini, openPanel, reload, server } = window();
    gemini.reply(text('First **half**, '), gemini.gate(), text('never sent'));
    await chat.send('Write a poem');
    await chat.text('First half,').waitFor();
    await chat.message.click();
    await chat.message.pressSequentially('Half a thought');
    const storage = join(server.logs, '..', 'User', 'workspaceStorage');
    await eventually(() => {
      const files = readdirSync(storage, { recursive: true, encoding: 'utf8' });
      const states = files.filter(file => basename(file) === 'state.json').map(file => join(storage, file));
      assert.ok(states.some(file => readFileSync(file, 'utf8').includes('Half a thought')));
    });
    await reload();
    await openPanel();
    await chat.turns('You').getByText('Write a poem').waitFor();
    await chat.text('First half,').waitFor();
    await chat.text('The editor was closed or reloaded while Pollux was working.').waitFor();
    assert.equal(await chat.message.inputValue(), 'Half a thought');
    await chat.message.fill('');

    gemini.reply(text('Second half.'));
    await chat.button('Continue').click();
    await chat.text('Second half.').waitFor();
    await chat.finished();
    const said = gemini.requests
      .at(-1)!
      .contents.flatMap(content => content.parts ?? [])
      .map(part => part.text ?? '');
    assert.ok(said.includes('First **half**, '));
  });

  it('grants nothing when the window is reloaded while an edit waits', async () => {
    const { chat, editors, gemini, openPanel, readFile, reload } = window();
    gemini.reply(text('I would paint it.'), paint);
    await chat.send('Paint it blue');
    const card = await chat.waitingCard('Edit paint.py');
    await card.getByRole('button', { name: 'Open diff' }).click();
    await editors.titleButton('Accept').waitFor();
    await reload();
    await openPanel();
    await chat.text('I would paint it.').waitFor();
    await chat.cardIn('Cancelled', 'Edit paint.py');
    assert.equal(await chat.button('Accept').count(), 0);
    await editors.diff.waitFor({ state: 'detached' });
    assert.equal(await readFile('paint.py'), before);

    gemini.reply(text('Asking again.'), paint).reply(text('Painted.'));
    await chat.send('Once more');
    await (await chat.waitingCard('Edit paint.py')).getByRole('button', { name: 'Accept' }).click();
    await chat.text('Painted.').waitFor();
    assert.equal(await readFile('paint.py'), before.replace('red', 'blue'));
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

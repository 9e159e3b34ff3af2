import assert from 'node:assert/strict';
import { call, text } from '../support/gemini/replies';
import { eventually } from './support/eventually';
import { useChat } from './support/useChat';

const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', ''];
const before = words.join('\n');
const changed = (...names: string[]) =>
  words.map(word => (names.includes(word) ? word.toUpperCase() : word)).join('\n');
const all = changed('two', 'five', 'eight');
const names = ['a.txt', 'b.txt', 'c.txt'];

describe('the review of all that came of a prompt', () => {
  const window = useChat({
    sharesWindow: true,
    files: Object.fromEntries(names.map(name => [name, before])),
    viewport: { width: 1280, height: 900 },
    settings: { 'pollux.workAheadAfter': 1 },
  });
  const reads = (name: string, wanted: string) =>
    eventually(async () => assert.equal(await window().readFile(name), wanted));
  const writes = () => names.map(file => call('write_file', { file_path: file, content: all }));
  const lens = (name: string) => window().page.locator('.codelens-decoration a').filter({ hasText: name });

  it('is one decision about edits that the agent has gone on from, with nothing written before', async () => {
    const { chat, gemini, readFile, page, picture } = window();
    gemini
      .reply(...writes())
      .reply(call('read_file', { file_path: 'b.txt' }))
      .reply(text('All three are loud.'));
    await chat.send('Shout');
    await chat.text('All three are loud.').waitFor();
    const bar = chat.panel.getByRole('group', { name: 'Edits waiting for you' });
    await bar.getByText('3 edits in 3 files wait for you').waitFor();
    assert.match(gemini.requests.at(-1)?.toolOutputs.join('\n') ?? '', /EIGHT/, 'the agent reads what it proposed');
    for (const name of names) assert.equal(await readFile(name), before);
    assert.equal(await page.locator('.part.editor').getByRole('tab').count(), 0, 'nothing opens by itself');
    assert.ok(await chat.message.evaluate(box => box === document.activeElement));
    await bar.getByText('Files', { exact: true }).click();
    await picture('proposed', ['light', 'dark']);
    await bar.getByRole('button', { name: 'Reject the edit of b.txt' }).click();
    await bar.getByText('2 edits in 2 files wait for you').waitFor();
    gemini.reply(text('Then not.'));
    await bar.getByRole('button', { name: 'Accept all' }).click();
    await chat.text('Then not.').waitFor();
    await chat.finished();
    await bar.waitFor({ state: 'detached' });
    await reads('a.txt', all);
    await reads('c.txt', all);
    assert.equal(await readFile('b.txt'), before);
    assert.match(JSON.stringify(gemini.requests.at(-1)), /edits_decided/);
  });

  it('is offered all at once, while the agent waits for the decisions', async () => {
    const { chat, gemini, configure, readFile, writeFile } = window();
    for (const name of names) await writeFile(name, before);
    configure({ 'pollux.workAheadAfter': 600 });
    await chat.startAnew();
    gemini.reply(...writes()).reply(text('All three are loud.'));
    const asked = gemini.requests.length;
    await chat.send('Shout');
    const bar = chat.panel.getByRole('group', { name: 'Edits waiting for you' });
    await bar.getByText('3 edits in 3 files wait for you').waitFor();
    for (const name of names) {
      await chat.waitingCard(`Write ${name}`);
      assert.equal(await readFile(name), before);
    }
    assert.equal(gemini.requests.length, asked + 1);
    await bar.getByRole('button', { name: 'Accept all' }).click();
    await chat.text('All three are loud.').waitFor();
    await chat.finished();
    for (const name of names) await reads(name, all);
  });

  it('goes on to the next edit after a decision in the diff, and back to the chat after the last', async () => {
    const { chat, editors, gemini, page, readFile, writeFile } = window();
    for (const name of names) await writeFile(name, before);
    await chat.startAnew();
    gemini.reply(...writes()).reply(text('Two of three are loud.'));
    await chat.send('Shout');
    const bar = chat.panel.getByRole('group', { name: 'Edits waiting for you' });
    await bar.waitFor();
    await page.keyboard.press('Control+F7');
    await page.locator('.tab.active').getByText('a.txt').waitFor();
    await bar.getByRole('button', { name: 'Review' }).click();
    for (const [name, keys] of [
      ['a.txt', 'Control+Enter'],
      ['b.txt', 'Control+Alt+Shift+Backspace'],
      ['c.txt', 'Control+Enter'],
    ] as const) {
      await page.locator('.tab.active').getByText(name).waitFor();
      await editors.changedSide.locator('.native-edit-context:focus').waitFor({ state: 'attached' });
      await page.keyboard.press(keys);
    }
    await chat.text('Two of three are loud.').waitFor();
    await editors.diff.waitFor({ state: 'detached' });
    await eventually(async () => assert.ok(await chat.message.evaluate(box => box === document.activeElement)));
    await page.keyboard.type('Thanks');
    assert.equal(await chat.message.inputValue(), 'Thanks');
    await reads('a.txt', all);
    await reads('c.txt', all);
    assert.equal(await readFile('b.txt'), before);
    await chat.message.fill('');
  });

  it('is a few clicks where edits are made at once, with one step back', async () => {
    const { chat, gemini, configure, openFile, picture, writeFile } = window();
    for (const name of names) await writeFile(name, before);
    configure({ 'pollux.review': 'after' });
    await chat.startAnew();
    // The prompt may be quicker than the setting; a chat without a prompt shows what it would begin with.
    const mode = chat.panel.getByRole('combobox', { name: 'Mode', exact: true });
    await eventually(async () => assert.equal(await mode.inputValue(), 'autoEdit'));
    gemini.reply(...writes()).reply(text('All three are loud.'));
    await chat.ask('Shout');
    const bar = chat.panel.getByRole('group', { name: 'Changes to review' });
    await bar.getByText('9 changes in 3 files').waitFor();
    let clicks = 0;
    const press = async (name: string) => {
      clicks++;
      await bar.getByRole('button', { name, exact: true }).click();
    };
    await bar.getByText('Files', { exact: true }).click();
    await picture('made');
    await press('Keep the changes of a.txt');
    await bar.getByText('6 changes in 2 files').waitFor();
    await press('Undo the changes of b.txt');
    await bar.getByText('3 changes in 1 file').waitFor();
    await openFile('c.txt');
    clicks += 2;
    await lens('Undo').first().click();
    await bar.getByText('2 changes in 1 file').waitFor();
    await press('Keep all');
    await press('Take back');
    await bar.getByText('2 changes in 1 file').waitFor();
    await press('Keep all');
    await bar.getByText('No changes to review').waitFor();
    assert.ok(clicks <= 12, `${clicks} clicks`);
    await reads('a.txt', all);
    await reads('b.txt', before);
    await reads('c.txt', changed('five', 'eight'));
  });
});

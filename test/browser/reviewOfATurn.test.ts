import assert from 'node:assert/strict';
import { call, text } from '../support/gemini/replies';
import { all, before, names } from '../support/nineWords';
import { eventually } from './support/eventually';
import { useChat } from './support/useChat';

describe('the review of all that came of a prompt', () => {
  const window = useChat({
    sharesWindow: true,
    files: Object.fromEntries(names.map(name => [name, before])),
    viewport: { width: 1280, height: 900 },
  });
  const reads = (name: string, wanted: string) =>
    eventually(async () => assert.equal(await window().readFile(name), wanted));
  const writes = () => names.map(file => call('write_file', { file_path: file, content: all }));

  it('goes on to the next edit after a decision in the diff, and back to the chat after the last', async () => {
    const { chat, editors, gemini, page, readFile } = window();
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
});

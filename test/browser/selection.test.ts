import assert from 'node:assert/strict';
import { text } from '../support/gemini/replies';
import { eventually } from './support/eventually';
import { useChat } from './support/useChat';

const code = ['// one', 'function add(a, b) {', '  return a - b;', '}', '// end', ''].join('\n');
const selected = 'function add(a, b) {\n  return a - b;\n}';

describe('on a selection', () => {
  const window = useChat({ sharesWindow: true, files: { 'src/sum.js': code } });

  beforeEach('select a function', async () => {
    const { editors, openFile } = window();
    await openFile('src/sum.js');
    await editors.selectLines('function add(a, b) {', '}');
  });

  /** The prompt that has reached the model; it comes with path, line numbers and code. */
  async function prompted(): Promise<string> {
    const { chat, gemini } = window();
    await chat.turns('You').getByText('src/sum.js:2-4').waitFor();
    await chat.text('I see.').waitFor();
    await chat.finished();
    const { prompt } = gemini.requests.at(-1)!;
    assert.match(prompt, /src\/sum\.js/);
    assert.match(prompt, /2\D+4/);
    assert.ok(prompt.includes(selected), prompt);
    return prompt;
  }

  it('is asked about once, however often that is pressed, with the caret in the message box then', async () => {
    const { chat, gemini, page, readFile } = window();
    gemini.reply(text('I see.'));
    await page.keyboard.press('Control+Alt+i');
    await page.locator('.quick-input-widget').getByPlaceholder('What do you want to know?').waitFor();
    await page.keyboard.press('Control+Alt+i');
    await page.keyboard.type('Why?');
    await page.keyboard.press('Enter');
    assert.match(await prompted(), /Why\?/);
    assert.equal(await chat.turns('You').count(), 1);
    await chat.panel.locator('textarea:focus').waitFor();
    await page.keyboard.type('And then?');
    await eventually(async () => assert.equal(await chat.message.inputValue(), 'And then?'));
    assert.equal(await readFile('src/sum.js'), code);
    await chat.message.fill('');
  });

  it('gives the focus back to the editor when nothing is asked', async () => {
    const { chat, editors, page } = window();
    await page.keyboard.press('Control+Alt+i');
    await page.locator('.quick-input-widget').getByPlaceholder('What do you want to know?').waitFor();
    await page.keyboard.press('Escape');
    await editors.active.and(page.locator('.focused')).waitFor();
    assert.equal(await chat.turns('You').count(), 0);
  });

  it('is offered in the context menu', async () => {
    const { editors, gemini, page } = window();
    gemini.reply(text('I see.'));
    await editors.active.locator('.view-line').filter({ hasText: 'return' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Pollux' }).hover();
    // A menu that has just opened ignores a button that is let go at once.
    await page.getByRole('menuitem', { name: 'Explain' }).click({ delay: 200 });
    assert.match(await prompted(), /Explain the attached code/);
  });

  it('is offered by the lightbulb', async () => {
    const { gemini, page } = window();
    gemini.reply(text('I see.'));
    await page.keyboard.press('Control+.');
    await page.getByRole('option', { name: 'Explain with Pollux' }).click();
    assert.match(await prompted(), /Explain the attached code/);
  });
});

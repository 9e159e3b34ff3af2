import assert from 'node:assert/strict';
import { text } from '../support/gemini/replies';
import { eventually } from './support/eventually';
import { answerInputBox } from './support/quickInput';
import { useChat } from './support/useChat';

const code = ['// one', 'function add(a, b) {', '  return a - b;', '}', '// end', ''].join('\n');
const selected = 'function add(a, b) {\n  return a - b;\n}';

describe('on a selection', () => {
  const window = useChat({ sharesWindow: true, files: { 'src/sum.js': code, 'src/broken.json': '{ "a": 1,, }\n' } });

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

  it('Explain sends the code with its place', async () => {
    const { command, gemini } = window();
    gemini.reply(text('I see.'));
    await command('Pollux: Explain');
    assert.match(await prompted(), /Explain the attached code/);
  });

  it('Ask… asks for the question first', async () => {
    const { command, gemini, page } = window();
    gemini.reply(text('I see.'));
    await command('Pollux: Ask…');
    await answerInputBox(page, 'What do you want to know?', 'Why minus?');
    assert.match(await prompted(), /Why minus\?/);
  });

  it('Edit… asks what should change', async () => {
    const { command, gemini, page } = window();
    gemini.reply(text('I see.'));
    await command('Pollux: Edit…');
    await answerInputBox(page, 'What should change?', 'Make it plus');
    assert.match(await prompted(), /Make it plus/);
  });

  it('sends the text as it is in the editor, saved or not', async () => {
    const { command, chat, editors, gemini, page, readFile } = window();
    await editors.caretAfter('return a - b;');
    await page.keyboard.type(' // unsaved');
    await editors.selectLines('function add(a, b) {', '}');
    gemini.reply(text('I see.'));
    await command('Pollux: Explain');
    await chat.text('I see.').waitFor();
    assert.match(gemini.requests.at(-1)!.prompt, /return a - b; \/\/ unsaved/);
    assert.equal(await readFile('src/sum.js'), code);
  });

  it('Add to Chat attaches the lines, to be sent with what is typed next', async () => {
    const { chat, command, gemini, page } = window();
    await command('Pollux: Add to Chat');
    await chat.panel.getByRole('list', { name: 'Attachments' }).getByText('sum.js:2-4').waitFor();
    await chat.panel.locator('textarea:focus').waitFor();
    await page.keyboard.type('What is this?');
    gemini.reply(text('I see.'));
    await page.keyboard.press('Enter');
    assert.match(await prompted(), /What is this\?/);
    await chat.panel.getByRole('list', { name: 'Attachments' }).waitFor({ state: 'detached' });
  });

  it('an attachment can be taken away again', async () => {
    const { chat, command } = window();
    await command('Pollux: Add to Chat');
    await chat.button('Remove sum.js:2-4').click();
    await chat.panel.getByRole('list', { name: 'Attachments' }).waitFor({ state: 'detached' });
  });

  it('leaves the attachments of the message box and its text to the next prompt', async () => {
    const { chat, command, editors, gemini } = window();
    await editors.selectLines('// one', '// one');
    await command('Pollux: Add to Chat');
    await chat.message.fill('Later');
    await editors.selectLines('function add(a, b) {', '}');
    gemini.reply(text('I see.'));
    await command('Pollux: Explain');
    assert.doesNotMatch(await prompted(), /\/\/ one/);
    await chat.panel.getByRole('list', { name: 'Attachments' }).getByText('sum.js:1').waitFor();
    assert.equal(await chat.message.inputValue(), 'Later');
    await chat.button('Remove sum.js:1').click();
    await chat.message.fill('');
  });

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

  it('goes to the chat that was used last, also in a tab', async () => {
    const { chat, command, editors, gemini, openFile, page } = window();
    await command('Pollux: Open Chat in Editor');
    const frames = 'iframe.webview[src*="extensionId=pollux-dev.pollux"]:not([src*="purpose=webviewView"])';
    const tab = page.locator(frames).filter({ visible: true }).contentFrame().frameLocator('#active-frame');
    await tab.getByRole('textbox', { name: 'Message' }).click();
    await openFile('src/sum.js');
    await editors.selectLines('function add(a, b) {', '}');
    gemini.reply(text('I see.'));
    await command('Pollux: Explain');
    await editors.tab(/Explain the attached code/).click();
    await tab.getByRole('log', { name: 'Conversation' }).getByText('I see.').waitFor();
    assert.equal(await chat.turns('You').count(), 0);
    await editors.closeAll();
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

  it('Fix at a problem tells the model what the editor reports', async () => {
    const { chat, editors, gemini, openFile, page } = window();
    await openFile('src/broken.json');
    await editors.active.locator('.squiggly-error').first().waitFor();
    await editors.caretAfter('{ "a": 1,, }');
    await page.keyboard.press('Home');
    for (let column = 0; column < 9; column++) await page.keyboard.press('ArrowRight');
    gemini.reply(text('I see.'));
    // The bulb comes when the editor has asked for actions; a menu opened before it would be closed again.
    await page.locator('.monaco-editor [class*="lightbulb"], .monaco-editor .codicon-light-bulb').first().waitFor();
    await page.keyboard.press('Control+.');
    await page.getByRole('option', { name: 'Fix with Pollux' }).click();
    await chat.text('I see.').waitFor();
    const { prompt } = gemini.requests.at(-1)!;
    assert.match(prompt, /fix what is wrong/i);
    assert.match(prompt, /The editor reports:\n- line 1: /);
    assert.match(prompt, /"a": 1,,/);
  });
});

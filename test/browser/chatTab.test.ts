import assert from 'node:assert/strict';
import { call, text } from '../support/gemini/replies';
import { Chat } from './support/chat';
import { eventually } from './support/eventually';
import { useChat } from './support/useChat';

const before = 'color = "red"\n';
const paint = call('replace', { file_path: 'paint.py', old_string: 'red', new_string: 'blue' });
const page = 'iframe.webview[src*="extensionId=pollux-dev.pollux"]:not([src*="purpose=webviewView"])';

describe('a chat as a tab among the editors', () => {
  const window = useChat({ sharesWindow: true, files: { 'paint.py': before, 'other.py': 'other\n' } });

  /** What the tab shows that is looked at. */
  const inTab = () => {
    const opened = window();
    const panel = () =>
      opened.page.locator(page).filter({ visible: true }).contentFrame().frameLocator('#active-frame');
    return new Chat({ page: opened.page, panel, openPanel: opened.openPanel });
  };

  it('goes on there while the view shows another one', async () => {
    const { chat, command, editors, gemini, page, readFile } = window();
    const tab = inTab();
    gemini.reply(text('A red one.'));
    await chat.ask('What is painted');
    await chat.message.fill('Half a thought');
    await command('Pollux: Open Chat in Editor');
    await editors.tab(/^What is painted/).waitFor();
    await tab.text('A red one.').waitFor();
    assert.equal(await tab.message.inputValue(), 'Half a thought');
    await chat.turns('You').first().waitFor({ state: 'detached' });
    assert.equal(await chat.message.inputValue(), '');

    const [here, there] = [gemini.gate(), gemini.gate()];
    gemini.reply(text('In the '), here, text('view.'));
    await chat.send('Where are you');
    await chat.text('In the').waitFor();
    gemini.reply(text('In the '), there, paint).reply(text('Painted.'));
    await tab.send('Paint it blue');
    await tab.text('In the').waitFor();
    here.open();
    await chat.text('In the view.').waitFor();
    await chat.finished();
    there.open();
    const card = await tab.waitingCard('Edit paint.py');
    await editors.tab(/waiting for approval/).waitFor();
    await tab.takesKeys(card);
    await card.getByRole('button', { name: 'Accept', exact: true }).focus();
    await page.keyboard.press('Enter');
    await tab.text('Painted.').waitFor();
    await tab.finished();
    assert.equal(await readFile('paint.py'), before.replace('red', 'blue'));
    assert.equal(await chat.text('Painted.').count(), 0);
  });

  it('has what is being edited, and the place read, after it was hidden, and goes back to the side bar', async () => {
    const { chat, command, editors, gemini, openFile, picture } = window();
    const tab = inTab();
    const lines = Array.from({ length: 80 }, (_, index) => `Line ${index}.`).join('\n\n');
    gemini.reply(text(lines)).reply(text('Short.'));
    await chat.ask('Many lines');
    await command('Pollux: Open Chat in Editor');
    await tab.ask('And a short one');
    await tab.turns('You').first().hover();
    await tab.turns('You').first().getByRole('button', { name: 'Edit and send again' }).click();
    const edited = tab.panel.getByRole('group', { name: 'Editing an earlier prompt' });
    await edited.waitFor();
    await tab.message.fill('Many more lines');
    await tab.text('Line 20.').scrollIntoViewIfNeeded();
    const place = () => tab.text('Line 20.').evaluate(line => Math.round(line.getBoundingClientRect().top));
    const before = await place();
    await openFile('paint.py');
    await editors.tab(/^Many lines/).click();
    await tab.message.waitFor();
    await eventually(async () => assert.equal(await tab.message.inputValue(), 'Many more lines'));
    await edited.waitFor();
    await eventually(async () => assert.equal(await place(), before));
    await picture('chat-tab-editing');
    await command('Pollux: Move Chat to Side Bar');
    await editors.tab(/^Many lines/).waitFor({ state: 'detached' });
    await chat.text('Short.').waitFor();
    await eventually(async () => assert.equal(await chat.message.inputValue(), 'Many more lines'));
    await eventually(async () =>
      assert.ok(await chat.message.evaluate(box => box.ownerDocument.hasFocus()), 'the focus is there'),
    );
    await chat.message.press('Escape');
    await eventually(async () => assert.equal(await chat.message.inputValue(), ''));
    await chat.message.fill('To be sent');
    await command('Pollux: Open Chat in Editor');
    await eventually(async () => assert.equal(await tab.message.inputValue(), 'To be sent'));
  });

  it('is not covered by what it opens, and goes on when its tab is closed', async () => {
    const { chat, command, editors, gemini, openFile, page, readFile, writeFile } = window();
    const tab = inTab();
    await writeFile('paint.py', before);
    await command('Pollux: Open Chat in Editor');
    await tab.message.waitFor();
    gemini.reply(paint).reply(text('Painted.'));
    await page.keyboard.type('Paint it blue');
    await page.keyboard.press('Enter');
    await (await tab.waitingCard('Edit paint.py')).getByRole('button', { name: 'Open diff' }).click();
    await editors.titleButton('Accept').waitFor();
    await editors.changedSide.locator('.native-edit-context:focus').waitFor({ state: 'attached' });
    assert.ok(await tab.card('Edit paint.py').isVisible());
    assert.equal(await page.locator('.editor-group-container').count(), 2);
    await page.keyboard.press('Control+Enter');
    await tab.text('Painted.').waitFor();
    await tab.finished();
    assert.equal(await readFile('paint.py'), before.replace('red', 'blue'));

    const other = call('write_file', { file_path: 'other.py', content: 'mine\n' });
    gemini.reply(other).reply(text('Written.'));
    await tab.send('Write the other');
    await tab.waitingCard('Write other.py');
    await editors.tab(/waiting for approval/).click();
    await command('View: Close Editor');
    await editors.tab(/waiting for approval/).waitFor({ state: 'detached' });
    const notice = page.locator('.notification-toast').filter({ hasText: 'still waits for your approval' });
    await openFile('paint.py');
    await notice.getByRole('button', { name: 'Show Chat' }).click();
    const card = await tab.waitingCard('Write other.py');
    await card.getByRole('button', { name: 'Accept', exact: true }).click();
    await tab.text('Written.').waitFor();
    await tab.finished();
    assert.equal(await chat.text('Written.').count(), 0);
  });

  it('is what the commands are about where it was used last, but not those in the menu of the view', async () => {
    const { chat, command, editors, gemini, page } = window();
    const tab = inTab();
    gemini.reply(text('First.')).reply(text('Second.'));
    await chat.ask('One');
    await command('Pollux: Open Chat in Editor');
    await tab.text('First.').waitFor();
    await chat.ask('Two');
    await tab.message.click();
    // The chat in the tab was used last, and this menu is that of the view.
    const title = page.locator('.part.sidebar, .part.auxiliarybar').filter({ has: page.locator('.webview, .pane') });
    await title
      .getByRole('button', { name: /^Views and More Actions/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Open Chat in Editor' }).hover();
    await page.keyboard.press('Enter');
    await editors.tab(/^Two/).waitFor();
    await tab.text('Second.').waitFor();
    await editors.tab(/^One/).click();
    await tab.text('First.').waitFor();

    await command('Pollux: Rename Chat');
    const box = page.locator('.quick-input-widget input[type=text]').first();
    await box.fill('Uno');
    await box.press('Enter');
    await editors.tab(/^Uno/).waitFor();
    await tab.panel.getByTitle('Uno', { exact: true }).waitFor();
    await command('View: Close Editor');
    await chat.panel.getByRole('button', { name: 'History' }).click();
    const row = page.locator('.quick-input-list').getByRole('option', { name: /^Uno/ });
    await row.hover();
    await row.getByRole('button', { name: 'Open in Editor' }).click();
    await tab.text('First.').waitFor();
    await eventually(async () =>
      assert.ok(await tab.message.evaluate(box => box.ownerDocument.hasFocus() && box.matches(':focus'))),
    );
    // What gives the focus back after a list has had its time.
    await page.keyboard.type('Here');
    await eventually(async () => assert.equal(await tab.message.inputValue(), 'Here'));
  });
});

import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { call, text } from '../support/gemini/replies';
import { eventually } from './support/eventually';
import { quickInput } from './support/quickInput';
import { useChat } from './support/useChat';

/** Whether keys reach it: the page, too, has the focus. */
const hasFocus = (locator: Locator) =>
  locator.evaluate(element => element.matches(':focus') && element.ownerDocument.hasFocus());

describe('after a list or a diff that was opened from the panel', () => {
  const window = useChat({ sharesWindow: true, files: { 'diary.txt': 'Dear diary\n', 'a.txt': 'a\n' } });
  const diary = 'Dear diary\n';

  /** The panel has the focus, and `text` is what ends up in the message box when it is typed. */
  const expectTyped = async (sentence: string) => {
    const { chat, page } = window();
    await eventually(async () =>
      assert.ok(await chat.panel.locator('body').evaluate(body => body.ownerDocument.hasFocus())),
    );
    await page.keyboard.type(sentence);
    await eventually(async () => assert.equal(await chat.message.inputValue(), sentence));
    await chat.message.fill('');
  };
  const list = () => quickInput(window().page);

  beforeEach(async () => {
    await window().openFile('diary.txt');
    await window().chat.message.fill('');
  });
  afterEach(async () => {
    const text = await window().editors.active.locator('.view-lines').innerText();
    assert.match(text, /^Dear.diary\s*$/, 'nothing was typed into the file');
    assert.equal(await window().readFile('diary.txt'), diary);
  });

  it('the next sentence goes where the last one went, by the pointer', async () => {
    const { chat, gemini, page } = window();
    gemini.reply(text('Hello.'));
    await chat.ask('Fill the history');
    for (const name of ['Attach', 'History']) {
      await chat.message.click();
      await chat.button(name).click();
      await list().waitFor();
      await page.keyboard.press('Escape');
      await expectTyped(`After ${name}`);
    }
    await chat.button('Attach').click();
    await list()
      .getByRole('option', { name: /a\.txt/ })
      .first()
      .click();
    await chat.panel.getByRole('button', { name: 'Remove a.txt' }).waitFor();
    await expectTyped('What does it say?');
    await chat.button('Remove a.txt').click();
  });

  it('but not where the user has gone on in the file meanwhile', async () => {
    const { chat, editors, page } = window();
    await chat.message.click();
    await chat.button('Attach').click();
    await list().waitFor();
    // Below the list, which covers the text.
    await editors.active
      .locator('.overflow-guard')
      .first()
      .click({ position: { x: 200, y: 420 } });
    await list().waitFor({ state: 'hidden' });
    await editors.active.locator('.native-edit-context:focus').waitFor({ state: 'attached' });
    // What would take the focus has happened by the time that the next command has run.
    await page.keyboard.press('F1');
    await list().waitFor();
    await page.keyboard.press('Escape');
    await editors.active.locator('.native-edit-context:focus').waitFor({ state: 'attached' });
    assert.ok(!(await hasFocus(chat.message)));
  });

  it('and by keys alone, from the lists of the palette too', async () => {
    const { chat, editors, page } = window();
    await editors.active.locator('.view-lines').click();
    await page.keyboard.press('Control+Alt+p');
    await eventually(async () => assert.ok(await hasFocus(chat.message)));
    await page.keyboard.press('Tab');
    await eventually(async () => assert.ok(await hasFocus(chat.button('Attach'))));
    await page.keyboard.press('Enter');
    await list().waitFor();
    await page.keyboard.press('Escape');
    await eventually(async () => assert.ok(await hasFocus(chat.button('Attach'))));
    await page.keyboard.press('Enter');
    await list().waitFor();
    await page.keyboard.type('a.txt');
    await list()
      .getByRole('option', { name: /a\.txt/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await chat.panel.getByRole('button', { name: 'Remove a.txt' }).waitFor();
    await expectTyped('What does it say?');
    await page.keyboard.press('F1');
    await list().waitFor();
    await page.keyboard.type('Pollux Select Mode');
    await list()
      .getByRole('option', { name: /^Pollux: Select Mode(,|$)/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await list().locator('.quick-input-title').getByText(/^Mode/).waitFor();
    await page.keyboard.press('Escape');
    await expectTyped('After the list of modes');
    await chat.button('Remove a.txt').click();
  });

  it('a diff gives it back when it is decided on, or closed', async () => {
    const { chat, editors, gemini, page, readFile } = window();
    gemini.reply(call('write_file', { file_path: 'a.txt', content: 'A\n' })).reply(text('Well.'));
    await chat.send('Write in capitals');
    await chat.waitingCard('Write a.txt');
    await chat.button('Open diff').click();
    await editors.titleButton('Accept').waitFor();
    await editors.changedSide.locator('.native-edit-context:focus').waitFor({ state: 'attached' });
    await page.keyboard.press('Control+w');
    await editors.diff.waitFor({ state: 'detached' });
    await expectTyped('Closed');
    await chat.button('Open diff').click();
    await editors.titleButton('Accept').waitFor();
    await editors.changedSide.locator('.native-edit-context:focus').waitFor({ state: 'attached' });
    await page.keyboard.press('Control+Enter');
    await chat.text('Well.').waitFor();
    await expectTyped('Accepted');
    assert.equal(await readFile('a.txt'), 'A\n');
  });
});

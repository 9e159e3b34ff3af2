import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { call, text } from '../support/gemini/replies';
import { Chat } from './support/chat';
import { eventually } from './support/eventually';
import { useChat } from './support/useChat';

const before = 'color = "red"\n';
const paint = call('replace', { file_path: 'paint.py', old_string: 'red', new_string: 'blue' });
const page = 'iframe.webview[src*="extensionId=pollux-dev.pollux"]:not([src*="purpose=webviewView"])';

/** In the page: whether VS Code, which stores its editors every few seconds, has stored that there is a chat among them. */
async function editorsStored(): Promise<boolean> {
  const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
  for (const name of names) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error(name));
    });
    const values = await new Promise<unknown>(resolve => {
      if (!database.objectStoreNames.contains('ItemTable')) return resolve(undefined);
      const request = database.transaction('ItemTable').objectStore('ItemTable').getAll();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(undefined);
    });
    database.close();
    if (JSON.stringify([values]).includes('pollux.chatEditor')) return true;
  }
  return false;
}

describe('a chat as a tab among the editors', () => {
  const window = useChat({ files: { 'paint.py': before, 'other.py': 'other\n' } });

  /** What the tab shows that is looked at. */
  const inTab = () => {
    const opened = window();
    const panel = () =>
      opened.page.locator(page).filter({ visible: true }).contentFrame().frameLocator('#active-frame');
    return new Chat({ page: opened.page, panel, openPanel: opened.openPanel });
  };

  /** Resolves when a draft is on the disk. */
  const stored = (draft: string) => {
    const storage = join(window().server.logs, '..', 'User', 'workspaceStorage');
    return eventually(() => {
      const files = readdirSync(storage, { recursive: true, encoding: 'utf8' });
      const states = files.filter(file => basename(file) === 'state.json').map(file => join(storage, file));
      assert.ok(states.some(file => readFileSync(file, 'utf8').includes(draft)));
    });
  };

  it('goes on there while the view shows another one, and comes back after a reload with all of it', async () => {
    const { chat, command, editors, gemini, page, readFile, reload, openPanel } = window();
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

    await tab.message.fill('And then');
    await stored('And then');
    await eventually(async () => assert.ok(await page.evaluate(editorsStored)), 30_000);
    await reload();
    await openPanel();
    await editors.tab(/^What is painted/).waitFor();
    await tab.text('Painted.').waitFor();
    assert.equal(await tab.message.inputValue(), 'And then');
    await chat.text('In the view.').waitFor();
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
    await editors.diff.waitFor();
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

import assert from 'node:assert/strict';
import { call, text } from '../support/gemini/replies';
import { eventually } from './support/eventually';
import { pressInRow } from './support/rowButtons';
import { hideOtherViews } from './support/startOver';
import { useChat } from './support/useChat';

const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', ''];
const before = words.join('\n');
const changed = (...names: string[]) =>
  words.map(word => (names.includes(word) ? word.toUpperCase() : word)).join('\n');
const all = changed('two', 'five', 'eight');
const guests = `export interface Guest {
  name: string;
  title?: string;
}

export function greet(guest: Guest): string {
  const name = guest.name;
  return 'Hello ' + name;
}

export function farewell(guest: Guest): string {
  return 'Goodbye ' + guest.name;
}
`;
const trimmed = (...lines: readonly number[]) =>
  guests
    .split('\n')
    .map((line, index) =>
      lines.includes(index + 1)
        ? line.replace('name:', 'readonly name:').replace('guest.name', 'guest.name.trim()')
        : line,
    )
    .join('\n');
const guestTest = `import { greet } from './greet';

test('greets by name', () => expect(greet({ name: ' Ada ' })).toBe('Hello Ada'));
`;
const names = ['a.txt', 'b.txt', 'c.txt'];

describe('changes that are reviewed after they are made', () => {
  const window = useChat({
    sharesWindow: true,
    files: { ...Object.fromEntries([...names, 'd.txt', 'e.txt'].map(name => [name, before])), 'greet.ts': guests },
    viewport: { width: 1280, height: 720 },
    settings: { 'pollux.review': 'after' },
  });
  const lens = (name: string) => window().page.locator('.codelens-decoration a').filter({ hasText: name });
  const status = (wanted: string) => window().page.locator('.statusbar-item').filter({ hasText: wanted });
  const reads = (name: string, wanted: string) =>
    eventually(async () => assert.equal(await window().readFile(name), wanted));

  /** Has three places of each file changed, with a reason for it. */
  async function shout(...files: string[]) {
    const { chat, gemini } = window();
    const calls = files.map(file => call('write_file', { file_path: file, content: all }));
    gemini.reply(text('Loud words are read first.'), ...calls).reply(text('Done.'));
    await chat.ask('Shout');
    for (const file of files) await reads(file, all);
    await status(`0 of ${3 * files.length} reviewed`).waitFor();
  }

  it('are made at once, take no focus, and are kept or undone where they are', async () => {
    const { editors, page, openFile, chat } = window();
    await shout('d.txt');
    assert.equal(await page.locator('.part.editor').getByRole('tab').count(), 0, 'nothing opens by itself');
    assert.ok(await chat.message.evaluate(box => box === document.activeElement));
    await openFile('d.txt');
    await lens('Keep').nth(2).waitFor();
    await page.locator('.dirty-diff-glyph, .dirty-diff-modified').first().waitFor();
    await lens('Undo').nth(1).click();
    await reads('d.txt', changed('two', 'eight'));
    await lens('Keep').nth(0).click();
    await status('2 of 3 reviewed').waitFor();
    await editors.caretAfter('EIGHT');
    await page.keyboard.press('Control+Alt+Backspace');
    await reads('d.txt', changed('two'));
    await status('reviewed').waitFor({ state: 'detached' });
  });

  it('of three files are decided, five kept and four undone, with at most twelve keys', async () => {
    const { page } = window();
    await shout(...names);
    let keys = 0;
    const at = async (name: string, line: number) => {
      await page.locator('.tab.active').filter({ hasText: name }).waitFor();
      await status(`Ln ${line}, Col 1`).waitFor();
      await page.locator('.editor-group-container.active .monaco-editor.focused').waitFor();
      await lens('Keep').first().waitFor();
    };
    const press = async (key: string) => {
      keys++;
      await page.keyboard.press(key);
    };
    await press('Control+F7');
    const choices = ['Enter', 'Backspace', 'Enter', 'Enter', 'Backspace', 'Enter', 'Backspace', 'Backspace', 'Enter'];
    for (const [index, choice] of choices.entries()) {
      await at(names[Math.floor(index / 3)] ?? '', [2, 5, 8][index % 3] ?? 0);
      await press(`Control+Alt+${choice}`);
    }
    await status('reviewed').waitFor({ state: 'detached' });
    assert.ok(keys <= 12, `${keys} keys`);
    await reads('a.txt', changed('two', 'eight'));
    await reads('b.txt', changed('two', 'eight'));
    await reads('c.txt', changed('eight'));
  });

  it('are listed by turn, file and place, with buttons of their own', async () => {
    const { command, chat, gemini, page, readFile, picture } = window();
    gemini
      .reply(
        text('Blanks around a name are never meant.'),
        call('write_file', { file_path: 'greet.ts', content: trimmed(2, 7, 12) }),
        call('write_file', { file_path: 'greet.test.ts', content: guestTest }),
      )
      .reply(text('Names are trimmed now, and a test holds it.'));
    await chat.ask('Trim names, and test it');
    await reads('greet.test.ts', guestTest);
    await status('0 of 4 reviewed').click();
    const row = (name: string | RegExp) => page.getByRole('tree', { name: 'Changes' }).getByRole('treeitem', { name });
    await row(/^Trim names, and test it, 4 changes/).waitFor();
    await row(/^greet\.test\.ts, new/).waitFor();
    await row(/^Line 7, \+1 −1 · Blanks around a name are never meant\./).waitFor();
    await window().openFile('greet.ts');
    await lens('Keep').nth(2).waitFor();
    await chat.text('Names are trimmed now').waitFor();
    await picture('changes', ['light', 'dark']);
    const press = (name: RegExp, button: string) => pressInRow(page, row(name), button);
    await press(/^Line 7,/, 'Undo This Change');
    await reads('greet.ts', trimmed(2, 12));
    await press(/^greet\.test\.ts/, 'Undo Changes in This File');
    await eventually(() => assert.rejects(readFile('greet.test.ts')));
    await press(/^greet\.ts/, 'Keep Changes in This File');
    await status('reviewed').waitFor({ state: 'detached' });
    await command('Pollux: Revert Last Keep or Undo');
    await row(/^Line 12,/).waitFor();
    await command('Pollux: Undo All Changes');
    await reads('greet.ts', guests);
  });

  it('of a command are decided as edits are, undone at the end of a step, and the model hears it', async () => {
    const { chat, gemini, openFile, writeFile } = window();
    await hideOtherViews(window()); // which leave the chat little room
    const run = (line: string) => call('run_shell_command', { command: line });
    gemini
      .reply(run("printf 'one\\nTWO\\n' > e.txt"))
      .reply(run('while [ ! -e go.txt ]; do sleep 0.1; done'))
      .reply(text('Done.'));
    await openFile('e.txt');
    await chat.send('Shorten it');
    await (await chat.waitingCard(/printf/)).getByRole('button', { name: 'Accept' }).click();
    await (await chat.waitingCard(/while/)).getByRole('button', { name: 'Accept' }).click();
    await reads('e.txt', 'one\nTWO\n');
    await lens('Undo').first().click();
    await lens('Undo after this step').waitFor();
    assert.equal(await window().readFile('e.txt'), 'one\nTWO\n');
    await writeFile('go.txt', '');
    await chat.finished();
    await reads('e.txt', before);
    assert.match(JSON.stringify(gemini.requests.at(-1)), /The user undid[^.]*: [^.]*e\.txt:2/);
  });
});

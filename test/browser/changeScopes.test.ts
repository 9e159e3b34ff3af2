import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { call, text } from '../support/gemini/replies';
import { eventually } from './support/eventually';
import { pressInRow } from './support/rowButtons';
import { useChat } from './support/useChat';

const before = 'one\ntwo\nthree\nfour\nfive\n';
const after = 'one\nTWO\nthree\nfour\nFIVE\n';

describe('the view of changes', () => {
  const window = useChat({
    sharesWindow: true,
    viewport: { width: 1280, height: 800 },
    settings: { 'pollux.review': 'after' },
  });
  const git = (...args: readonly string[]) => {
    const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false'];
    return execFileSync('git', [...who, ...args], { cwd: window().workspace, encoding: 'utf8', stdio: 'pipe' });
  };
  const tree = () => window().page.getByRole('tree', { name: 'Changes' });
  const row = (name: string | RegExp) => tree().getByRole('treeitem', { name });
  const header = () => window().page.locator('.pane-header').filter({ hasText: 'Changes' });
  const reads = (name: string, wanted: string) =>
    eventually(async () => assert.equal(await window().readFile(name), wanted));
  const press = (name: string | RegExp, button: string, isDone?: () => Promise<unknown>) =>
    pressInRow(window().page, row(name), button, isDone);
  /** The view takes the focus, as asked: typed before that, a prompt would go to its rows. */
  const showAll = async () => {
    await window().command('Pollux: Show All Changes Under Review');
    await eventually(async () =>
      assert.ok(await window().page.locator('.pane:focus-within').filter({ has: header() }).count()),
    );
  };
  const pick = (name: RegExp) =>
    window().page.locator('.quick-input-list').getByRole('option', { name }).first().click();

  async function shout(prompt = 'Shout', name = 'words.txt', content = after) {
    const { chat, gemini } = window();
    gemini
      .reply(text('Loud words are read first.'), call('write_file', { file_path: name, content }))
      .reply(text('Done.'));
    await chat.ask(prompt);
    await reads(name, content);
  }

  it('shows a turn, a chat, or all since a commit or a checkpoint, with what can be done there, through a reload', async function () {
    this.timeout(240_000);
    const { command, editors, openPanel, page, readFile, reload, picture, writeFile } = window();
    await writeFile('words.txt', before);
    git('add', '.');
    git('commit', '-qm', 'Words');
    await writeFile('mine.txt', 'mine\n');
    await shout();
    await shout('Louder', 'words.txt', after.replace('three', 'THREE'));
    await command('Pollux: Show the Changes of This Turn');
    await header().getByText('this turn').waitFor();
    await row(/^Louder, 1 change/).waitFor();
    assert.equal(await row(/^Shout/).count(), 0);
    await command('Pollux: Show the Changes of This Chat');
    await row(/^Shout, 2 changes/).waitFor();
    await command('Pollux: Show the Changes Since a Commit…');
    await pick(/Words/);
    await header()
      .getByText(/since Words \([0-9a-f]{8}\)/)
      .waitFor();
    await row(/^mine\.txt, new/).waitFor();
    await row(/^words\.txt/).waitFor();
    // What is under review has its reason, and can be decided here as well.
    await press(/^Line 2, .*Loud words are read first/, 'Undo This Change');
    await reads('words.txt', after.replace('three', 'THREE').replace('TWO', 'two'));
    const mine = row(/^mine\.txt/).getByRole('checkbox');
    // Only rows that are different are made anew, so this click finds its box.
    await mine.click();
    await eventually(async () => assert.equal(await mine.getAttribute('aria-checked'), 'true'));
    await picture('changes-since', ['light', 'highContrastLight', 'highContrast', 'dark']);
    await reload();
    await openPanel();
    await header()
      .getByText(/since Words \([0-9a-f]{8}\)/)
      .waitFor();
    await eventually(async () => assert.equal(await mine.getAttribute('aria-checked'), 'true'));
    await page.locator('.statusbar-item').filter({ hasText: '1 of 3 reviewed' }).waitFor();
    await press(/^Line 5, .*Loud words are read first/, 'Undo This Change');
    const left = before.replace('three', 'THREE');
    await reads('words.txt', left);
    await command('Pollux: Open All Changes Shown');
    await page.locator('.multiDiffEntry').nth(1).waitFor();
    await picture('changes-since-all');
    await editors.closeAll();
    await writeFile('mine.txt', 'mine\nand more\n');
    await eventually(async () => assert.equal(await mine.getAttribute('aria-checked'), 'false'));
    await command('Pollux: Show the Changes Since a Checkpoint…');
    await pick(/words\.txt/);
    await row(/^words\.txt/).waitFor();
    await eventually(async () => assert.equal(await row(/^mine\.txt/).count(), 0));
    await command('Pollux: Show All Changes Under Review');
    await eventually(async () =>
      assert.equal(
        await header()
          .getByText(/since|this/)
          .count(),
        0,
      ),
    );
    await row(/^Louder, 1 change/).waitFor();
    await command('Pollux: Keep All Changes');
    await page.locator('.statusbar-item').filter({ hasText: 'reviewed' }).waitFor({ state: 'detached' });
    assert.equal(await readFile('words.txt'), left);
  });

  it('lists what git takes away as needing the user, who has it applied again', async function () {
    this.timeout(180_000);
    const { page, picture, writeFile } = window();
    await writeFile('lost.txt', before);
    git('add', '.');
    git('commit', '-qm', 'Lost');
    await showAll();
    await shout('Shout', 'lost.txt');
    await row(/^lost\.txt/).waitFor();
    git('checkout', '-q', 'lost.txt');
    await row(/^Needs you, 2 changes/).waitFor();
    await page.locator('.statusbar-item').filter({ hasText: '2 changes need you' }).waitFor();
    await row(/^lost\.txt, replaced outside of Pollux/).waitFor();
    await row(/^Line 2, .*Loud words/).click();
    await page.locator('.monaco-diff-editor').waitFor();
    await picture('changes-need-you');
    await press(/^Line 2, .*Loud words/, 'Apply Lost Changes Again', () =>
      row(/^Needs you, 1 change/).waitFor({ timeout: 5000 }),
    );
    await reads('lost.txt', before.replace('two', 'TWO'));
    await row(/^Shout, 1 change/).waitFor();
    await press(/^Line 5, .*Loud words/, 'Dismiss Lost Changes');
    await row(/^Needs you/).waitFor({ state: 'detached' });
    await row(/^Shout, 1 change/).waitFor();
  });

  it('stages what was kept and nothing else, and has the message of its commit written', async function () {
    this.timeout(180_000);
    const { chat, command, gemini, page, readFile, writeFile } = window();
    const words = (...loud: string[]) =>
      ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', '']
        .map(word => (loud.includes(word) ? word.toUpperCase() : word))
        .join('\n');
    await writeFile('kept.txt', words());
    git('add', '.');
    git('commit', '-qm', 'Kept');
    await showAll();
    gemini
      .reply(
        text('Even words are loud.'),
        call('write_file', { file_path: 'kept.txt', content: words('two', 'eight') }),
      )
      .reply(text('Done.'));
    await chat.ask('Shout');
    await row(/^Line 8, /).waitFor();
    const edited = `zero\n${words('two', 'five', 'eight')}`;
    await writeFile('kept.txt', edited);
    await row(/^Line 9, /).waitFor(); // the rows are made anew when the file is
    await press(/^Line 3, .*Even words/, 'Keep This Change');
    await command('Pollux: Stage the Kept Changes');
    await eventually(async () => assert.equal(git('show', ':kept.txt'), words('two')));
    assert.equal(await readFile('kept.txt'), edited);
    await page
      .locator('.part.activitybar')
      .getByRole('tab', { name: /^Source Control/ })
      .click();
    await page.locator('.scm-view').getByRole('button', { name: 'Write Commit Message from Kept Changes' }).click();
    // What the service answers to what isn't streamed.
    await page.locator('.scm-view .scm-input').getByText('Done.').waitFor();
    const asked = JSON.stringify(gemini.requests.at(-1));
    assert.match(asked, /TWO.*Even words are loud|Even words are loud.*TWO/);
    assert.doesNotMatch(asked, /EIGHT|FIVE/);
    assert.equal(git('log', '-1', '--format=%s').trim(), 'Kept');
  });

  it('opens the change of a notebook in its cell, where it is kept and undone by key and by mouse', async function () {
    this.timeout(180_000);
    const { chat, gemini, page, picture, writeFile } = window();
    const book = (...numbers: number[]) => {
      const cells = numbers.map((number, at) => ({
        ...{ cell_type: 'code', execution_count: null, id: `c${at}`, metadata: {}, outputs: [] },
        source: [`# cell ${at}\n`, `x = ${number}`],
      }));
      const metadata = { language_info: { name: 'python' } };
      return `${JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
    };
    const lens = (name: string) => page.locator('.codelens-decoration a').filter({ hasText: name });
    const cell = (text: string) => page.locator('.notebookOverlay .cell-editor-part').filter({ hasText: text });
    await writeFile('book.ipynb', book(1, 2, 3));
    await showAll();
    gemini
      .reply(text('More.'), call('write_file', { file_path: 'book.ipynb', content: book(10, 20, 30) }))
      .reply(text('Done.'));
    await chat.ask('Raise the numbers');
    await row(/^Cell 1, line \d+, .*More/)
      .first()
      .click();
    await lens('Keep').nth(2).waitFor();
    await picture('changes-notebook', ['light', 'highContrastLight', 'highContrast', 'dark']);
    const caretIn = (name: string) => cell(name).and(page.locator(':focus-within')).waitFor();
    await caretIn('cell 0');
    await page.keyboard.press('Control+Alt+Enter');
    await caretIn('cell 1');
    await eventually(async () => assert.equal(await lens('Keep').count(), 2));
    await page.keyboard.press('Control+Alt+Backspace');
    await reads('book.ipynb', book(10, 2, 30));
    await caretIn('cell 2');
    await eventually(async () => assert.equal(await lens('Undo').count(), 1));
    await lens('Undo').click();
    await reads('book.ipynb', book(10, 2, 3));
    await lens('Undo').waitFor({ state: 'detached' });
  });
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { call, text } from '../support/gemini/replies';
import { eventually } from './support/eventually';
import { pressInRow } from './support/rowButtons';
import { useChat } from './support/useChat';

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

  it('has the message of a commit written from what was kept', async function () {
    this.timeout(180_000);
    const { chat, gemini, page, writeFile } = window();
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

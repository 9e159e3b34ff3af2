import { call, text, usage } from '../support/gemini/replies';
import { quickInputRow } from './support/quickInput';
import { useChat } from './support/useChat';

const read = call('read_file', { file_path: 'a.txt' });

describe('the view of runs', () => {
  const window = useChat({ sharesWindow: true, files: { 'a.txt': 'a\n' }, startsAnew: false });
  const tree = () => window().page.getByRole('tree', { name: 'Runs' });
  const row = (name: string | RegExp) => window().page.getByRole('treeitem', { name });

  it('is not there before it is asked for, and then has each step with its time and tokens', async () => {
    const { chat, command, gemini, page, picture } = window();
    gemini.reply(read);
    gemini.reply(
      text('It says a.'),
      usage({ promptTokenCount: 20_000, cachedContentTokenCount: 16_000, candidatesTokenCount: 500 }),
    );
    await chat.ask('What does a.txt say?');
    await tree().waitFor({ state: 'detached' });
    await command('Pollux: Show Runs');
    await tree().and(page.locator(':focus')).waitFor();
    await row(/^What does a\.txt say\? .*tokens · \d+% cached/).waitFor();
    await row(/^Request to gemini-.*after/)
      .first()
      .waitFor();
    await row(/^Read a\.txt, .*after/).waitFor();
    await picture('runs', ['light', 'highContrast', 'dark']);
  });

  it('grows as the chat does, and is walked by keyboard', async () => {
    const { chat, gemini, page, picture } = window();
    gemini.reply(text('Hello.'));
    await chat.ask('Say hello');
    await row(/^Say hello, /).waitFor();
    await tree().focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    await page.locator('[role=treeitem][aria-label^="Say hello"][aria-expanded=false]').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await row(/^Request to gemini-/)
      .first()
      .waitFor();
    await picture('runs-keyboard');
  });

  it('has statistics, in the chat', async () => {
    const { chat, command, page } = window();
    await command('Pollux: Show Statistics of This Chat');
    await quickInputRow(page, /^Models/).click();
    await chat.text(/Requests: 3/).waitFor();
  });
});

import assert from 'node:assert/strict';
import { call, text } from '../support/gemini/replies';
import { eventually } from './support/eventually';
import { useChat } from './support/useChat';

const before = `export function greet(name: string): string {
  return 'Hello ' + name;
}
`;
const made = before.replace("'Hello ' + name", "'Hello ' + name.trim()");
const better = before.replace("'Hello ' + name", '`Hello ${name.trim()}`');

describe('a conversation about changed lines', () => {
  const window = useChat({
    sharesWindow: true,
    files: { 'welcome.ts': before },
    viewport: { width: 1280, height: 800 },
    settings: { 'pollux.review': 'after' },
  });
  const thread = () => window().page.locator('.review-widget').last();
  const reads = (wanted: string) => eventually(async () => assert.equal(await window().readFile('welcome.ts'), wanted));

  it('is written by keyboard, is sent as one prompt and answered where it stands', async function () {
    this.timeout(180_000);
    const { chat, editors, gemini, openFile, page, picture } = window();
    gemini.reply(call('write_file', { file_path: 'welcome.ts', content: made })).reply(text('Names are trimmed.'));
    await chat.ask('Trim the name');
    await reads(made);
    await openFile('welcome.ts');
    await editors.caretAfter("return 'Hello ' + name.trim();");
    await page.locator('.comment-range-glyph').first().waitFor();
    await page.keyboard.press('Control+Alt+m');
    await thread().locator('.monaco-editor.focused').waitFor();
    await page.keyboard.type('Use a template literal.');
    await page.keyboard.press('Control+Enter');
    await thread().getByText('Review with 1 comment, not sent').waitFor();
    await page.locator('.editor-instance .monaco-editor.focused').first().waitFor();
    assert.equal(
      await page.locator('.review-widget .monaco-editor.focused').count(),
      0,
      'the next key is for the file',
    );
    await picture('comment-draft');
    const bar = chat.panel.getByRole('group', { name: 'Review', exact: true });
    await bar.getByText('1 comment on changes').waitFor();
    gemini
      .reply(call('write_file', { file_path: 'welcome.ts', content: better }))
      .reply(
        call('answer_comment', {
          comment: 'welcome.ts:2',
          text: 'It is\u202e one now. [Quit](command:workbench.action.quit)',
        }),
      )
      .reply(text('All answered.'));
    await bar.getByRole('button', { name: 'Send review (1 comment)' }).click();
    await chat.text('All answered.').waitFor();
    await chat.finished();
    await reads(better);
    await bar.waitFor({ state: 'detached' });
    await chat.turns('You').getByText('Review of your changes: 1 comment').waitFor();
    await chat.turns('You').getByText('welcome.ts:2').waitFor();
    assert.equal(await chat.turns('You').getByText(/\[c-/).count(), 0, 'no id of ours is read');
    await page.locator('.comment-thread').first().click();
    await thread().getByText('Resolved').waitFor();
    await thread().getByText('It is\\u{202e} one now. [Quit](command:workbench.action.quit)').waitFor();
    await thread().getByText('return `Hello ${name.trim()}`;').waitFor();
    await picture('comments', ['light', 'highContrastLight', 'highContrast', 'dark']);
  });
});

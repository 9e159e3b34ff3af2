import assert from 'node:assert/strict';
import { call, text } from '../support/gemini/replies';
import { eventually } from './support/eventually';
import { useChat } from './support/useChat';

describe('while the person types in an editor', () => {
  const window = useChat({
    sharesWindow: true,
    files: { 'diary.txt': 'Dear diary\n', 'a.txt': 'a\n' },
    settings: { 'pollux.openDiff': 'beside' },
  });

  it('nothing takes the focus: not an answer, an approval, its diff, nor the end of it all; the badge of the view counts what waits', async () => {
    const { chat, editors, gemini, openFile, page, readFile } = window();
    const badge = page.getByRole('tab', { name: /^Pollux/ }).locator('.badge-content');
    const [answer, proposal] = [gemini.gate(), gemini.gate()];
    gemini
      .reply(
        text('I will '),
        answer,
        text('propose something.'),
        proposal,
        call('write_file', { file_path: 'a.txt', content: 'A\n' }),
      )
      .reply(text('So it is.'));
    await chat.send('Write in capitals');
    await openFile('diary.txt');
    await editors.caretAfter('Dear diary');
    await page.keyboard.type(', one');
    answer.open();
    await chat.text('I will propose something.').waitFor();
    await page.keyboard.type(', two');
    proposal.open();
    await page.keyboard.type(', three');
    await chat.waitingCard('Write a.txt');
    await page.keyboard.type(', four');
    await editors.diff.waitFor();
    await page.keyboard.type(', five');
    await page.keyboard.press('Control+s');
    await eventually(async () =>
      assert.equal(await readFile('diary.txt'), 'Dear diary, one, two, three, four, five\n'),
    );
    await eventually(async () => assert.equal(await badge.textContent(), '1'));
    await chat.card('Write a.txt').getByRole('button', { name: 'Reject' }).click();
    await chat.text('So it is.').waitFor();
    await chat.finished();
    await editors.diff.waitFor({ state: 'detached' });
    await badge.waitFor({ state: 'hidden' });
  });
});

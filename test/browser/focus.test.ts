import assert from 'node:assert/strict';
import { call, text } from '../support/gemini/replies';
import { eventually } from './support/eventually';
import { useChat } from './support/useChat';

describe('while the person types in an editor', () => {
  const window = useChat({
    sharesWindow: true,
    files: { 'diary.txt': 'Dear diary\n', 'a.txt': 'a\n', 'b.txt': 'b\n' },
    settings: { 'pollux.openDiff': 'beside' },
  });

  it('nothing takes the focus: not an answer, an approval, its diff, nor the end of it all', async () => {
    const { chat, editors, gemini, openFile, page, readFile } = window();
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
    await chat.card('Write a.txt').getByRole('button', { name: 'Reject' }).click();
    await chat.text('So it is.').waitFor();
    await chat.finished();
    await editors.diff.waitFor({ state: 'detached' });
  });

  it('the badge on the view counts what waits', async () => {
    const { chat, gemini, page } = window();
    const tab = page.getByRole('tab', { name: /^Pollux/ });
    gemini.reply(call('write_file', { file_path: 'a.txt', content: 'A\n' })).reply(text('Well.'));
    await chat.send('Write in capitals');
    await chat.waitingCard('Write a.txt');
    const badge = tab.locator('.badge-content');
    await eventually(async () => assert.equal(await badge.textContent(), '1'));
    await chat.button('Reject').click();
    await chat.finished();
    await badge.waitFor({ state: 'hidden' });
  });

  it('keys that hit a card within half a second of its appearance do nothing', async () => {
    const { chat, gemini, readFile } = window();
    gemini.reply(call('write_file', { file_path: 'b.txt', content: 'B\n' })).reply(text('Well.'));
    await chat.conversation.evaluate(log => {
      new MutationObserver((_, observer) => {
        const button = [...log.querySelectorAll('vscode-button')].find(({ textContent }) => textContent === 'Accept');
        if (!button) return;
        observer.disconnect();
        for (const type of ['keydown', 'keyup']) {
          button.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', ctrlKey: true, bubbles: true, composed: true }));
        }
        document.body.dataset.keysWereHit = 'true';
      }).observe(log, { childList: true, subtree: true });
    });
    await chat.send('Write in capitals');
    const card = await chat.waitingCard('Write b.txt');
    await chat.panel.locator('body[data-keys-were-hit]').waitFor();
    assert.equal(await readFile('b.txt'), 'b\n');
    await card.getByText('Waiting for approval').waitFor();

    await chat.takesKeys(card);
    await card.getByRole('button', { name: 'Accept' }).press('Control+Enter');
    await eventually(async () => assert.equal(await readFile('b.txt'), 'B\n'));
    await chat.finished();
  });
});

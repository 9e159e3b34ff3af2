import assert from 'node:assert/strict';
import { usePanel } from './panelPage';
import { answer, text, user } from './sampleChat';

describe('A prompt in the conversation', () => {
  const open = usePanel();
  const turns = (count: number) =>
    Array.from({ length: count }, (_, i) => [user(`u${i}`, `Question ${i}`), ...answer(`a${i}`, text(`Answer ${i}.`))]);

  it('can be edited, and gone on from in a new chat, by keyboard; what it replaced can be shown', async () => {
    const [sent] = turns(1).flat();
    assert.ok(sent?.type === 'message' && sent.message.role === 'user');
    const replacing = { ...sent, message: { ...sent.message, replaces: 's0' } };
    const panel = await open({ events: [replacing, ...answer('a0', text('Plums, then.'))] });
    const turn = panel.log.getByRole('article', { name: 'You', exact: true });
    await turn.getByRole('button', { name: 'Edit and send again' }).focus();
    await panel.page.keyboard.press('Enter');
    await panel.page.keyboard.press('Tab');
    await turn.getByRole('button', { name: 'Fork from here' }).and(panel.page.locator(':focus')).waitFor();
    await panel.page.keyboard.press('Enter');
    await panel.button('Edited: show what was replaced').click();
    assert.deepEqual(panel.calls, [
      { method: 'editPrompt', args: ['u0'] },
      { method: 'fork', args: ['u0'] },
      { method: 'showReplaced', args: ['u0'] },
    ]);
  });

  it('keeps the focus near where earlier ones were asked for with the keyboard, to the first', async () => {
    const panel = await open({ events: turns(120).flat() });
    const more = panel.button('Show earlier messages');
    const prompts = panel.log.getByRole('article', { name: 'You', exact: true });
    await more.focus();
    for (let wishes = 0; (await more.count()) > 0; wishes++) {
      assert.ok(wishes < 20, 'there is no end to it');
      assert.equal(await more.evaluate(element => element.matches(':focus')), true);
      const shown = await prompts.count();
      await panel.page.keyboard.press('Enter');
      await prompts.nth(shown).waitFor({ state: 'attached' });
    }
    assert.equal(await prompts.count(), 120);
    const isInLog = await panel.log.evaluate(log => log.contains(log.ownerDocument.activeElement));
    assert.equal(isInLog, true, 'the focus went with the button');
  });
});

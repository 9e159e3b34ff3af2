import assert from 'node:assert/strict';
import { usePanel } from './panelPage';
import { answer, text, user } from './sampleChat';

describe('The find bar', () => {
  const openPanel = usePanel();

  it('counts what it finds, goes on and back, and gives the focus back', async () => {
    const panel = await openPanel({ width: 300 });
    const { page } = panel;
    await panel.send(user('u1', 'A Pear'), ...answer('a1', text('Two **pe**ars.\n\nNo plum.')), user('u2', 'pear?'));
    await panel.box.focus();
    await page.keyboard.press('Control+f');
    const bar = page.getByRole('search', { name: 'Find in chat' });
    const count = bar.getByRole('status');
    await page.keyboard.type('pear');
    assert.equal(await count.innerText(), '1 of 3');
    const current = () =>
      page.evaluate(() =>
        [...(CSS.highlights.get('found-current') ?? [])]
          .flatMap(range => (range instanceof Range ? range.toString() : []))
          .join(),
      );
    assert.equal(await current(), 'Pear');
    await page.keyboard.press('Enter');
    assert.equal(await count.innerText(), '2 of 3');
    await page.keyboard.press('Shift+Enter');
    await bar.getByRole('button', { name: 'Previous result' }).click();
    assert.equal(await count.innerText(), '3 of 3');
    await bar.getByRole('textbox', { name: 'Find' }).fill('quince');
    assert.equal(await count.innerText(), 'No results');
    await page.keyboard.press('Escape');
    assert.equal(await bar.count(), 0);
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'TEXTAREA');
    assert.equal(await page.evaluate(() => CSS.highlights.size), 0);
    assert.deepEqual(panel.consoleErrors, []);
  });

  it('says that it searches only the messages shown where there are more', async () => {
    const panel = await openPanel();
    for (let i = 0; i < 60; i++)
      await panel.page.evaluate(batch => window.postMessage({ events: batch }, '*'), [user(`u${i}`, `pear ${i}`)]);
    await panel.send(...answer('a1', text('Done.')));
    await panel.log.focus();
    await panel.page.keyboard.press('Control+f');
    await panel.page.keyboard.type('pear');
    assert.match(
      await panel.page.getByRole('search').getByRole('status').innerText(),
      /^1 of \d+, in the messages shown$/,
    );
  });
});

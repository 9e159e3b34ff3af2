import assert from 'node:assert/strict';
import { usePanel } from './panelPage';
import { themes } from '../../support/themes';
import { answer, call, notice, results, text, thought, user } from './sampleChat';

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

  it('goes to the first match from here while it is typed', async () => {
    const panel = await openPanel({ height: 500 });
    const { page } = panel;
    const lines = (from: number) => Array.from({ length: 60 }, (_, i) => `Line ${from + i} of many.`).join('\n\n');
    await panel.send(
      user('u1', 'Count'),
      ...answer('a1', text(lines(1))),
      user('u2', 'On'),
      ...answer('a2', text(lines(61))),
    );
    const count = page.getByRole('search').getByRole('status');
    const isSeen = (line: string) =>
      panel.log.getByText(line, { exact: true }).evaluate(found => {
        const { top, bottom } = found.getBoundingClientRect();
        const log = document.querySelector('[role=log]')!.getBoundingClientRect();
        return top >= log.top && bottom <= log.bottom;
      });
    await panel.box.focus();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('line 4');
    assert.equal(await isSeen('Line 4 of many.'), true);
    await page.keyboard.type('0 of');
    assert.equal(await count.innerText(), '1 of 1');
    assert.equal(await isSeen('Line 40 of many.'), true);
    await page.getByRole('textbox', { name: 'Find' }).fill('line 5');
    assert.equal(await count.innerText(), '2 of 11', 'not the first, which is above');
    assert.equal(await isSeen('Line 50 of many.'), true);
  });

  it('finds what is folded, and unfolds it when it is gone to', async () => {
    const panel = await openPanel({ height: 500 });
    const { page } = panel;
    await panel.send(
      user('u1', `Look.\n${'line\n'.repeat(30)}A pear below`),
      ...answer('a1', thought('Of pears.'), call('c1', 'read_file')),
      results('t1', {
        callId: 'c1',
        name: 'read_file',
        title: 'Read a.txt',
        status: 'success',
        content: 'a pear tree',
      }),
      notice({ id: 'n1', level: 'error', text: 'Refused.', detail: 'pear: 400' }),
    );
    const read = panel.log.getByRole('group', { name: 'Read a.txt' });
    await panel.box.focus();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('pear');
    const count = page.getByRole('search').getByRole('status');
    assert.equal(await count.innerText(), '1 of 4');
    assert.equal(await read.getByText('a pear tree').isVisible(), false, 'typing unfolds nothing');
    for (const [place, text] of [
      ['1 of 4', 'A pear below'],
      ['2 of 4', 'Of pears.'],
      ['3 of 4', 'a pear tree'],
      ['4 of 4', 'pear: 400'],
    ] as const) {
      await page.keyboard.press('Enter');
      await panel.settled();
      assert.equal(await count.innerText(), place);
      const found = panel.log.getByText(text);
      assert.equal(await found.isVisible(), true, text);
      const isSeen = await page.evaluate(() => {
        const [range] = [...(CSS.highlights.get('found-current') ?? [])] as Range[];
        const { top, bottom } = range!.getBoundingClientRect();
        const log = document.querySelector('[role=log]')!.getBoundingClientRect();
        return bottom > top && top >= log.top && bottom <= log.bottom;
      });
      assert.ok(isSeen, `${text} is in sight`);
    }
    await page.keyboard.press('Escape');
    assert.equal(await read.getByText('a pear tree').isVisible(), true, 'it stays unfolded');
    assert.deepEqual(panel.consoleErrors, []);
  });

  it('marks what it finds so that it can be read in any theme', async () => {
    const panel = await openPanel();
    await panel.send(user('u1', 'pear'), ...answer('a1', text('A pear and `src/pear.ts`.')));
    await panel.log.focus();
    await panel.page.keyboard.press('Control+f');
    await panel.page.keyboard.type('pear');
    for (const theme of Object.values(themes)) {
      await panel.changeTheme(theme);
      const ratios = await panel.page.evaluate(() => {
        const paint = document.createElement('canvas').getContext('2d')!;
        const over = (colour: string, below: readonly number[]) => {
          paint.globalCompositeOperation = 'copy';
          paint.fillStyle = colour;
          paint.fillRect(0, 0, 1, 1);
          const [r = 0, g = 0, b = 0, a = 0] = paint.getImageData(0, 0, 1, 1).data;
          return [r, g, b].map((each, i) => (each * a + (below[i] ?? 0) * (255 - a)) / 255);
        };
        const light = (rgb: readonly number[]) => {
          const [r = 0, g = 0, b = 0] = rgb.map(each => {
            const part = each / 255;
            return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const page = over(getComputedStyle(document.querySelector('.log')!).backgroundColor, [0, 0, 0]);
        return ['found', 'found-current'].map(name => {
          const { color, backgroundColor } = getComputedStyle(
            document.querySelector('.log p')!,
            `::highlight(${name})`,
          );
          const below = over(backgroundColor, page);
          const [dark = 0, bright = 0] = [light(below), light(over(color, below))].sort((a, b) => a - b);
          return (bright + 0.05) / (dark + 0.05);
        });
      });
      for (const ratio of ratios) assert.ok(ratio >= 4.5, `${theme.name} ${ratios.join()}`);
    }
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
      /^\d+ of \d+, in the messages shown$/,
    );
  });
});

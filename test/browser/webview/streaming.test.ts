import assert from 'node:assert/strict';
import { type PanelPage, usePanel } from './panelPage';
import { answer, begin, delta, finished, richAnswer, started, text, user } from './sampleChat';

const section = (i: number) =>
  `## Part ${i}: the queue\n\nThe **worker** takes \`next.entry\` first and then goes on in order, so that nothing waits for long; ` +
  `[these notes](https://example.com/part${i}) say *why* that is so and what it costs.\n\n` +
  `- A short item of list ${i}.\n- One that names \`part${i}.ts\` and says why.\n  - A remark **within** it.\n- The last one.\n\n` +
  `\`\`\`ts\nexport function part${i}(words: readonly string[]): number {\n  let sum = 0;\n  for (const word of words) sum += word.length * ${i};\n  return sum;\n}\n\`\`\`\n\n`;

/** Plays an answer to the page at a steady rate, as the host does, from within the page. */
async function stream(panel: PanelPage, pieces: readonly string[], everyMs: number): Promise<void> {
  await panel.page.evaluate(
    async ([list, wait]) => {
      for (const piece of list) {
        window.postMessage({ events: [{ type: 'delta', messageId: 'a1', text: piece }] }, '*');
        await new Promise(done => setTimeout(done, wait));
      }
    },
    [pieces, everyMs] as const,
  );
}

const end = [{ type: 'message-finished', messageId: 'a1', end: 'stop' } as const, finished];
const cut = (whole: string, size: number) => whole.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];

describe('An answer that streams', () => {
  const open = usePanel();
  const shown = (panel: PanelPage) =>
    panel.page.locator('.markdown').evaluate(root => {
      const copy = root.cloneNode(true) as HTMLElement;
      for (const lines of copy.querySelectorAll('.code-lines')) lines.replaceWith(...lines.childNodes);
      for (const chunk of copy.querySelectorAll('.chunk')) chunk.replaceWith(...chunk.childNodes);
      copy.normalize();
      return copy.innerHTML;
    });

  it('ends as the same page as one that came at once', async () => {
    const source = richAnswer + section(1) + '```py\nprint("open fence")\n';
    const whole = await open({ events: [user('u1', 'Go'), ...answer('a1', text(source))] });
    await whole.page.waitForTimeout(300);
    for (const size of [1, 7, 64]) {
      const panel = await open({ events: [user('u1', 'Go'), started, begin('a1')] });
      await stream(panel, cut(source, size), size === 1 ? 0 : 5);
      await panel.send(...end);
      await panel.page.waitForTimeout(300);
      assert.equal(await shown(panel), await shown(whole), `in pieces of ${size}`);
    }
  });

  it('shows the words that came, without the marks that are still open', async () => {
    const panel = await open({ events: [user('u1', 'Go'), started, begin('a1')] });
    const steps: [string, string][] = [
      ['It is **very', 'It is very'],
      ['** good, see [the no', 'It is very good, see [the no'],
      ['tes](https://example.com/ve', 'It is very good, see the notes'],
      ['ry) and `co', 'It is very good, see the notes and co'],
      ['de`.', 'It is very good, see the notes and code.'],
    ];
    for (const [piece, expected] of steps) {
      await panel.send(delta('a1', piece));
      await panel.page.waitForFunction(
        wanted => document.querySelector('.markdown p')?.textContent === wanted,
        expected,
      );
    }
  });

  it('does not touch again what is closed, and colours code when its fence ends', async () => {
    const panel = await open({
      events: [user('u1', 'Go'), started, begin('a1'), delta('a1', 'First.\n\n```ts\nconst a')],
    });
    await panel.page.locator('.code-block', { hasText: 'const a' }).waitFor();
    assert.equal(await panel.page.locator('.hl-keyword').count(), 0);
    await panel.page.evaluate(() => {
      const touched = ((window as unknown as { touched: string[] }).touched = []) as string[];
      const first = document.querySelector('.markdown p')!;
      const watch = new MutationObserver(list => touched.push(...list.map(change => change.type)));
      watch.observe(first, { subtree: true, childList: true, characterData: true, attributes: true });
      first.setAttribute('data-same', '');
    });
    await panel.send(delta('a1', ' = 1;\n``'), delta('a1', '`\n\nAfter that.\n\nEnd'));
    await panel.page.locator('.hl-keyword').waitFor();
    await panel.send(...end);
    assert.deepEqual(await panel.page.evaluate(() => (window as unknown as { touched: string[] }).touched), [
      'attributes',
    ]);
    assert.equal(await panel.page.locator('.markdown p[data-same]').count(), 1);
  });

  it('keeps up with 500 pieces a second, without long tasks, and answers to typing', async function () {
    this.timeout(60_000);
    const source = Array.from({ length: 110 }, (_, i) => section(i)).join('') + 'THE-END';
    const panel = await open({ events: [user('u1', 'Go'), started, begin('a1')] });
    const session = await panel.page.context().newCDPSession(panel.page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const used = async () =>
      (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
    await panel.box.click();
    const before = await used();
    await stream(panel, cut(source, 800), 40);
    const sent = Date.now();
    await panel.send(...end);
    await panel.page.getByText('THE-END').waitFor();
    const late = Date.now() - sent;
    const seconds = (await used()) - before;
    // Of the processor's time, so that a busy machine makes no difference; about 0.6 s on the machine this was written on.
    assert.ok(seconds < 3, `${seconds} s of main thread for ${source.length} characters`);
    assert.ok(late < 1500, `shown after ${late} ms`);
    await panel.page.keyboard.type('still quick');
    assert.equal(await panel.box.inputValue(), 'still quick');
  });

  it('takes one endless block in its stride: code, list, paragraph, table', async function () {
    this.timeout(60_000);
    const endless = [
      `\`\`\`js\n${'const word = list.map(entry => entry.name);\n'.repeat(4000)}`,
      Array.from({ length: 4000 }, (_, i) => `${i + 1}. Item ${i} of a list that does not end`).join('\n'),
      'word '.repeat(40_000),
      `| a | b |\n|---|---|\n${'| some cell | another |\n'.repeat(4000)}`,
    ];
    for (const source of endless) {
      const panel = await open({ events: [user('u1', 'Go'), started, begin('a1')] });
      const session = await panel.page.context().newCDPSession(panel.page);
      await session.send('Performance.enable', { timeDomain: 'threadTicks' });
      const used = async () =>
        (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
      const before = await used();
      await stream(panel, cut(source, 4000), 40);
      await panel.send(delta('a1', '\nTHE-END'), ...end);
      await panel.page.getByText('THE-END').waitFor();
      const seconds = (await used()) - before;
      assert.ok(seconds < 4, `${seconds} s for ${source.slice(0, 20)}`);
    }
  });
});

import assert from 'node:assert/strict';
import { type PanelPage, usePanel } from './panelPage';
import {
  answer,
  asked,
  begin,
  call,
  delta,
  editApproval,
  finished,
  results,
  started,
  state,
  text,
  user,
} from './sampleChat';

describe('The conversation scrolls', () => {
  const open = usePanel();
  const lines = (n: number) => Array.from({ length: n }, (_, i) => `Paragraph ${i} of the answer.\n\n`).join('');
  const distance = (panel: PanelPage) => panel.log.evaluate(log => log.scrollHeight - log.clientHeight - log.scrollTop);
  const top = (panel: PanelPage) => panel.log.evaluate(log => log.scrollTop);
  const openLong = async () => {
    const panel = await open({ events: [user('u1', 'Go'), started, begin('a1'), delta('a1', lines(60))] });
    await panel.page.getByText('Paragraph 59').waitFor();
    await panel.page.waitForTimeout(200);
    return panel;
  };

  it('with the end of an answer as it grows', async () => {
    const panel = await openLong();
    assert.ok((await distance(panel)) < 2);
    for (let i = 0; i < 5; i++) await panel.send(delta('a1', lines(3)));
    assert.ok((await distance(panel)) < 2);
    assert.equal(await panel.button('Jump to latest').count(), 0);
  });

  it('not at all once the person has scrolled up, until they jump to the latest or send', async () => {
    const panel = await openLong();
    await panel.log.hover();
    await panel.page.mouse.wheel(0, -300);
    await panel.page.waitForTimeout(300);
    const before = await top(panel);
    for (let i = 0; i < 3; i++) await panel.send(delta('a1', lines(5)));
    assert.equal(await top(panel), before);
    await panel.button('Jump to latest').click();
    assert.ok((await distance(panel)) < 2);
    await panel.page.mouse.wheel(0, -300);
    await panel.page.waitForTimeout(300);
    await panel.send({ type: 'message-finished', messageId: 'a1', end: 'stop' }, finished, user('u2', 'Next'));
    assert.ok((await distance(panel)) < 2);
  });

  it('to where the person was reading, after the page was loaded again', async () => {
    const long = (id: string) => answer(id, text(lines(60).replaceAll('the answer', id)));
    const events = [
      user('u1', 'Go'),
      ...long('a1'),
      user('u2', 'On'),
      ...long('a2'),
      user('u3', 'And on'),
      ...long('a3'),
    ];
    const panel = await open({ events });
    await panel.page.getByText('Paragraph 59 of a3').waitFor();
    for (const id of ['a3', 'a2']) {
      const line = panel.page.getByText(`Paragraph 30 of ${id}`);
      await panel.log.hover();
      for (let i = 0; i < 80 && ((await line.boundingBox())?.y ?? -1) < 100; i++) {
        await panel.page.mouse.wheel(0, -150);
        await panel.page.waitForTimeout(30);
      }
      await panel.page.waitForTimeout(500);
      const place = async () => Math.round((await line.boundingBox())?.y ?? -1);
      const before = await place();
      assert.ok(before > 50 && before < 700, `${before}`);
      await panel.reload();
      await panel.page.getByText('Paragraph 59 of a3').waitFor({ state: 'attached' });
      await panel.page.waitForTimeout(300);
      assert.ok(Math.abs((await place()) - before) < 3, `${id}: ${await place()} and not ${before}`);
    }
    await panel.send(user('u4', 'Next'));
    assert.ok((await distance(panel)) < 2);
    await panel.reload();
    await panel.page.getByText('Paragraph 59 of a3').waitFor();
    await panel.page.waitForTimeout(300);
    assert.ok((await distance(panel)) < 2, 'at the end, where it was last');
  });

  it('not while something is selected or pressed', async () => {
    const panel = await openLong();
    await panel.page.getByText('Paragraph 58').selectText();
    const before = await top(panel);
    await panel.send(delta('a1', lines(5)));
    assert.equal(await top(panel), before);
    const other = await openLong();
    const place = await top(other);
    await other.log.hover();
    await other.page.mouse.down();
    await other.send(delta('a1', lines(5)));
    assert.equal(await top(other), place);
    await other.page.mouse.up();
    await other.page.waitForTimeout(100);
    assert.ok((await distance(other)) < 2);
  });

  it('nothing away that the person opens', async () => {
    const panel = await openLong();
    const result = {
      callId: 'c1',
      name: 'read_file',
      title: 'Read a.ts',
      status: 'success' as const,
      content: lines(40),
    };
    await panel.send(
      { type: 'part', messageId: 'a1', part: call('c1', 'read_file') },
      { type: 'message-finished', messageId: 'a1', end: 'stop' },
      results('t1', result),
      finished,
    );
    const head = panel.log.getByRole('button', { name: 'Read a.ts' });
    const before = await head.boundingBox();
    await head.click();
    await panel.page.waitForTimeout(200);
    assert.ok(Math.abs(((await head.boundingBox())?.y ?? 0) - (before?.y ?? 0)) < 2);
  });

  it('not down and up again where edits are accepted one after the other', async () => {
    const panel = await openLong();
    await panel.send(...asked('a1', 'replace', 'Edit one.ts', editApproval('c1')));
    const row = panel.log.getByRole('group', { name: 'Edit one.ts' });
    await panel.button('Accept').waitFor();
    await panel.page.waitForTimeout(200);
    const place = async () => Math.round((await row.boundingBox())?.y ?? -1);
    const [before, button] = [await place(), (await panel.button('Accept').boundingBox())?.y ?? -1];
    await panel.send(
      { type: 'approval-settled', callId: 'c1', verdict: { decision: 'accept' } },
      state('c1', 'success'),
    );
    await panel.button('Accept').waitFor({ state: 'detached' });
    await panel.page.waitForTimeout(200);
    assert.equal(await place(), before);
    await panel.send(...asked('a1', 'replace', 'Edit two.ts', editApproval('c2')));
    await panel.button('Accept').waitFor();
    await panel.page.waitForTimeout(200);
    assert.ok(Math.abs(((await panel.button('Accept').boundingBox())?.y ?? -1) - button) < 2);
    await panel.send(
      { type: 'approval-settled', callId: 'c2', verdict: { decision: 'accept' } },
      { type: 'message-finished', messageId: 'a1', end: 'stop' },
      finished,
      user('u2', 'Next'),
    );
    assert.ok((await distance(panel)) < 2);
    const end = await panel.log.evaluate(log => log.getBoundingClientRect().bottom);
    const prompt = await panel.log.getByRole('article', { name: 'You' }).last().boundingBox();
    assert.ok(end - (prompt?.y ?? 0) - (prompt?.height ?? 0) < 30, 'nothing is left below the next prompt');
    assert.deepEqual(panel.reports, []);
  });

  it('by turns with Alt+Up and Alt+Down', async () => {
    const panel = await open({
      events: [
        user('u1', 'One'),
        ...answer('a1', text(lines(40))),
        user('u2', 'Two'),
        ...answer('a2', text(lines(40))),
      ],
    });
    await panel.log.focus();
    const focused = () => panel.page.evaluate(() => document.activeElement?.textContent.slice(0, 12));
    await panel.page.keyboard.press('Alt+ArrowUp');
    assert.match((await focused()) ?? '', /^Pollux/);
    await panel.page.keyboard.press('Alt+ArrowUp');
    assert.equal(await focused(), 'YouTwo');
  });
});

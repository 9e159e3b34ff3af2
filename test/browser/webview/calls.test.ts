import assert from 'node:assert/strict';
import { usePanel } from './panelPage';
import { answer, begin, call, results, started, state, user } from './sampleChat';

describe('A call', () => {
  const openPanel = usePanel();

  it('that runs can be cancelled by itself', async () => {
    const panel = await openPanel();
    await panel.send(
      user('u1', 'Do it'),
      started,
      begin('a1'),
      { type: 'part', messageId: 'a1', part: call('c1', 'x') },
      state('c1', 'validating', { name: 'x', title: 'Run sleep' }),
      state('c1', 'executing'),
    );
    await panel.button('Cancel Run sleep').click();
    assert.deepEqual(panel.callsOf('cancelCall'), [['c1']]);
  });

  it('that changed a file says which problems that caused, and leads to each', async () => {
    const panel = await openPanel();
    const shown = [
      { path: 'src/a.ts', line: 3, severity: 'error' as const, message: 'Cannot find name ‘b’.' },
      { path: 'src/c.ts', line: 70, severity: 'warning' as const, message: 'Unused.' },
    ];
    await panel.send(
      user('u1', 'Do it'),
      ...answer('a1', call('c1', 'replace')),
      results('t1', {
        callId: 'c1',
        name: 'replace',
        title: 'Edit src/a.ts',
        status: 'success',
        content: '',
        display: { type: 'edit', path: 'src/a.ts', added: 1, removed: 1, newProblems: { total: 22, shown } },
      }),
    );
    const head = panel.log.getByRole('button', { name: /^Edit src\/a\.ts .*22 new problems.*Done/ });
    assert.equal(await head.getByTitle('22 new problems').count(), 1);
    await head.click();
    const list = panel.log.getByRole('list', { name: 'New problems' });
    await list.getByText('Cannot find name ‘b’.').waitFor();
    await list.getByText('and 20 more', { exact: true }).waitFor();
    await list.getByRole('button', { name: 'src/c.ts:70' }).click();
    assert.deepEqual(panel.callsOf('openFile'), [['src/c.ts', 70]]);
    assert.deepEqual(panel.consoleErrors, []);
  });

  it('that sets itself steps shows how far it is, in words too', async () => {
    const panel = await openPanel();
    const todos = [
      { text: 'Read', status: 'completed' as const },
      { text: 'Change', status: 'in_progress' as const },
      { text: 'Dance', status: 'cancelled' as const },
    ];
    await panel.send(
      user('u1', 'Do it'),
      started,
      begin('a1'),
      { type: 'part', messageId: 'a1', part: call('c1', 'write_todos') },
      { type: 'message-finished', messageId: 'a1', end: 'stop' },
      results('t1', {
        callId: 'c1',
        name: 'write_todos',
        title: 'Steps',
        status: 'success',
        content: '',
        display: { type: 'todos', todos },
      }),
    );
    const group = panel.log.getByRole('group', { name: 'Steps', exact: true });
    assert.match(await group.innerText(), /1 of 2/);
    await group.getByRole('button', { name: /Steps/ }).click();
    assert.deepEqual(await group.getByRole('listitem').allTextContents(), [
      'Done: Read',
      'In progress: Change',
      'Cancelled: Dance',
    ]);
  });

  it('in the narrowest side bar is named by its whole file, or by its beginning and end', async () => {
    const panel = await openPanel({ width: 240 });
    const rows = ['src/queue/scheduler.ts', 'packages/core/src/tools/editCorrector.test.ts'].map((path, i) => ({
      callId: `c${i}`,
      name: 'replace',
      title: `Edit ${path}`,
      icon: 'edit' as const,
      status: 'success' as const,
      content: 'ok',
      display: { type: 'edit' as const, path, added: 4, removed: 2 },
    }));
    const calls = rows.map(({ callId, name }) => call(callId, name));
    await panel.send(user('u1', 'Edit'), started, ...answer('a1', ...calls), results('t1', ...rows));
    const shown = await panel.log.locator('.tool-title-path').evaluateAll(titles =>
      titles.map(({ children, clientWidth, scrollWidth }) => ({
        isWhole: scrollWidth <= clientWidth,
        names: [...children].slice(2).map(each => ({ width: each.clientWidth, whole: each.scrollWidth })),
      })),
    );
    const [short, long] = shown;
    assert.deepEqual([short?.isWhole, long?.isWhole], [true, true]);
    assert.ok(
      short?.names.every(({ width, whole }) => width === whole),
      JSON.stringify(short),
    );
    assert.ok(
      (long?.names[0]?.width ?? 0) >= 30 && long?.names[1]?.width === long?.names[1]?.whole,
      JSON.stringify(long),
    );
    assert.equal(await panel.log.getByRole('button', { name: /^Edit src\/queue\/scheduler\.ts .*Done$/ }).count(), 1);
  });
});

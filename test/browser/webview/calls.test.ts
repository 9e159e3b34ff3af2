import assert from 'node:assert/strict';
import { usePanel } from './panelPage';
import { begin, call, results, started, state, user } from './sampleChat';

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
});

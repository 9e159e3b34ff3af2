import assert from 'node:assert/strict';
import { EditWalk } from '../../../../src/vscode/review/editWalk';

describe('a walk through proposed edits', () => {
  function walkThrough(...keys: string[]) {
    const opened: string[] = [];
    const steps: string[] = [];
    const walk = new EditWalk({
      open: async key => opened.push(key) > 0,
      pending: () => keys.map(callId => ({ callId })),
      activeCallId: () => opened.at(-1),
    });
    return {
      walk,
      opened,
      steps,
      begin: () =>
        walk.begin({
          keys: () => keys,
          onShow: key => steps.push(`show ${key}`),
          onLeave: key => steps.push(`leave ${key}`),
        }),
      decide: async (key: string) => {
        const shown = walk.goOn(key);
        keys.splice(keys.indexOf(key), 1);
        await shown;
      },
      propose: (key: string) => keys.push(key),
    };
  }

  it('shows one after another until all are decided', async () => {
    const { begin, decide, opened, steps } = walkThrough('a', 'b', 'c');
    await begin();
    for (const key of ['a', 'b', 'c']) await decide(key);
    assert.deepEqual(opened, ['a', 'b', 'c']);
    assert.deepEqual(steps, ['show a', 'leave a', 'show b', 'leave b', 'show c']);
  });

  it('stays at the one that is shown while that is closed and shown again', async () => {
    const { begin, decide, opened, steps, walk } = walkThrough('a', 'b');
    await begin();
    assert.equal(walk.leave('b'), false);
    assert.equal(walk.leave('a'), true);
    walk.showAgain('b');
    walk.showAgain('a');
    assert.deepEqual(steps, ['show a', 'leave a', 'show a']);
    await decide('a');
    assert.deepEqual(opened, ['a', 'b']);
  });

  it('comes to edits that are proposed meanwhile, and leaves out those decided elsewhere', async () => {
    const { begin, decide, opened, propose } = walkThrough('a', 'b', 'c');
    await begin();
    await decide('b');
    propose('d');
    for (const key of ['a', 'c', 'd']) await decide(key);
    assert.deepEqual(opened, ['a', 'c', 'd']);
  });

  it('goes on only from the one that is shown, and no further once it has ended', async () => {
    const { begin, decide, opened, walk } = walkThrough('a', 'b');
    await begin();
    await decide('b');
    assert.deepEqual(opened, ['a']);
    walk.end();
    await decide('a');
    assert.deepEqual(opened, ['a'], 'an edit that was opened by itself leads to no other');
  });

  it('steps to and fro, from the last to the first', async () => {
    const { opened, walk } = walkThrough('a', 'b', 'c');
    for (let i = 0; i < 4; i++) await walk.next();
    await walk.previous();
    assert.deepEqual(opened, ['a', 'b', 'c', 'a', 'c']);
  });

  it('has nothing to show where no edit waits', async () => {
    const { begin, opened } = walkThrough();
    await begin();
    assert.deepEqual(opened, []);
  });
});

import assert from 'node:assert/strict';
import type { ChatEvent } from '../../../src/shared/protocol';
import { answer, text, user } from './sampleChat';
import { settings, usePanel } from './panelPage';

describe('The focus after a decision about a file', () => {
  const open = usePanel();
  const changesOf = (...paths: readonly string[]): ChatEvent => {
    const listed = paths.map(path => ({ file: `/${path}`, path, count: 1 }));
    const count = paths.length;
    const changes = { count, reviewed: 3 - count, total: 3, files: count, listed, canTakeBack: true };
    return { type: 'settings', settings: { ...settings, changes } };
  };

  it('goes to the next file, where a key that is held down decides nothing, and then to the message box', async () => {
    const panel = await open();
    const focused = () => panel.page.evaluate(() => document.activeElement?.textContent);
    await panel.send(changesOf('a.ts', 'b.ts', 'c.ts'));
    await panel.page.getByText('Files', { exact: true }).click();
    await panel.button('Keep the changes of b.ts').focus();
    await panel.page.keyboard.press('Enter');
    await panel.settled(); // a press has been taken before the host has heard of it
    assert.deepEqual(panel.callsOf('decideChanges'), [['keep', '/b.ts']]);
    await panel.send(changesOf('a.ts', 'c.ts'));
    assert.equal(await focused(), 'c.ts');
    await panel.page.getByText('2 changes in 2 files · 1 of 3 reviewed', { exact: true }).waitFor();
    await panel.page.keyboard.press('Tab');
    await panel.page.keyboard.press('Enter');
    await panel.settled();
    assert.deepEqual(panel.callsOf('decideChanges').at(-1), ['keep', '/c.ts']);
    await panel.send(changesOf('a.ts'));
    assert.equal(await focused(), 'a.ts', 'the last row, if none follows');
    await panel.page.keyboard.press('Tab');
    await panel.page.keyboard.press('Enter');
    await panel.send(changesOf());
    assert.ok(await panel.box.evaluate(box => box === document.activeElement));
  });
});

describe('The changes above the message box of a low panel', () => {
  const open = usePanel();

  it('leave room for the conversation', async () => {
    const panel = await open({ events: [user('u1', 'Fix it'), ...answer('a1', text('Done.'))] });
    const changes = { ...{ count: 3, reviewed: 0, total: 3, files: 2, canTakeBack: false }, listed: [] };
    await panel.send({ type: 'settings', settings: { ...settings, changes } });
    await panel.page.setViewportSize({ width: 300, height: 200 });
    await panel.button('Keep all').waitFor();
    const { height } = (await panel.log.boundingBox())!;
    assert.ok(height >= 50, `${height} pixels`);
    await panel.button('Review').click();
    assert.equal(panel.callsOf('reviewChanges').length, 1);
    await panel.page.getByRole('group', { name: 'Changes to review' }).getByText('3 changes in 2 files').waitFor();
  });
});

describe('The comments of a review', () => {
  const open = usePanel();

  it('stand above the message box with their number, also once they only wait for the end of the run', async () => {
    const panel = await open({ settings: { review: { comments: 2, isWaiting: false } } });
    const bar = panel.page.getByRole('group', { name: 'Review' });
    await bar.getByText('2 comments on changes', { exact: true }).waitFor();
    await panel.button('Send review (2 comments)').click();
    assert.deepEqual(panel.callsOf('sendReview'), [[]]);
    await panel.send({ type: 'settings', settings: { ...settings, review: { comments: 2, isWaiting: true } } });
    await bar.getByText('2 comments on changes are sent when Pollux is done', { exact: true }).waitFor();
    assert.equal(await bar.getByRole('button').count(), 0);
  });
});

describe('The edits that wait together', () => {
  const open = usePanel();
  const edits = ['a.txt', 'b.txt', 'c.txt'].map((path, index) => {
    const proposal = { kind: 'edit', path, isNew: false, added: 3, removed: 3, isCut: false, diff: '' } as const;
    return { type: 'approval-requested', approval: { callId: `c${index}`, proposal, remember: [] } } as const;
  });

  it('are decided all at once or file by file, and are gone with the last', async () => {
    const panel = await open({ events: [user('u1', 'Shout'), ...edits] });
    const bar = panel.page.getByRole('group', { name: 'Edits waiting for you' });
    await bar.getByText('3 edits in 3 files wait for you').waitFor();
    await bar.getByText('Files', { exact: true }).click();
    await bar.getByRole('button', { name: 'Reject the edit of b.txt' }).click();
    await bar.getByRole('button', { name: 'Accept the edit of c.txt' }).click();
    assert.deepEqual(panel.callsOf('decide'), [
      ['c1', { decision: 'reject' }],
      ['c2', { decision: 'accept' }],
    ]);
    await panel.send({ type: 'approval-settled', callId: 'c1', verdict: { decision: 'reject' } });
    await bar.getByText('2 edits in 2 files wait for you').waitFor();
    await bar.getByRole('button', { name: 'Accept all' }).click();
    await bar.getByRole('button', { name: 'Review' }).click();
    assert.deepEqual(panel.callsOf('decideEdits'), [['accept']]);
    assert.equal(panel.callsOf('reviewEdits').length, 1);
    for (const callId of ['c0', 'c2']) {
      await panel.send({ type: 'approval-settled', callId, verdict: { decision: 'accept' } });
    }
    await bar.waitFor({ state: 'detached' });
  });
});

describe('The changes that were made', () => {
  const open = usePanel();

  it('are decided all at once or file by file, with one step back, and are told when none is left', async () => {
    const listed = ['a.txt', 'b.txt'].map(path => ({ file: `/${path}`, path, count: 3 }));
    const changes = { count: 6, reviewed: 0, total: 6, files: 2, listed, canTakeBack: false };
    const panel = await open({ settings: { changes } });
    const bar = panel.page.getByRole('group', { name: 'Changes to review' });
    await bar.getByText('6 changes in 2 files').waitFor();
    await bar.getByText('Files', { exact: true }).click();
    await bar.getByRole('button', { name: 'Keep the changes of a.txt' }).click();
    await bar.getByRole('button', { name: 'Undo the changes of b.txt' }).click();
    await bar.getByRole('button', { name: 'Keep all', exact: true }).click();
    assert.deepEqual(panel.callsOf('decideChanges'), [
      ['keep', '/a.txt'],
      ['undo', '/b.txt'],
      ['keep', null],
    ]);
    assert.equal(await bar.getByRole('button', { name: 'Take back' }).count(), 0);
    const none = { ...changes, count: 0, reviewed: 6, files: 0, listed: [], canTakeBack: true };
    await panel.send({ type: 'settings', settings: { ...settings, changes: none } });
    await bar.getByText('No changes to review').waitFor();
    await bar.getByRole('button', { name: 'Take back' }).click();
    assert.equal(panel.callsOf('takeChangesBack').length, 1);
  });
});

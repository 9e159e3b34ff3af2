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

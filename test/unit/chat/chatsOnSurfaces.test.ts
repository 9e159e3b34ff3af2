import assert from 'node:assert/strict';
import { call, text } from '../../support/gemini/replies';
import { asked, say, testSurface, useTestWindows } from '../../support/testWindows';

describe('Chats on the surfaces of a window', () => {
  const { open, server, windows } = useTestWindows();

  it('move to a tab with all they have, and leave a new one in the view', async () => {
    const { registry, switches, used } = open();
    const moved = registry.active;
    moved.saveDraft('Half a thought');
    const tab = testSurface('tab');
    registry.moveTo(tab, moved);
    registry.use(tab);
    assert.deepEqual(
      [registry.shownOn(tab), registry.surfaceOf(moved), registry.active, registry.used],
      [moved, tab, moved, tab],
    );
    const left = registry.shownOn(windows().view);
    assert.deepEqual([left === moved, left?.draft, moved.draft], [false, '', 'Half a thought']);
    assert.deepEqual(switches, [
      [tab, false],
      [windows().view, true],
    ]);
    assert.deepEqual(used, [tab]);
    // Neither of the two new chats has the draft of the other.
    left?.saveDraft('In the view');
    assert.deepEqual([left?.draft, moved.draft], ['In the view', 'Half a thought']);
    registry.moveTo(windows().view, moved);
    assert.deepEqual(
      [registry.shownOn(windows().view), registry.shownOn(tab), registry.used],
      [moved, undefined, windows().view],
    );
    assert.equal(moved.draft, 'In the view\n\nHalf a thought');
  });

  it('are on one surface at a time: opened again, they are used where they are', async () => {
    const { registry } = open();
    const first = registry.active;
    server().reply(text('Yes.'));
    await say(registry, first, 'One');
    const tab = testSurface('tab');
    registry.moveTo(tab, first);
    assert.ok(await registry.stored.open(first.id, windows().view));
    assert.deepEqual([registry.used, registry.shownOn(windows().view) === first], [tab, false]);
    registry.use(windows().view);
    registry.newChat();
    assert.equal(registry.shownOn(tab), first);
    await registry.leave(first.id);
    assert.deepEqual([registry.shownOn(tab)?.hasPrompts, registry.get(first.id)], [false, undefined]);
  });

  it('work on when their tab is closed, with their questions, and end when they have nothing to do', async () => {
    const { registry, ended, notes } = open();
    const chat = registry.active;
    const tab = testSurface('tab');
    registry.moveTo(tab, chat);
    registry.use(tab);
    server()
      .reply(call('write_note', { name: 'a', text: 'a!' }, { id: 'call-1' }))
      .reply(text('Done.'));
    const run = say(registry, chat, 'Write a');
    await asked(chat);
    assert.equal(registry.closeTab(tab), chat);
    assert.deepEqual([registry.used, registry.get(chat.id)?.session.state.approvals.length], [windows().view, 1]);
    const again = testSurface('tab');
    assert.ok(await registry.stored.open(chat.id, again));
    assert.equal(registry.shownOn(again), chat);
    registry.closeTab(again);
    chat.session.decide('call-1', { decision: 'accept' });
    await run;
    await registry.save();
    assert.deepEqual([...notes], [['/notes/a', 'a!']]);
    assert.ok(ended.includes(chat.id));
    const idle = testSurface('tab');
    registry.newChat(idle);
    const empty = registry.shownOn(idle);
    assert.equal(registry.closeTab(idle), undefined);
    await registry.end();
    assert.ok(empty && ended.includes(empty.id));
  });

  it('go to the view when their tab is closed before the first prompt, with what was typed', async () => {
    const { registry } = open();
    const tab = testSurface('tab');
    registry.newChat(tab);
    const chat = registry.shownOn(tab);
    chat?.saveDraft('A long sentence');
    assert.equal(registry.closeTab(tab), undefined);
    assert.deepEqual([registry.shownOn(windows().view), registry.active.draft], [chat, 'A long sentence']);
    const other = testSurface('tab');
    registry.newChat(other);
    registry.shownOn(other)?.saveDraft('Another');
    registry.closeTab(other);
    assert.equal(registry.active.draft, 'A long sentence');
    await registry.end();
  });

  it('come back to their tabs after a reload, with drafts; what was deleted gives a new one', async () => {
    const before = open();
    const [tab, other] = [testSurface('tab'), testSurface('tab')];
    const chat = before.registry.active;
    before.registry.moveTo(tab, chat);
    server().reply(text('Yes.'));
    await say(before.registry, chat, 'One');
    chat.saveDraft('More');
    before.registry.newChat(other);
    const empty = before.registry.shownOn(other);
    empty?.saveDraft('Nothing sent');
    before.registry.shownOn(windows().view)?.saveDraft('In the view');
    await before.registry.end();
    const { registry } = open();
    await registry.stored.restore();
    assert.equal(registry.active.draft, 'In the view');
    assert.ok(await registry.stored.reopen(tab, chat.id, false));
    assert.ok(await registry.stored.reopen(other, empty?.id ?? '', true));
    assert.deepEqual(
      [tab, other].map(each => [registry.shownOn(each)?.id, registry.shownOn(each)?.draft]),
      [
        [chat.id, 'More'],
        [empty?.id, 'Nothing sent'],
      ],
    );
    assert.equal(registry.used, windows().view, 'nothing takes the focus');
    const third = testSurface('tab');
    assert.equal(await registry.stored.reopen(third, 'deleted', false), false);
    assert.equal(registry.shownOn(third)?.hasPrompts, false);
    await registry.stored.open(chat.id, third);
    assert.equal(registry.used, tab);
  });
});

import assert from 'node:assert/strict';
import type { Chat } from '../../../src/chat/chat';
import { restoreChat } from '../../../src/sessions/restoreChat';
import { call, hang, text } from '../../support/gemini/replies';
import { fakeHooks } from '../../support/hookFakes';
import { asked, say, useTestWindows } from '../../support/testWindows';

describe('The chats of a window', () => {
  const { open, server } = useTestWindows();

  it('go on in a new one from an earlier prompt, and stay as they are', async () => {
    const { registry, store } = open();
    const before = registry.active;
    for (const prompt of ['One', 'Two']) {
      server().reply(text('Yes.'));
      await say(registry, before, prompt);
    }
    const second = before.session.state.messages.filter(({ role }) => role === 'user').at(-1);
    const forked = await registry.stored.fork(before, second?.id ?? '');
    assert.deepEqual(forked?.prompt, second);
    assert.equal(forked?.chat, registry.active);
    assert.notEqual(registry.active.id, before.id);
    assert.deepEqual(registry.active.session.state.messages, before.session.state.messages.slice(0, -2));
    assert.equal(await registry.stored.fork(registry.active, 'none'), null);
    await registry.save();
    for (const { session } of [before, registry.active]) {
      const stored = await store.load(session.state.sessionId);
      assert.deepEqual(restoreChat('', stored?.events ?? []).messages, session.state.messages);
    }
  });

  it('tell hooks that one is new in the place of another, and of the other that it was cleared', async () => {
    const { hooks, fired } = fakeHooks({ SessionStart: () => ({}), SessionEnd: () => ({}) });
    const { registry } = open({ hooks: async () => hooks });
    server().reply(text('Yes.')).reply(text('Yes.'));
    await say(registry, registry.active, 'One');
    registry.newChat();
    await say(registry, registry.active, 'Two');
    await registry.end();
    assert.deepEqual(
      fired.map(({ input }) => input),
      [{ source: 'startup' }, { reason: 'clear' }, { source: 'clear' }, { reason: 'exit' }],
    );
  });

  it('take nothing more while they close', async () => {
    const { registry } = open();
    const { id } = registry.active;
    registry.newChat();
    assert.equal(registry.getLasting(id), undefined);
    assert.equal(registry.getLasting(registry.active.id), registry.active);
  });

  it('edit three at once, each with questions, answers and a mode of its own', async () => {
    const { registry, notes, events } = open();
    const chats: Chat[] = [];
    const runs: Promise<unknown>[] = [];
    // The same ids of calls in all of them: they are unique only within a session.
    for (const name of ['a', 'b', 'c']) {
      server().reply(call('write_note', { name, text: `${name}!` }, { id: 'call-1' }));
      const chat = registry.active;
      chats.push(chat);
      runs.push(say(registry, chat, `Write ${name}`));
      await asked(chat);
      registry.newChat();
    }
    const [a, b, c] = chats as [Chat, Chat, Chat];
    a.setMode('plan');
    b.saveDraft('Half a thought');
    b.enqueue('And then this');
    assert.deepEqual([a.mode, b.mode, c.mode, registry.active.mode], ['plan', 'default', 'default', 'default']);
    assert.deepEqual([a.draft, b.draft, c.queue.text, registry.active.draft], ['', 'Half a thought', '', '']);
    server().reply(text('Done.')).reply(text('Done.'));
    assert.ok(b.session.decide('call-1', { decision: 'accept' }));
    await runs[1];
    assert.deepEqual([...notes], [['/notes/b', 'b!']]);
    assert.deepEqual(
      chats.map(({ session }) => session.state.approvals.length),
      [1, 0, 1],
    );
    assert.ok(c.session.decide('call-1', { decision: 'reject' }));
    await runs[2];
    a.session.stop();
    await runs[0];
    assert.deepEqual([...notes.keys()], ['/notes/b']);
    // Each one's events are its own.
    await registry.save();
    for (const chat of chats) {
      const own = events.filter(([id]) => id === chat.id).map(([, event]) => event);
      assert.deepEqual(restoreChat(chat.id, own).messages, chat.session.state.messages);
    }
  });

  it('go on behind another one, and are closed when they have nothing left to do', async () => {
    const { registry, ended, running } = open();
    const first = registry.active;
    server().reply(hang());
    const requested = server().nextRequest();
    const run = say(registry, first, 'Take long');
    await requested;
    registry.newChat();
    assert.equal(registry.get(first.id), first);
    first.session.stop();
    await run;
    await registry.save();
    assert.deepEqual(ended, [first.id], 'it is over');
    const second = registry.active;
    running.set(second.id, [{ pid: 1, command: 'npm start', startedAt: 0 }]);
    server().reply(text('Yes.'));
    await say(registry, second, 'Serve');
    registry.newChat();
    assert.equal(registry.get(second.id), second, 'its server runs');
    assert.equal(await registry.stored.open(second.id), true);
    assert.equal(registry.active, second);
    await registry.leave(second.id);
    assert.ok(ended.includes(second.id));
  });

  it('come back after a reload with their mode, draft and what waits, except for the mode that asks about nothing', async () => {
    const before = open();
    for (const [mode, draft] of [
      ['autoEdit', 'First draft'],
      ['yolo', 'Second draft'],
    ] as const) {
      server().reply(text('Yes.'));
      const chat = before.registry.active;
      await say(before.registry, chat, draft);
      chat.setMode(mode);
      chat.saveDraft(draft);
      if (mode === 'autoEdit') before.registry.newChat();
    }
    const shown = before.registry.active.id;
    await before.registry.end();
    const { registry, store } = open();
    await registry.stored.restore();
    assert.equal(registry.active.id, shown);
    assert.deepEqual([registry.active.draft, registry.active.mode], ['Second draft', 'default']);
    const other = (await store.list()).find(({ id }) => id !== shown);
    assert.ok(await registry.stored.open(other?.id ?? ''));
    assert.deepEqual([registry.active.draft, registry.active.mode], ['First draft', 'autoEdit']);
  });

  it('go on after a reload where a run was cut', async () => {
    const before = open();
    server().reply(hang());
    const requested = server().nextRequest();
    void say(before.registry, before.registry.active, 'Take long');
    await requested;
    await before.registry.save();
    const { id } = before.registry.active;
    await before.store.release(id);
    const { registry, ended } = open();
    await registry.stored.restore();
    assert.equal(registry.active.id, id);
    server().reply(text('Yes.'));
    await say(registry, registry.active, 'More');
    assert.deepEqual([registry.get(id) === registry.active, ended.includes(id)], [true, false]);
  });

  it('keep a draft of a chat that has no prompt yet, and give it to that chat alone', async () => {
    const before = open();
    before.registry.active.saveDraft('Unsent');
    await before.registry.end();
    const { registry } = open();
    await registry.stored.restore();
    assert.equal(registry.active.draft, 'Unsent');
    server().reply(text('Yes.'));
    await say(registry, registry.active, 'Sent');
    assert.equal(registry.active.draft, 'Unsent');
    registry.newChat();
    assert.equal(registry.active.draft, '');
  });
});

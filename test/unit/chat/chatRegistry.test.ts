import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BackgroundProcess } from '../../../src/agent/ports/processes';
import { ChatRegistry } from '../../../src/chat/chatRegistry';
import type { Chat } from '../../../src/chat/chat';
import type { Surface } from '../../../src/chat/surface';
import { createSessionFiles } from '../../../src/node/sessions/sessionFiles';
import { restoreChat } from '../../../src/sessions/restoreChat';
import type { AgentEvent } from '../../../src/shared/events';
import { call, hang, text } from '../../support/gemini/replies';
import { startGeminiServer, type GeminiServer } from '../../support/geminiServer';
import { fakeHooks } from '../../support/hookFakes';
import { noteFiles, openSession, sessionOptions, type TestSessionOptions } from '../../support/testSession';
import { testPolicy } from '../../support/testPolicy';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('The chats of a window', () => {
  let folder: string;
  let server: GeminiServer;
  let registries: ChatRegistry[];
  let values: Map<string, unknown>;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pollux-'));
    server = await startGeminiServer({ apiKey: 'test-key' });
    registries = [];
    values = new Map();
  });
  afterEach(async () => {
    await Promise.all(registries.map(registry => registry.end()));
    await server.close();
    await rm(folder, { recursive: true });
  });

  let last = 0;
  const newId = () => `id-${++last}`;

  const surface = (kind: Surface['kind']): Surface => ({
    kind,
    send: () => undefined,
    reveal: () => Promise.resolve(),
  });
  const view = surface('view');

  /** A window's registry; the next one finds what this one has stored. */
  const open = (options: Partial<TestSessionOptions> = {}) => {
    const store = createSessionFiles(folder, silent);
    const notes = new Map<string, string>();
    const ended: string[] = [];
    const running = new Map<string, BackgroundProcess[]>();
    const events: (readonly [string, AgentEvent])[] = [];
    const switches: (readonly [Surface, boolean])[] = [];
    const used: Surface[] = [];
    const registry: ChatRegistry = new ChatRegistry({
      store,
      stored: { get: name => values.get(name), set: (name, value) => void values.set(name, structuredClone(value)) },
      createParts: (chat, start) => {
        const base = sessionOptions({ url: server.url, files: noteFiles(notes), ...options });
        const policy = testPolicy({ mode: () => chat.mode });
        const session = openSession({ ...base, newId, policy, mode: () => chat.mode }, start);
        const { sessionId } = session.state;
        return {
          session,
          attachments: { views: () => [] } as never,
          processes: { list: () => running.get(sessionId) ?? [] },
          resetModel: () => undefined,
          dispose: async () => void ended.push(sessionId),
        };
      },
      initialMode: () => 'default',
      mayAllowAll: () => true,
      defaultModel: () => 'gemini-3.8-flash',
      newId,
      now: () => 1,
      wait: () => Promise.resolve(),
      onEvents: (chat, batch) => void events.push(...batch.map(event => [chat.id, event] as const)),
      view,
      onSwitch: (surface, isMoved) => void switches.push([surface, isMoved]),
      onUse: () => void used.push(registry.used),
    });
    registries.push(registry);
    return { registry, store, notes, ended, running, events, switches, used };
  };
  const say = (registry: ChatRegistry, chat: Chat, prompt: string) => {
    registry.stored.remember(chat);
    return chat.session.submit([{ type: 'text', text: prompt }]);
  };
  const asked = (chat: Chat) =>
    new Promise<string>(resolve => {
      const [open] = chat.session.state.approvals;
      if (open) resolve(open.callId);
      chat.session.subscribe(event => event.type === 'approval-requested' && resolve(event.approval.callId));
    });

  it('go on in a new one from an earlier prompt, and stay as they are', async () => {
    const { registry, store } = open();
    const before = registry.active;
    for (const prompt of ['One', 'Two']) {
      server.reply(text('Yes.'));
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
    server.reply(text('Yes.')).reply(text('Yes.'));
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
      server.reply(call('write_note', { name, text: `${name}!` }, { id: 'call-1' }));
      const chat = registry.active;
      chats.push(chat);
      runs.push(say(registry, chat, `Write ${name}`));
      await asked(chat);
      registry.newChat();
    }
    const [a, b, c] = chats as [Chat, Chat, Chat];
    a.setMode('plan');
    b.saveDraft('Half a thought');
    b.queue('And then this');
    assert.deepEqual([a.mode, b.mode, c.mode, registry.active.mode], ['plan', 'default', 'default', 'default']);
    assert.deepEqual([a.draft, b.draft, c.queued, registry.active.draft], ['', 'Half a thought', '', '']);
    server.reply(text('Done.')).reply(text('Done.'));
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
    server.reply(hang());
    const requested = server.nextRequest();
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
    server.reply(text('Yes.'));
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
      server.reply(text('Yes.'));
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
    server.reply(hang());
    const requested = server.nextRequest();
    void say(before.registry, before.registry.active, 'Take long');
    await requested;
    await before.registry.save();
    const { id } = before.registry.active;
    await before.store.release(id);
    const { registry, ended } = open();
    await registry.stored.restore();
    assert.equal(registry.active.id, id);
    server.reply(text('Yes.'));
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
    server.reply(text('Yes.'));
    await say(registry, registry.active, 'Sent');
    assert.equal(registry.active.draft, 'Unsent');
    registry.newChat();
    assert.equal(registry.active.draft, '');
  });

  it('move to a tab with all they have, and leave a new one in the view', async () => {
    const { registry, switches, used } = open();
    const moved = registry.active;
    moved.saveDraft('Half a thought');
    const tab = surface('tab');
    registry.moveTo(tab, moved);
    registry.use(tab);
    assert.deepEqual(
      [registry.shownOn(tab), registry.surfaceOf(moved), registry.active, registry.used],
      [moved, tab, moved, tab],
    );
    const left = registry.shownOn(view);
    assert.deepEqual([left === moved, left?.draft, moved.draft], [false, '', 'Half a thought']);
    assert.deepEqual(switches, [
      [tab, false],
      [view, true],
    ]);
    assert.deepEqual(used, [tab]);
    // Neither of the two new chats has the draft of the other.
    left?.saveDraft('In the view');
    assert.deepEqual([left?.draft, moved.draft], ['In the view', 'Half a thought']);
    registry.moveTo(view, moved);
    assert.deepEqual([registry.shownOn(view), registry.shownOn(tab), registry.used], [moved, undefined, view]);
    assert.equal(moved.draft, 'In the view\n\nHalf a thought');
  });

  it('are on one surface at a time: opened again, they are used where they are', async () => {
    const { registry } = open();
    const first = registry.active;
    server.reply(text('Yes.'));
    await say(registry, first, 'One');
    const tab = surface('tab');
    registry.moveTo(tab, first);
    assert.ok(await registry.stored.open(first.id, view));
    assert.deepEqual([registry.used, registry.shownOn(view) === first], [tab, false]);
    registry.use(view);
    registry.newChat();
    assert.equal(registry.shownOn(tab), first);
    await registry.leave(first.id);
    assert.deepEqual([registry.shownOn(tab)?.hasPrompts, registry.get(first.id)], [false, undefined]);
  });

  it('work on when their tab is closed, with their questions, and end when they have nothing to do', async () => {
    const { registry, ended, notes } = open();
    const chat = registry.active;
    const tab = surface('tab');
    registry.moveTo(tab, chat);
    registry.use(tab);
    server.reply(call('write_note', { name: 'a', text: 'a!' }, { id: 'call-1' })).reply(text('Done.'));
    const run = say(registry, chat, 'Write a');
    await asked(chat);
    assert.equal(registry.closeTab(tab), chat);
    assert.deepEqual([registry.used, registry.get(chat.id)?.session.state.approvals.length], [view, 1]);
    const again = surface('tab');
    assert.ok(await registry.stored.open(chat.id, again));
    assert.equal(registry.shownOn(again), chat);
    registry.closeTab(again);
    chat.session.decide('call-1', { decision: 'accept' });
    await run;
    await registry.save();
    assert.deepEqual([...notes], [['/notes/a', 'a!']]);
    assert.ok(ended.includes(chat.id));
    const idle = surface('tab');
    registry.newChat(idle);
    const empty = registry.shownOn(idle);
    assert.equal(registry.closeTab(idle), undefined);
    await registry.end();
    assert.ok(empty && ended.includes(empty.id));
  });

  it('go to the view when their tab is closed before the first prompt, with what was typed', async () => {
    const { registry } = open();
    const tab = surface('tab');
    registry.newChat(tab);
    const chat = registry.shownOn(tab);
    chat?.saveDraft('A long sentence');
    assert.equal(registry.closeTab(tab), undefined);
    assert.deepEqual([registry.shownOn(view), registry.active.draft], [chat, 'A long sentence']);
    const other = surface('tab');
    registry.newChat(other);
    registry.shownOn(other)?.saveDraft('Another');
    registry.closeTab(other);
    assert.equal(registry.active.draft, 'A long sentence');
    await registry.end();
  });

  it('come back to their tabs after a reload, with drafts; what was deleted gives a new one', async () => {
    const before = open();
    const [tab, other] = [surface('tab'), surface('tab')];
    const chat = before.registry.active;
    before.registry.moveTo(tab, chat);
    server.reply(text('Yes.'));
    await say(before.registry, chat, 'One');
    chat.saveDraft('More');
    before.registry.newChat(other);
    const empty = before.registry.shownOn(other);
    empty?.saveDraft('Nothing sent');
    before.registry.shownOn(view)?.saveDraft('In the view');
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
    assert.equal(registry.used, view, 'nothing takes the focus');
    const third = surface('tab');
    assert.equal(await registry.stored.reopen(third, 'deleted', false), false);
    assert.equal(registry.shownOn(third)?.hasPrompts, false);
    await registry.stored.open(chat.id, third);
    assert.equal(registry.used, tab);
  });
});

import assert from 'node:assert/strict';
import type { ChatRegistry } from '../../../src/chat/chatRegistry';
import type { AskingSurface, ChatHostOptions } from '../../../src/chat/host/chatHostOptions';
import { hostComposer } from '../../../src/chat/host/hostComposer';
import { composeIn } from '../../../src/chat/surfaces/composeIn';
import type { Surface } from '../../../src/chat/surfaces/surface';
import { askedChat } from '../../../src/chat/host/askedChat';
import { call, text } from '../../support/gemini/replies';
import { asked, say, testSurface, useTestWindows } from '../../support/testWindows';

describe('Chats of a user who does not wait', () => {
  const { open, server, windows } = useTestWindows();

  /** A window with two stored chats, and a way to hold back the reading of one. */
  async function withStored() {
    const window = open();
    const { registry, store } = window;
    const ids: string[] = [];
    for (const prompt of ['One', 'Two']) {
      server().reply(text('Yes.'));
      await say(registry, registry.active, prompt);
      ids.push(registry.active.id);
      await registry.leave(registry.active.id);
    }
    const [first, second] = ids as [string, string];
    const holdBack = (id: string) => {
      const claim = store.claim.bind(store);
      let letGo: () => void = () => undefined;
      const held = new Promise<void>(resolve => (letGo = resolve));
      store.claim = async wanted => {
        if (wanted === id) await held;
        return claim(wanted);
      };
      return letGo;
    };
    return { ...window, first, second, holdBack };
  }

  it('show of two that are opened in a row the second, however long the first takes', async () => {
    const { registry, store, first, second, holdBack } = await withStored();
    const letGo = holdBack(first);
    const slow = registry.stored.open(first);
    assert.ok(await registry.stored.open(second));
    letGo();
    assert.ok(await slow);
    assert.deepEqual([registry.active.id, registry.get(first)], [second, undefined]);
    assert.ok(await store.claim(first), 'it is free for other windows');
    await store.release(first);
  });

  it('open one once that is opened twice', async () => {
    const { registry, first } = await withStored();
    await Promise.all([registry.stored.open(first), registry.stored.open(first)]);
    assert.equal(registry.active.id, first);
    assert.equal(registry.all.filter(chat => chat.hasPrompts).length, 1);
  });

  it('stay new when they were begun while an earlier one was read', async () => {
    const { registry, first, holdBack } = await withStored();
    const letGo = holdBack(first);
    const slow = registry.stored.open(first);
    registry.newChat();
    const { id } = registry.active;
    letGo();
    await slow;
    assert.equal(registry.active.id, id);
  });

  /** The chats of a window whose previous one showed a chat with a prompt. */
  const openAfterReload = async () => {
    const { registry } = open();
    server().reply(text('Yes.'));
    await say(registry, registry.active, 'One');
    await registry.end();
    return open().registry;
  };

  it('stay new when they were begun before the last one of the previous window is read', async () => {
    const registry = await openAfterReload();
    const restored = registry.stored.restore();
    registry.newChat();
    const { id } = registry.active;
    await restored;
    assert.equal(registry.active.id, id);
  });

  it('stay shown when the last one of the previous window is read while their first prompt is on its way', async () => {
    const registry = await openAfterReload();
    const restored = registry.stored.restore();
    const { active } = registry;
    active.outgoing.begin('On its way', () => undefined);
    await restored;
    assert.equal(registry.active, active);
    active.outgoing.end();
  });

  it('get what is typed into them before the panel knows of them, even if the one before goes on', async () => {
    const { registry } = open();
    server().reply(call('write_note', { name: 'a', text: 'a!' }, { id: 'call-1' }));
    const busy = registry.active;
    const run = say(registry, busy, 'Write a');
    await asked(busy);
    registry.newChat();
    const { current, chat } = askedChat(() => registry, windows().view, busy.id);
    assert.deepEqual([current() === registry.active, chat() === busy], [true, true]);
    assert.throws(askedChat(() => registry, testSurface('tab'), busy.id).current, /no longer open/);
    busy.stop();
    await run;
  });

  it('become a draft again with what was typed since, if the window closes before they are sent', async () => {
    const before = open();
    const chat = before.registry.active;
    chat.outgoing.begin('On its way', () => undefined);
    chat.saveDraft('The next one');
    await before.registry.end();
    assert.equal(open().registry.active.draft, 'On its way\nThe next one');
  });

  it('stay open while they work out what to send, and close once that is done', async () => {
    const { registry, ended } = open();
    const chat = registry.active;
    let letGo: () => void = () => undefined;
    const work = chat.work.during(() => new Promise<void>(resolve => (letGo = resolve)));
    registry.newChat();
    assert.equal(registry.getLasting(chat.id), chat);
    letGo();
    await work;
    assert.equal(registry.getLasting(chat.id), undefined);
    await registry.leave(chat.id);
    assert.ok(ended.includes(chat.id));
  });

  it('are continued in one new chat, however often that is asked at once', async () => {
    const { registry, store } = open();
    server().reply(text('Yes.')).reply(text('Yes.'));
    const chat = registry.active;
    await say(registry, chat, 'One');
    await say(registry, chat, 'Two');
    const prompt = chat.session.state.messages.findLast(({ role }) => role === 'user')?.id ?? '';
    const forks = await Promise.all([registry.stored.fork(chat, prompt), registry.stored.fork(chat, prompt)]);
    assert.deepEqual([forks[0]?.chat, forks[1]], [registry.active, null]);
    await registry.save();
    assert.equal((await store.list()).length, 2);
  });

  describe('and their drafts', () => {
    const draftSaver = (registry: ChatRegistry, shownId: string) => {
      const { view } = windows();
      const asking = { surface: view } as AskingSurface;
      return hostComposer(
        { chats: () => registry } as ChatHostOptions,
        asking,
        askedChat(() => registry, view, shownId),
      );
    };

    it('move to a new chat, also from one that is closed', async () => {
      const { registry, first } = await withStored();
      await registry.stored.open(first);
      await draftSaver(registry, first).saveDraft('Typed', null);
      registry.newChat();
      await draftSaver(registry, registry.active.id).saveDraft('Typed, and more', first);
      assert.equal(registry.active.draft, 'Typed, and more');
      registry.active.saveDraft('');
      assert.ok(await registry.stored.open(first));
      assert.equal(registry.active.draft, '');
    });

    it('stay theirs if they are saved late, once another chat with a draft is shown', async () => {
      const { registry, first, second } = await withStored();
      await registry.stored.open(second);
      registry.active.saveDraft('For the second');
      await registry.stored.open(first);
      await registry.stored.open(second);
      await draftSaver(registry, first).saveDraft('For the first', null);
      assert.equal(registry.active.draft, 'For the second');
      await registry.stored.open(first);
      assert.equal(registry.active.draft, 'For the first');
    });
  });

  it('get the caret that were picked from, whichever is active by then', async () => {
    const { registry } = open();
    const composed: Surface[] = [];
    const focus = { compose: async (surface: Surface) => void composed.push(surface) };
    const [inView, tab] = [registry.active, testSurface('tab')];
    registry.show(tab, { source: 'clear' });
    registry.use(tab);
    const inTab = registry.active;
    assert.ok(await composeIn(registry, focus, inView));
    assert.deepEqual([registry.active === inView, composed], [true, [windows().view]]);
    registry.closeTab(tab);
    assert.ok(!(await composeIn(registry, focus, inTab)));
    assert.equal(composed.length, 1);
  });
});

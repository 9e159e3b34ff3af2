import assert from 'node:assert/strict';
import type { SessionStore } from '../../src/agent/ports/sessionStore';
import type { AgentEvent } from '../../src/shared/events';

/** The rules of the `SessionStore` port. `reopen` makes another store over the same place, as a new window would. */
export function describeSessionStore(
  name: string,
  make: () => Promise<{ store: SessionStore; reopen: () => SessionStore; close: () => Promise<void> }>,
): void {
  describe(`${name}, as a session store`, () => {
    let place: Awaited<ReturnType<typeof make>>;
    beforeEach(async () => (place = await make()));
    afterEach(() => place.close());

    const prompt = (text: string): AgentEvent => ({
      type: 'message',
      message: { id: text, at: 1, role: 'user', parts: [{ type: 'text', text }] },
    });
    const write = async (sessionId: string, ...events: AgentEvent[]) => {
      place.store.append(sessionId, events);
      await place.store.flush();
    };
    const titles = async (store = place.store) => (await store.list()).map(({ id, title }) => [id, title]);

    it('gives back what was appended, in order, to another window too', async () => {
      const events: AgentEvent[] = [{ type: 'run-started', at: 1 }, prompt('Hi \u2028 “there”\n🎉')];
      const more: AgentEvent[] = [{ type: 'run-finished', reason: 'done', at: 2 }];
      place.store.append('s', events);
      await write('s', ...more);
      assert.deepEqual(await place.reopen().load('s'), { events: [...events, ...more], corrupt: 0 });
    });

    it('has no session that nobody wrote', async () => {
      assert.equal(await place.store.load('none'), null);
      assert.equal(await place.store.claim('none'), null);
      assert.equal(await place.store.delete('none'), false);
      assert.deepEqual(await place.store.list(), []);
    });

    it('lists sessions by their first prompt', async () => {
      const context = {
        id: 'c',
        at: 1,
        role: 'user',
        isContext: true,
        parts: [{ type: 'text', text: 'Env' }],
      } as const;
      await write('s', { type: 'message', message: context }, prompt('First\n prompt'), prompt('Second'));
      assert.deepEqual(await titles(), [['s', 'First prompt']]);
      const summaries = await place.store.list();
      assert.ok(summaries.every(({ startedAt, bytes }) => startedAt === 1 && bytes > 100));
    });

    it('reports when each session was last written to', async () => {
      assert.deepEqual(await place.store.times(), []);
      await write('s', prompt('One'));
      await write('t', prompt('Two'));
      const listed = (await place.store.list()).map(({ at }) => at).sort();
      assert.deepEqual([...(await place.reopen().times())].sort(), listed);
    });

    it('lists a session whose first prompt is long', async () => {
      const file = { type: 'file', path: 'a', text: 'x'.repeat(500_000) } as const;
      const parts = [file, { type: 'text', text: 'Long' }] as const;
      await write('s', { type: 'message', message: { id: 'u', at: 1, role: 'user', parts } });
      assert.deepEqual(await titles(), [['s', 'Long']]);
    });

    it('keeps sessions apart, whatever they are called', async () => {
      place.store.append('../a', [prompt('a')]);
      await write('b', prompt('b'));
      assert.deepEqual((await place.store.load('../a'))?.events, [prompt('a')]);
      assert.deepEqual((await place.store.load('b'))?.events, [prompt('b')]);
    });

    it('goes by the name that a session is given, until that is taken back', async () => {
      await write('s', prompt('First'));
      await place.store.rename('s', ' My\nchat ');
      assert.deepEqual(await titles(place.reopen()), [['s', 'My chat']]);
      assert.equal(await place.reopen().nameOf('s'), 'My chat');
      await place.store.rename('s', ' ');
      assert.deepEqual(await titles(), [['s', 'First']]);
      assert.equal(await place.store.nameOf('s'), undefined);
    });

    it('has nothing left of a session that was deleted', async () => {
      await write('s', prompt('First'));
      await place.store.rename('s', 'Mine');
      assert.equal(await place.store.delete('s'), true);
      assert.equal(await place.store.load('s'), null);
      await write('s', prompt('Second'));
      assert.deepEqual(await titles(), [['s', 'Second']]);
    });

    it('goes on with an earlier session', async () => {
      await write('s', prompt('First'));
      await place.store.release('s');
      const later = place.reopen();
      assert.deepEqual(await later.claim('s'), { events: [prompt('First')], corrupt: 0 });
      later.append('s', [prompt('Second')]);
      await later.flush();
      assert.deepEqual((await place.store.load('s'))?.events, [prompt('First'), prompt('Second')]);
    });
  });
}

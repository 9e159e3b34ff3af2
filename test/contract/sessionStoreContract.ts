import assert from 'node:assert/strict';
import type { SessionStore } from '../../src/agent/ports';
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
      message: { id: 'u', at: 1, role: 'user', parts: [{ type: 'text', text }] },
    });

    it('gives back what was appended, in order, to another window too', async () => {
      const events: AgentEvent[] = [{ type: 'run-started', at: 1 }, prompt('Hi \u2028 “there”\n🎉')];
      const more: AgentEvent[] = [{ type: 'run-finished', reason: 'done', at: 2 }];
      place.store.append('s', events);
      place.store.append('s', more);
      await place.store.flush();
      assert.deepEqual(await place.reopen().load('s'), [...events, ...more]);
    });

    it('has no session that nobody wrote', async () => {
      assert.equal(await place.store.load('none'), null);
      assert.deepEqual(await place.store.list(), []);
    });

    it('lists sessions by their first prompt', async () => {
      place.store.append('s', [
        {
          type: 'message',
          message: { id: 'c', at: 1, role: 'user', isContext: true, parts: [{ type: 'text', text: 'Env' }] },
        },
        prompt('First\n prompt'),
        prompt('Second'),
      ]);
      await place.store.flush();
      assert.deepEqual(
        (await place.store.list()).map(({ id, title }) => [id, title]),
        [['s', 'First prompt']],
      );
    });

    it('keeps sessions apart, whatever they are called', async () => {
      place.store.append('../a', [prompt('a')]);
      place.store.append('b', [prompt('b')]);
      await place.store.flush();
      assert.deepEqual(await place.store.load('../a'), [prompt('a')]);
      assert.deepEqual(await place.store.load('b'), [prompt('b')]);
    });
  });
}

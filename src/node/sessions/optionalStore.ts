import type { SessionStore } from '../../agent/ports/sessionStore';

/**
 * Wraps a store so that nothing is written while `isOn` returns false. A session that misses events then isn't
 * written until it is released, because half a conversation would look like a complete one.
 */
export function optionalStore(store: SessionStore, isOn: () => boolean): SessionStore {
  const cut = new Set<string>();
  return {
    append(sessionId, events) {
      if (!isOn()) cut.add(sessionId);
      if (!cut.has(sessionId)) store.append(sessionId, events);
    },
    async release(sessionId) {
      cut.delete(sessionId);
      await store.release(sessionId);
    },
    flush: () => store.flush(),
    load: sessionId => store.load(sessionId),
    claim: sessionId => store.claim(sessionId),
    times: () => store.times(),
    list: () => store.list(),
    nameOf: sessionId => store.nameOf(sessionId),
    rename: (sessionId, title) => store.rename(sessionId, title),
    delete: sessionId => store.delete(sessionId),
  };
}

import type { SessionStore } from '../../agent/ports/sessionStore';

/**
 * The store, to which nothing is written while `isOn` says no: what happens in a session then, and what follows there until
 * it is released, as half a conversation would read like a whole one.
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
    list: () => store.list(),
    nameOf: sessionId => store.nameOf(sessionId),
    rename: (sessionId, title) => store.rename(sessionId, title),
    delete: sessionId => store.delete(sessionId),
  };
}

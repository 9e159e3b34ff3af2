import type { SessionStore } from '../../agent/ports/sessionStore';
import type { AgentEvent } from '../../shared/events';
import { once } from '../once';
import type { RecordingOptions } from './geminiRecorder';

/**
 * Wraps a store and also records its sessions in Gemini CLI's format and directory: those that begin or are continued
 * while recording is on, until it is turned off.
 */
export function recordingStore(store: SessionStore, options: RecordingOptions): SessionStore {
  const load = once(async () => {
    const { GeminiRecorder } = await import('./geminiRecorder');
    return new GeminiRecorder(options);
  });
  let recorder: ReturnType<typeof load> | undefined;
  /** Sessions that continued while recording was off, so they can't be recorded completely. */
  const cut = new Set<string>();
  const take = (sessionId: string, events: readonly AgentEvent[], isKnown: boolean) => {
    if (!options.isOn()) cut.add(sessionId);
    if (cut.has(sessionId)) return;
    recorder ??= load();
    void recorder.then(each => (isKnown ? each.know(sessionId, events) : each.take(sessionId, events)));
  };
  return {
    append(sessionId, events) {
      store.append(sessionId, events);
      take(sessionId, events, false);
    },
    async claim(sessionId) {
      const stored = await store.claim(sessionId);
      if (stored && options.isOn()) take(sessionId, stored.events, true);
      return stored;
    },
    async flush() {
      await Promise.all([store.flush(), recorder?.then(each => each.settled())]);
    },
    async release(sessionId) {
      cut.delete(sessionId);
      await Promise.all([store.release(sessionId), recorder?.then(each => each.release(sessionId))]);
    },
    load: sessionId => store.load(sessionId),
    times: () => store.times(),
    list: () => store.list(),
    nameOf: sessionId => store.nameOf(sessionId),
    rename: (sessionId, title) => store.rename(sessionId, title),
    delete: sessionId => store.delete(sessionId),
  };
}

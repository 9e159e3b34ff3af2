import type { Checkpoints } from '../../agent/ports/checkpoints';
import type { CheckpointStore, CheckpointStoreOptions } from '../../node/checkpoints/checkpointStore';
import { once } from '../../node/once';

/** The checkpoints of this window's folders, read and loaded when they are first needed. */
export function createWindowCheckpoints(
  options: CheckpointStoreOptions,
): Checkpoints & Pick<CheckpointStore, 'prune' | 'textsOf' | 'textsBefore'> {
  const open = once(async () => {
    const { CheckpointStore: Store } = await import('../../node/checkpoints/checkpointStore');
    return new Store(options);
  });
  return {
    record: async (origin, files, change, signal) => (await open()).record(origin, files, change, signal),
    list: async sessionId => (await open()).list(sessionId),
    all: async () => (await open()).all(),
    preview: async (sessionId, id) => (await open()).preview(sessionId, id),
    planOf: async (sessionId, id, files) => (await open()).planOf(sessionId, id, files),
    restore: async (origin, approved) => (await open()).restore(origin, approved),
    textsOf: async (sessionId, callId) => (await open()).textsOf(sessionId, callId),
    textsBefore: async (sessionId, id) => (await open()).textsBefore(sessionId, id),
    forget: async sessionId => (await open()).forget(sessionId),
    prune: async (maxBytes, isSet) => (await open()).prune(maxBytes, isSet),
  };
}

import type { Log } from '../agent/ports/log';
import type { SessionStore } from '../agent/ports/sessionStore';
import type { Configuration } from '../config/configuration';
import { readSettings, retentionOf } from '../config/settings';
import type { CheckpointStore } from '../node/checkpoints/checkpointStore';
import { deleteExpired } from '../sessions/retention';

export interface RetentionOptions {
  readonly configuration: Configuration;
  readonly store: SessionStore;
  readonly checkpoints: CheckpointStore;
  /** The session in use, which stays. */
  readonly current: string;
  readonly log: Log;
}

const DEFAULTS = readSettings(() => undefined);

/** Deletes the sessions that are kept no longer, with their checkpoints; what fails is only logged. */
export async function deleteOldSessions(options: RetentionOptions): Promise<void> {
  const { configuration, store, checkpoints, current, log } = options;
  // While a file of the person's can't be read, nothing goes: it may say that sessions are to be kept.
  if (configuration.problems.some(({ severity }) => severity !== 'hint')) return;
  try {
    const retention = retentionOf(DEFAULTS, configuration.settings, () => undefined);
    const deleted = await deleteExpired(store, retention, new Set([current]), Date.now(), error =>
      log.error('An old session could not be deleted', error),
    );
    for (const id of deleted) await checkpoints.forget(id);
    if (checkpoints.hasRecorded) await checkpoints.prune(DEFAULTS['checkpoints.maxSizeMb'] * 1024 * 1024, false);
  } catch (error) {
    log.error('Old sessions could not be deleted', error);
  }
}

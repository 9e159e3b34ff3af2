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
  /** The current session, which is not deleted. */
  readonly current: string;
  readonly log: Log;
}

const DEFAULTS = readSettings(() => undefined);

/** Deletes expired sessions with their checkpoints; failures are only logged. */
export async function deleteOldSessions(options: RetentionOptions): Promise<void> {
  const { configuration, store, checkpoints, current, log } = options;
  // If a settings file can't be read, nothing is deleted: the file may say to keep sessions.
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

import type { SessionStore, SessionSummary } from '../agent/ports/sessionStore';

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long and how many sessions are stored; 0: unlimited. */
export interface Retention {
  readonly maxAgeDays: number;
  readonly maxCount: number;
}

/** The sessions that exceed the limits; expects `sessions` newest first. */
export function expired(sessions: readonly SessionSummary[], { maxAgeDays, maxCount }: Retention, now: number) {
  return sessions.filter(({ at }, index) => {
    const isTooOld = maxAgeDays > 0 && now - at > maxAgeDays * DAY_MS;
    return isTooOld || (maxCount > 0 && index >= maxCount);
  });
}

/** Whether any sessions that were last written to at these times can have expired. */
function mayExpire(times: readonly number[], { maxAgeDays, maxCount }: Retention, now: number): boolean {
  return (
    (maxCount > 0 && times.length > maxCount) || (maxAgeDays > 0 && times.some(at => now - at > maxAgeDays * DAY_MS))
  );
}

/**
 * Deletes the sessions that exceed the limits, except open ones and those in use, and returns their ids. Continues
 * after a session that can't be deleted.
 */
export async function deleteExpired(
  store: SessionStore,
  retention: Retention,
  open: ReadonlySet<string>,
  now: number,
  onError: (error: unknown) => void,
): Promise<readonly string[]> {
  // Most runs find nothing to delete, and listing reads every file.
  if (!mayExpire(await store.times(), retention, now)) return [];
  const deleted: string[] = [];
  for (const { id } of expired(await store.list(), retention, now)) {
    if (open.has(id)) continue;
    try {
      if (await store.delete(id)) deleted.push(id);
    } catch (error) {
      onError(error);
    }
  }
  return deleted;
}

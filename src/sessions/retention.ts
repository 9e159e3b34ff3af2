import type { SessionStore, SessionSummary } from '../agent/ports/sessionStore';

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long and how many sessions are kept; 0: without limit. */
export interface Retention {
  readonly maxAgeDays: number;
  readonly maxCount: number;
}

/** Of the sessions, newest first, those that are kept no longer. */
export function expired(sessions: readonly SessionSummary[], { maxAgeDays, maxCount }: Retention, now: number) {
  return sessions.filter(({ at }, index) => {
    const isTooOld = maxAgeDays > 0 && now - at > maxAgeDays * DAY_MS;
    return isTooOld || (maxCount > 0 && index >= maxCount);
  });
}

/**
 * Deletes what is kept no longer, but never a session that is open nor one in use; gives their ids. One that can't
 * be deleted stands in the way of no other.
 */
export async function deleteExpired(
  store: SessionStore,
  retention: Retention,
  open: ReadonlySet<string>,
  now: number,
  onError: (error: unknown) => void,
): Promise<readonly string[]> {
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

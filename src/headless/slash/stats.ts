import type { StatsKind } from '../../context/commands/actions/stats';
import { chatStatistics } from '../../sessions/chatStatistics';
import { LATEST } from '../flags';
import { eventsOfSession, type SessionStores } from '../commands/sessions';

/**
 * The output of `/stats`, for the session that `--resume` names, otherwise for the folder's latest. Throws
 * `InputError`.
 */
export async function headlessStatistics(kind: StatsKind, stores: SessionStores, which = LATEST): Promise<string> {
  const found = await eventsOfSession(stores, which);
  if (!found) return 'There are no sessions in this folder.';
  return chatStatistics(kind, { ...found, now: Date.now(), language: 'en' });
}

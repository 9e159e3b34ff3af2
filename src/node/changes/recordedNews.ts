import type { RecordedNews } from '../../agent/ports/changes';
import type { Log } from '../../agent/ports/log';
import type { ChangeLedger, LedgerNews } from './changeLedger';
import { decidedOf } from './othersChanges';

const NONE: LedgerNews = { texts: new Map(), decided: [] };

/** Stores in a ledger what the models of sessions know. */
export function recordedNews(ledger: Pick<ChangeLedger, 'knows' | 'told' | 'news'>, log: Log): RecordedNews {
  return {
    knows: (sessionId, file, text) => ledger.knows(sessionId, file, text),
    told: sessionId => ledger.told(sessionId),
    read: async sessionId => {
      const { texts, decided } = await ledger.news(sessionId).catch((error: unknown) => {
        log.error('What a model was not told before could not be read', error);
        return NONE;
      });
      return { texts, decided: decidedOf(decided) };
    },
  };
}

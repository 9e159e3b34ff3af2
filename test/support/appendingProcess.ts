// A process of its own that appends to a session: folder, session, how many events. Prints how often it met trouble.
import { createSessionFiles } from '../../src/node/sessions/sessionFiles';

const [folder = '', sessionId = '', count = '0'] = process.argv.slice(2);
void append(Number(count));

async function append(events: number): Promise<void> {
  let troubles = 0;
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const store = createSessionFiles(folder, silent, error => (troubles += error === undefined ? 0 : 1));
  for (let at = 1; at <= events; at++) {
    store.append(sessionId, [{ type: 'run-started', at }]);
    if (at % 10 === 0) await store.flush();
    if (at % 100 === 0) await store.rename(sessionId, `Renamed ${at}`);
  }
  await store.flush();
  console.log(String(troubles));
}

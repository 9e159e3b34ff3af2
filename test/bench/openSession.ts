// A process of its own that takes up a session and prints what that took; see sessions.ts.
import { randomUUID } from 'node:crypto';
import { stateForView } from '../../src/chat/surfaces/viewEvents';
import { createSessionFiles } from '../../src/node/sessions/sessionFiles';
import { takeUpSession } from '../../src/sessions/takeUpSession';

void open(process.argv[2] ?? '', process.argv[3] ?? '');

async function open(folder: string, sessionId: string): Promise<void> {
  const store = createSessionFiles(folder, { info: () => undefined, warn: () => undefined, error: console.error });
  const began = performance.now();
  const taken = await takeUpSession(sessionId, { store, newId: randomUUID, now: Date.now, mayCopy: true });
  if (!taken) throw new Error(`There is no session ${sessionId} in ${folder}`);
  const posted = JSON.stringify(stateForView(taken.state, 0));
  const ms = performance.now() - began;
  const peakKb = process.resourceUsage().maxRSS;
  await store.release(sessionId);
  console.log(JSON.stringify({ ms, peakKb, messages: taken.state.messages.length, posted: posted.length }));
}

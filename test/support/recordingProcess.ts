// A process of its own that records changes and clears away what it can: store, workspace, a name, how many changes.
// Prints what could not be put back at the end, and every trouble.
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DiskCheckpoints } from '../../src/node/checkpoints/checkpoints';
import { createDiskWorkspace } from '../../src/node/files/diskWorkspace';
import { restorePicked } from './restoring';

const [folder = '', work = '', name = '', count = '0'] = process.argv.slice(2);
void record(Number(count));

async function record(changes: number): Promise<void> {
  const checkpoints = new DiskCheckpoints({
    folder,
    workspace: createDiskWorkspace({ folders: [work] }),
    log: { info: () => undefined, warn: () => undefined, error: (message, error) => console.log(message, error) },
    newId: randomUUID,
    now: Date.now,
    limits: { fileBytes: 1e6, files: 1000 },
    locks: { holding: (_, work) => work() },
    onTrouble: error => console.log('trouble', error),
  });
  const file = join(work, name);
  const [kept, dropped] = [name, `${name}-dropped`].map(sessionId => ({ sessionId, messageId: 'm', label: sessionId }));
  if (!kept || !dropped) return;
  for (let i = 0; i < changes; i++) {
    // Every process has the same contents, and drops half of its records of them.
    const origin = i % 2 === 0 ? kept : dropped;
    await checkpoints.record(origin, i % 3 === 0 ? null : [file], () => writeFile(file, `content ${i}`));
    await (i % 2 === 0 ? checkpoints.prune(1e9, 0) : checkpoints.forget(dropped.sessionId));
  }
  for (const { id } of (await checkpoints.list(kept.sessionId)).slice(1)) {
    for (const failed of await restorePicked(checkpoints, kept, id, [file])) console.log('not restored', failed);
  }
}

// A process of its own that takes locks which others try to take at the same time: folder, how many. Prints those that
// it got, and holds them until all have tried.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { takeLock } from '../../src/node/files/fileLock';

const PROCESSES = 3;
const [folder = '', count = '0'] = process.argv.slice(2);
void take(Number(count));

async function take(locks: number): Promise<void> {
  const place = join(folder, '..');
  const meet = async (where: string) => {
    writeFileSync(join(place, `${where}-${process.pid}`), '');
    while (readdirSync(place).filter(name => name.startsWith(where)).length < PROCESSES) await delay(1);
  };
  await meet('begin');
  const taken: number[] = [];
  for (let at = 0; at < locks; at++) if (await takeLock(join(folder, `${at}.lock`))) taken.push(at);
  await meet('end');
  console.log(taken.join(' '));
}

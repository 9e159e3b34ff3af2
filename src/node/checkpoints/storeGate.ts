import { randomUUID } from 'node:crypto';
import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { unlessCode } from '../files/fileErrors';
import { isHeldByOther, isLockedByOther, releaseLock, takeLock } from '../files/fileLock';

const WAIT_MS = 20;
/** No clearing takes so long, nor any change: who left the lock or the mark is gone, and its number is another process's. */
const OLDEST_LOCK_MS = 60 * 1000;
const OLDEST_MARK_MS = 24 * 60 * 60 * 1000;

export interface Entered {
  /** Another one than before: something was cleared away since. */
  readonly cleared: string;
  readonly leave: () => Promise<void>;
}

/**
 * Lets several processes put things into one folder, and one of them clear away what nobody needs: not while another one
 * is inside, whose needs it does not know. The marks and locks of processes that are dead don't count.
 */
export class StoreGate {
  readonly #inside: string;
  readonly #lock: string;
  readonly #cleared: string;

  constructor(folder: string) {
    this.#inside = join(folder, 'inside');
    this.#lock = join(folder, 'clearing.lock');
    this.#cleared = join(folder, 'cleared');
  }

  /** From here on nothing is cleared away by another process, until it is left. */
  async enter(): Promise<Entered> {
    await mkdir(this.#inside, { recursive: true, mode: 0o700 });
    const mark = join(this.#inside, `${process.pid}.${randomUUID()}`);
    await writeFile(mark, '', { mode: 0o600 });
    // Whoever clears looks for marks once it has the lock, so one of both sees the other.
    while ((await isLockedByOther(this.#lock)) && !(await this.#isForgotten())) await delay(WAIT_MS);
    const cleared = await unlessCode(readFile(this.#cleared, 'utf8'), ['ENOENT'], '');
    return { cleared, leave: () => rm(mark, { force: true }) };
  }

  /** Runs `clear`, unless another process is inside; says whether it ran. Rejects if it does. */
  async clear(clear: () => Promise<void>): Promise<boolean> {
    await mkdir(this.#inside, { recursive: true, mode: 0o700 });
    if (await this.#isForgotten()) await releaseLock(this.#lock);
    if (!(await takeLock(this.#lock))) return false;
    try {
      if (await this.#hasOthers()) return false;
      await writeFile(this.#cleared, randomUUID(), { mode: 0o600 });
      await clear();
      return true;
    } finally {
      await releaseLock(this.#lock);
    }
  }

  async #isForgotten(): Promise<boolean> {
    return (await isLockedByOther(this.#lock)) && (await ageOf(this.#lock)) > OLDEST_LOCK_MS;
  }

  async #hasOthers(): Promise<boolean> {
    const marks = (await readdir(this.#inside)).filter(mark => !mark.startsWith(`${process.pid}.`));
    const isAlive = await Promise.all(marks.map(mark => this.#isAlive(mark)));
    const dead = marks.filter((_, i) => !isAlive[i]);
    await Promise.all(dead.map(mark => rm(join(this.#inside, mark), { force: true })));
    return isAlive.includes(true);
  }

  async #isAlive(mark: string): Promise<boolean> {
    return isHeldByOther(mark.split('.')[0] ?? '') && (await ageOf(join(this.#inside, mark))) < OLDEST_MARK_MS;
  }
}

/** In ms; of what is not there any more, endless. */
async function ageOf(file: string): Promise<number> {
  const stats = await unlessCode(stat(file), ['ENOENT'], undefined);
  return stats ? Date.now() - stats.mtimeMs : Number.POSITIVE_INFINITY;
}

import { randomUUID } from 'node:crypto';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { unlessCode } from '../files/fileErrors';
import { isHeldByOther, isLockedByOther, takeLock } from '../files/fileLock';
import { parseHolder } from '../files/lockHolder';

const WAIT_MS = 20;

export interface Entered {
  /** Differs from the previous value if anything was cleared since. */
  readonly cleared: string;
  readonly leave: () => Promise<void>;
}

/**
 * Lets several processes store things in one directory, and lets one of them clear unneeded things while no other is
 * inside, because it doesn't know what the others need. Marks and locks of dead processes don't count.
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

  /** Prevents other processes from clearing until `leave` is called. */
  async enter(): Promise<Entered> {
    await mkdir(this.#inside, { recursive: true, mode: 0o700 });
    const mark = await takeLock(join(this.#inside, randomUUID()));
    // A clearing process looks for marks after taking the lock, so one of the two always sees the other.
    while (await isLockedByOther(this.#lock)) await delay(WAIT_MS);
    const cleared = await unlessCode(readFile(this.#cleared, 'utf8'), ['ENOENT'], '');
    return { cleared, leave: async () => mark?.release() };
  }

  /** Runs `clear` unless another process is inside; resolves with whether it ran. Rejects if `clear` rejects. */
  async clear(clear: () => Promise<void>): Promise<boolean> {
    await mkdir(this.#inside, { recursive: true, mode: 0o700 });
    const lock = await takeLock(this.#lock);
    if (!lock) return false;
    try {
      if (await this.#hasOthers()) return false;
      await writeFile(this.#cleared, randomUUID(), { mode: 0o600 });
      await clear();
      return true;
    } finally {
      await lock.release();
    }
  }

  async #hasOthers(): Promise<boolean> {
    const marks = (await readdir(this.#inside)).map(name => join(this.#inside, name));
    const found = await Promise.all(marks.map(async mark => ({ mark, ...(await this.#look(mark)) })));
    await Promise.all(found.filter(({ isDead }) => isDead).map(({ mark }) => rm(mark, { force: true })));
    return found.some(({ isOthers }) => isOthers);
  }

  async #look(mark: string): Promise<{ readonly isOthers: boolean; readonly isDead: boolean }> {
    const content = await unlessCode(readFile(mark, 'utf8'), ['ENOENT'], null);
    const isOthers = content !== null && (await isHeldByOther(mark, content));
    return { isOthers, isDead: !isOthers && parseHolder(content ?? '')?.pid !== process.pid };
  }
}

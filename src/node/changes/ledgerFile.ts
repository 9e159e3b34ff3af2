import { mkdirSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Log } from '../../agent/ports/log';
import { appendLines } from '../files/appendLines';
import { unlessCode } from '../files/fileErrors';

const MISSING = ['ENOENT', 'ENOTDIR'];
/** How long until it is tried again to store what couldn't be stored. */
const RETRY_MS = 3000;

export interface LedgerFileOptions {
  readonly log: Log;
  /** Appends whole lines to a file, or throws; the disk's by default. */
  readonly append?: (file: string, lines: string) => void;
  /** Called once when nothing can be stored any longer; must not throw. */
  readonly onTrouble?: (error: unknown) => void;
  /** Does something later, unless the process ends before; by default, after a few seconds. */
  readonly later?: (work: () => void) => void;
}

/** A file of JSON lines. What can't be appended, for example on a full disk, is retried after a while. */
export class LedgerFile {
  #hasTold = false;
  #isRetrying = false;

  /** `retry` appends what couldn't be. */
  constructor(
    private readonly file: string,
    private readonly options: LedgerFileOptions,
    private readonly retry: () => void,
  ) {}

  /** Empty if nothing was ever written. */
  read(): Promise<string> {
    return unlessCode(readFile(this.file, 'utf8'), MISSING, '');
  }

  /** Whether it was written. */
  append(record: () => object): boolean {
    const { log, append = appendLines, onTrouble } = this.options;
    try {
      mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 });
      append(this.file, `${JSON.stringify(record())}\n`);
      this.#hasTold = false;
      return true;
    } catch (error) {
      if (!this.#hasTold) {
        log.error('Changes under review could not be stored', error);
        onTrouble?.(error);
      }
      this.#hasTold = true;
      this.#retryLater();
      return false;
    }
  }

  async rewrite(lines: readonly object[]): Promise<void> {
    const draft = `${this.file}.${process.pid}.tmp`;
    await writeFile(draft, lines.map(line => `${JSON.stringify(line)}\n`).join(''), { mode: 0o600 });
    await rename(draft, this.file);
  }

  #retryLater(): void {
    if (this.#isRetrying) return;
    this.#isRetrying = true;
    const { later = work => void setTimeout(work, RETRY_MS).unref() } = this.options;
    later(() => {
      this.#isRetrying = false;
      this.retry();
    });
  }
}

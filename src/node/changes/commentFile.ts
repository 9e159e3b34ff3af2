import { mkdirSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Log } from '../../agent/ports/log';
import type { ReviewThread } from '../../agent/ports/reviewThreads';
import { appendLines } from '../files/appendLines';
import { unlessCode } from '../files/fileErrors';
import { isReviewThread } from '../recordShapes';

/** A longer file is rewritten on load, with only the latest state of each thread. */
const MAX_BYTES = 1024 * 1024;
/** Only this many threads are loaded, the most recent ones. */
const MOST = 500;

/** The comments on changed lines, on disk: one line per state of a thread; the last one counts. */
export class CommentFile {
  #hasTold = false;

  constructor(
    private readonly file: string,
    private readonly log: Log,
  ) {}

  async load(): Promise<readonly ReviewThread[]> {
    const text = await unlessCode(readFile(this.file, 'utf8'), ['ENOENT', 'ENOTDIR'], '');
    const last = new Map<string, ReviewThread>();
    for (const line of text.split('\n')) {
      const read = parsed(line);
      if (isReviewThread(read)) last.set(read.id, read);
      else if (isGone(read)) last.delete(read.gone);
    }
    const threads = [...last.values()].slice(-MOST);
    if (text.length > MAX_BYTES) await this.#rewrite(threads);
    return threads;
  }

  /** Writes immediately; undefined: the thread was deleted. */
  save(id: string, thread: ReviewThread | undefined): void {
    try {
      mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 });
      appendLines(this.file, `${JSON.stringify(thread ?? { gone: id })}\n`);
      this.#hasTold = false;
    } catch (error) {
      if (!this.#hasTold) this.log.error('Comments on changes could not be stored', error);
      this.#hasTold = true;
    }
  }

  async #rewrite(threads: readonly ReviewThread[]): Promise<void> {
    const draft = `${this.file}.${process.pid}.tmp`;
    await writeFile(draft, threads.map(thread => `${JSON.stringify(thread)}\n`).join(''), { mode: 0o600 });
    await rename(draft, this.file);
  }
}

function isGone(read: unknown): read is { readonly gone: string } {
  return typeof read === 'object' && read !== null && 'gone' in read && typeof read.gone === 'string';
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

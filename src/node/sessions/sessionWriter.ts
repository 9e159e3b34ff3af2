import { writeSync } from 'node:fs';
import { mkdir, open, stat, truncate, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { HEADER_LINE } from './sessionLines';
import { unlessCode } from '../files/fileErrors';

interface Batch {
  readonly file: string;
  readonly text: string;
}

/** How much text is stored for retries while writing fails, in characters. */
const MAX_KEPT = 64 * 1024 * 1024;

const SHORT_BYTES = 64 * 1024;

export interface SessionWriterOptions {
  /** Called before the file's first line; throws if the file may not be written to. */
  readonly lock: (file: string) => Promise<void>;
  /** Called once when writing begins to fail, and with undefined when it works again. */
  readonly onTrouble: (error: unknown) => void;
}

/**
 * Appends to session files in the order of the calls. Text that can't be written is retried with the next lines; a
 * partially written line is removed.
 */
export class SessionWriter {
  #pending: Batch[] = [];
  #work: Promise<void> = Promise.resolve();
  #isScheduled = false;
  #isFailing = false;
  // The last file stays open: opening and closing it for every batch costs twice as much as writing.
  #current: { readonly file: string; readonly handle: FileHandle; size: number } | undefined;

  constructor(private readonly options: SessionWriterOptions) {}

  append(file: string, text: string): void {
    this.#pending.push({ file, text });
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#work = this.#work.then(() => this.#writePending());
  }

  /** Resolves when everything appended so far is written or has failed; the file is then closed. */
  flush(): Promise<void> {
    this.#work = this.#work.then(() => this.#writePending()).then(() => this.#close());
    return this.#work;
  }

  async #writePending(): Promise<void> {
    this.#isScheduled = false;
    for (let first = this.#pending[0]; first; first = this.#pending[0]) {
      const { file } = first;
      const end = this.#pending.findIndex(batch => batch.file !== file);
      const batches = this.#pending.splice(0, end < 0 ? this.#pending.length : end);
      const text = batches.map(batch => batch.text).join('');
      try {
        await this.#write(file, text);
        if (this.#isFailing) this.options.onTrouble(undefined);
        this.#isFailing = false;
      } catch (error) {
        await this.#takeBack();
        if (text.length < MAX_KEPT) this.#pending.unshift({ file, text });
        if (!this.#isFailing) this.options.onTrouble(error);
        this.#isFailing = true;
        return;
      }
    }
  }

  async #write(file: string, text: string): Promise<void> {
    const current = await this.#open(file);
    const bytes = Buffer.from(text);
    // A short write takes less time than handing it over to another thread; what it leaves, or a long one, is handed over.
    const written = bytes.length <= SHORT_BYTES ? writeSync(current.handle.fd, bytes) : 0;
    if (written < bytes.length) await current.handle.appendFile(bytes.subarray(written));
    current.size += bytes.length;
  }

  async #open(file: string) {
    if (this.#current?.file === file) return this.#current;
    await this.#close();
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await this.options.lock(file);
    const before = await opening(file);
    const handle = await open(file, 'a', 0o600);
    const { size } = await handle.stat();
    this.#current = { file, handle, size };
    await handle.appendFile(before);
    this.#current.size += Buffer.byteLength(before);
    return this.#current;
  }

  /** After a failure, removes a partially written line, if the disk allows it. */
  async #takeBack(): Promise<void> {
    const last = this.#current;
    await this.#close().catch(() => undefined); // the earlier failure is the one reported
    if (last) await truncate(last.file, last.size).catch(() => undefined); // readers skip a torn line
  }

  async #close(): Promise<void> {
    const last = this.#current;
    this.#current = undefined;
    await last?.handle.close();
  }
}

/** The text to write before the first new line: a header, or a line break after a line cut by a crash. */
async function opening(file: string): Promise<string> {
  const size = (await unlessCode(stat(file), ['ENOENT'], undefined))?.size ?? 0;
  if (size === 0) return HEADER_LINE;
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
    return buffer.toString() === '\n' ? '' : '\n';
  } finally {
    await handle.close();
  }
}

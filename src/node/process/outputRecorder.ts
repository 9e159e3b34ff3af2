import { open, type FileHandle } from 'node:fs/promises';
import type { OutputRecord, RecordedOutput } from '../../agent/ports/outputFiles';
import { RedactStream } from '../../shared/redactStream';

/** Shorter output, in characters, isn't recorded: the command's result contains all of it. */
const SHORT = 64 * 1024;
/** If more than this is waiting to be written, the writer must wait. */
const MAX_WAITING = 256 * 1024;
const PIECE_LENGTH = 64 * 1024;

export interface OutputRecorderOptions {
  /** Returns the path of a new file; called when there is something to write. */
  readonly newFile: () => Promise<string>;
  readonly maxBytes: number;
}

/** Writes an output to a file as it arrives, with keys redacted, once it is long. */
export class OutputRecorder implements OutputRecord {
  readonly #redact = new RedactStream();
  #characters = 0;
  #waiting: string[] = [];
  #waitingLength = 0;
  #bytes = 0;
  #isCut = false;
  readonly #encoder = new TextEncoder();
  /** One reused buffer: new ones would be allocated faster than they are collected. */
  readonly #encoded = new Uint8Array(MAX_WAITING);
  #file: { readonly path: string; readonly handle: FileHandle } | undefined;
  #error: unknown;
  #work: Promise<void> | undefined;

  constructor(private readonly options: OutputRecorderOptions) {}

  write(text: string): Promise<void> | undefined {
    this.#characters += text.length;
    if (this.#isCut || this.#error !== undefined) return undefined;
    this.#waiting.push(text);
    this.#waitingLength += text.length;
    if (this.#characters <= SHORT) return undefined;
    this.#work ??= this.#writeWaiting();
    return this.#waitingLength > MAX_WAITING ? this.#work : undefined;
  }

  async end(): Promise<RecordedOutput | null> {
    await this.#work;
    const characters = this.#characters;
    if (characters <= SHORT) return null;
    await this.#tried(() => this.#put(this.#redact.end()));
    await this.#tried(async () => this.#file?.handle.close());
    const path = this.#file?.path;
    if (path === undefined || this.#error !== undefined) {
      return { characters, error: this.#error instanceof Error ? this.#error.message : String(this.#error) };
    }
    return { characters, file: path, ...(this.#isCut && { cutAt: this.#bytes }) };
  }

  async #writeWaiting(): Promise<void> {
    while (this.#waitingLength > 0 && this.#error === undefined) {
      const text = this.#nextPiece();
      this.#waitingLength -= text.length;
      await this.#tried(() => this.#put(this.#redact.push(text)));
    }
    this.#waiting = [];
    this.#waitingLength = 0;
    this.#work = undefined;
  }

  /** Joins small pieces; joining large ones would keep them in memory long after they are written. */
  #nextPiece(): string {
    let length = 0;
    const end = this.#waiting.findIndex(piece => (length += piece.length) > PIECE_LENGTH);
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : Math.max(1, end)).join('');
  }

  async #put(text: string): Promise<void> {
    if (this.#isCut) return;
    this.#file ??= await this.#open();
    for (let at = 0; at < text.length && !this.#isCut;) {
      const { read, written } = this.#encoder.encodeInto(text.slice(at, at + MAX_WAITING), this.#encoded);
      const room = this.options.maxBytes - this.#bytes;
      this.#isCut = written > room;
      this.#bytes += Math.min(written, room);
      await writeAll(this.#file.handle, this.#encoded.subarray(0, Math.min(written, room)));
      at += read;
    }
  }

  async #open() {
    const path = await this.options.newFile();
    return { path, handle: await open(path, 'wx', 0o600) };
  }

  async #tried(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#error ??= error;
    }
  }
}

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += (await handle.write(bytes, at)).bytesWritten;
}

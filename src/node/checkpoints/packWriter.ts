import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Where a blob is in its pack, in bytes. */
export interface Packed {
  readonly offset: number;
  readonly size: number;
}

export const PACK = '.pack';
/** Lists the blobs of the pack of the same name, one per line. A pack without a list is unfinished. */
export const PACK_LIST = '.list';
const DRAFT = '.tmp';
/** Blobs are collected until they have this size, then written together. */
const PIECE_BYTES = 1024 * 1024;

/** Writes blobs one after the other into a new pack. */
export class PackWriter {
  readonly name = randomUUID();
  readonly #contents = new Map<string, Packed>();
  readonly #handle: number;
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #bytes = 0;

  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#handle = openSync(this.#path(PACK), 'wx', 0o600);
  }

  /** The size of the pack so far, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** `bytes` must not change until the pack is finished. */
  add(id: string, bytes: Uint8Array): void {
    this.#contents.set(id, { offset: this.#bytes, size: bytes.length });
    this.#pending.push(bytes);
    this.#bytes += bytes.length;
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes >= PIECE_BYTES) this.#write();
  }

  /** Makes the pack visible to other processes, and returns its blobs. */
  finish(): ReadonlyMap<string, Packed> {
    this.#write();
    closeSync(this.#handle);
    const lines = [...this.#contents].map(([id, { offset, size }]) => `${id} ${offset} ${size}\n`);
    writeFileSync(this.#path(DRAFT), lines.join(''), { mode: 0o600 });
    renameSync(this.#path(DRAFT), this.#path(PACK_LIST));
    return this.#contents;
  }

  /** Deletes the unfinished pack. */
  abandon(): void {
    closeSync(this.#handle);
    rmSync(this.#path(PACK), { force: true });
  }

  #write(): void {
    const piece = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    for (let written = 0; written < piece.length;) written += writeSync(this.#handle, piece, written);
  }

  #path(ending: string): string {
    return join(this.folder, this.name + ending);
  }
}

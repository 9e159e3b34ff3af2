import { closeSync, openSync, readSync } from 'node:fs';
import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, unlessCode } from '../files/fileErrors';
import { inSlices } from '../timeSlices';
import { PACK, PACK_LIST, PackWriter, type Packed } from './packWriter';

const MISSING = ['ENOENT', 'ENOTDIR'];
const LINE = /^([0-9a-f]{64}) (\d+) (\d+)$/;
/** The most bytes in a pack, unless a single blob is larger. Deleting a blob rewrites its whole pack. */
const PACK_BYTES = 64 * 1024 * 1024;

export interface PackedBlob extends Packed {
  readonly id: string;
  /** When its pack was written, in milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Stores many blobs in few files, because creating a file takes far longer than writing a small blob. Each process
 * writes its own packs, and a pack is never changed, only replaced.
 */
export class BlobPacks {
  /** Each pack's blobs, by the pack's name. */
  #packs: ReadonlyMap<string, ReadonlyMap<string, Packed>> = new Map();

  constructor(private readonly folder: string) {}

  /** Re-reads which packs exist, because other processes write and delete them. */
  async refresh(): Promise<void> {
    const names = await unlessCode(readdir(this.folder), MISSING, []);
    const packs = new Map<string, ReadonlyMap<string, Packed>>();
    for (const file of names.filter(name => name.endsWith(PACK_LIST))) {
      const name = file.slice(0, -PACK_LIST.length);
      packs.set(name, this.#packs.get(name) ?? (await this.#load(name)));
    }
    this.#packs = packs;
  }

  /** Returns the blob's bytes without verifying them; null if it isn't in a pack. */
  read(id: string): Buffer | null {
    const name = this.#packOf(id);
    const at = name === null ? undefined : this.#packs.get(name)?.get(id);
    return name === null || !at ? null : readPiece(this.#path(name), at);
  }

  /** Runs `work`, which may add blobs; they can be read when it is done. If it fails, they may be missing. */
  async adding(work: (add: (id: string, bytes: Uint8Array) => void) => Promise<void>): Promise<void> {
    const finished = new Map(this.#packs);
    let writer = new PackWriter(this.folder);
    try {
      await work((id, bytes) => {
        if (writer.bytes + bytes.length > PACK_BYTES && writer.bytes > 0) {
          finished.set(writer.name, writer.finish());
          this.#packs = new Map(finished);
          writer = new PackWriter(this.folder);
        }
        writer.add(id, bytes);
      });
      if (writer.bytes > 0) finished.set(writer.name, writer.finish());
      else writer.abandon();
      this.#packs = finished;
    } catch (error) {
      writer.abandon();
      throw error;
    }
  }

  async list(): Promise<PackedBlob[]> {
    const all: PackedBlob[] = [];
    for (const [name, contents] of this.#packs) {
      const stats = await unlessCode(stat(this.#path(name)), MISSING, null);
      if (stats) await inSlices(contents, ([id, packed]) => all.push({ ...packed, id, at: stats.mtimeMs }));
    }
    return all;
  }

  /** Also deletes unfinished packs of crashed processes. No process may store blobs in the meantime. */
  async delete(ids: ReadonlySet<string>): Promise<void> {
    await this.refresh();
    for (const [name, contents] of this.#packs) {
      const left = [...contents].filter(([id]) => !ids.has(id));
      if (left.length < contents.size) await this.#replace(name, left);
    }
    await this.refresh();
    for (const file of await unlessCode(readdir(this.folder), MISSING, [])) {
      const isListed = this.#packs.has(file.slice(0, file.lastIndexOf('.')));
      if (!isListed) await rm(join(this.folder, file), { force: true });
    }
  }

  async #replace(name: string, left: readonly (readonly [string, Packed])[]): Promise<void> {
    const stats = await unlessCode(stat(this.#path(name)), MISSING, null);
    if (stats && left.length > 0) {
      const writer = new PackWriter(this.folder);
      try {
        await inSlices(left, ([id, at]) => {
          const bytes = readPiece(this.#path(name), at);
          if (bytes) writer.add(id, bytes);
        });
        writer.finish();
      } catch (error) {
        writer.abandon();
        throw error;
      }
      await utimes(this.#path(writer.name), stats.atime, stats.mtime);
    }
    await rm(join(this.folder, name + PACK_LIST), { force: true });
    await rm(this.#path(name), { force: true });
  }

  async #load(name: string): Promise<ReadonlyMap<string, Packed>> {
    const contents = new Map<string, Packed>();
    const text = await unlessCode(readFile(join(this.folder, name + PACK_LIST), 'utf8'), MISSING, '');
    await inSlices(text.split('\n'), line => {
      const [, id, offset, size] = LINE.exec(line) ?? [];
      if (id !== undefined) contents.set(id, { offset: Number(offset), size: Number(size) });
    });
    return contents;
  }

  #packOf(id: string): string | null {
    for (const [name, contents] of this.#packs) if (contents.has(id)) return name;
    return null;
  }

  #path(name: string): string {
    return join(this.folder, name + PACK);
  }
}

function readPiece(path: string, { offset, size }: Packed): Buffer | null {
  try {
    const handle = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(size);
      return readSync(handle, bytes, 0, size, offset) === size ? bytes : null;
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if (MISSING.includes(codeOf(error))) return null;
    throw error;
  }
}

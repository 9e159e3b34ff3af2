import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, unlessCode } from '../files/fileErrors';
import { once } from '../once';
import { inSlices } from '../timeSlices';
import { BlobPacks } from './blobPacks';

const MISSING = ['ENOENT', 'ENOTDIR'];
const DRAFT = '.tmp';
const GROUP = /^[0-9a-f]{2}$/;
/** Larger blobs always get a file of their own, so that deleting one rewrites no others. */
const MOST_PACKED_BYTES = 1024 * 1024;

export interface StoredBlob {
  readonly bytes: number;
  /** When it was written, in milliseconds since the epoch. */
  readonly at: number;
}

/** Stores contents by hash, each once: in a file of its own, or in a pack if stored together with others. */
export class BlobStore {
  readonly #packs: BlobPacks;
  /** Blobs with files of their own, cached to avoid disk access; a name alone doesn't verify the content. */
  readonly #known = new Set<string>();
  /** Blobs that this process has written or compared. */
  readonly #verified = new Set<string>();
  readonly #groups = new Set<string>();
  /** A UUID, because a process in another container can have the same process ID. */
  readonly #drafts = randomUUID();
  #open = once(() => this.#readKnown());

  constructor(private readonly folder: string) {
    this.#packs = new BlobPacks(join(folder, 'packs'));
  }

  static idOf(bytes: Uint8Array): string {
    return createHash('sha256').update(bytes).digest('hex');
  }

  /** Must be awaited before the first `put`. */
  async open(): Promise<void> {
    await this.#open();
  }

  /**
   * Stores the bytes and returns their ID; rewrites a damaged blob. Synchronous, which is several times faster with
   * many small files; callers that store many must yield in between.
   */
  put(bytes: Uint8Array): string {
    return this.#put(bytes, (id, missing) => this.#putLoose(id, missing));
  }

  /** Like `put`, for many blobs. They can be read when `work` is done; if it fails, they may be missing. */
  async putMany(work: (put: (bytes: Uint8Array) => string) => Promise<void>): Promise<void> {
    const added: string[] = [];
    try {
      await this.#packs.adding(add =>
        work(bytes =>
          this.#put(bytes, (id, missing) => {
            if (missing.length > MOST_PACKED_BYTES) return this.#putLoose(id, missing);
            add(id, missing);
            added.push(id);
          }),
        ),
      );
    } catch (error) {
      for (const id of added) this.#verified.delete(id);
      throw error;
    }
  }

  /** Null if it doesn't exist or its content no longer matches its ID. */
  async get(id: string): Promise<Buffer | null> {
    const bytes = await unlessCode(readFile(this.#fileOf(id)), MISSING, null);
    return verified(id, bytes) ?? verified(id, this.#packs.read(id)) ?? this.#getAgain(id);
  }

  /** All stored blobs by ID. */
  async list(): Promise<ReadonlyMap<string, StoredBlob>> {
    await this.#packs.refresh();
    const packed = await this.#packs.list();
    const all = new Map<string, StoredBlob>(packed.map(({ id, size, at }) => [id, { bytes: size, at }]));
    for (const group of await this.#groupNames()) {
      const names = await unlessCode(readdir(join(this.folder, group)), MISSING, []);
      await inSlices(names, rest => {
        const stats = statSync(join(this.folder, group, rest), { throwIfNoEntry: false });
        if (stats) all.set(group + rest, { bytes: stats.size, at: stats.mtimeMs });
      });
    }
    return all;
  }

  /** Clears the cache, because another process may have deleted blobs. */
  forgetKnown(): void {
    this.#known.clear();
    this.#verified.clear();
    this.#open = once(() => this.#readKnown());
  }

  async delete(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      this.#known.delete(id);
      this.#verified.delete(id);
      await rm(this.#fileOf(id), { force: true });
    }
    await this.#packs.delete(new Set(ids));
  }

  #put(bytes: Uint8Array, store: (id: string, bytes: Uint8Array) => void): string {
    const id = BlobStore.idOf(bytes);
    if (this.#verified.has(id)) return id;
    if (!this.#holds(id, bytes)) store(id, bytes);
    this.#verified.add(id);
    return id;
  }

  #putLoose(id: string, bytes: Uint8Array): void {
    const group = join(this.folder, id.slice(0, 2));
    if (!this.#groups.has(group)) mkdirSync(group, { recursive: true, mode: 0o700 });
    this.#groups.add(group);
    const draft = join(group, `${this.#drafts}${DRAFT}`);
    writeFileSync(draft, bytes, { mode: 0o600 });
    renameSync(draft, this.#fileOf(id));
    this.#known.add(id);
  }

  /** Looks again, because another process may have packed the blob since, or moved it to another pack. */
  async #getAgain(id: string): Promise<Buffer | null> {
    await this.#packs.refresh();
    return verified(id, this.#packs.read(id));
  }

  async #groupNames(): Promise<string[]> {
    return (await unlessCode(readdir(this.folder), MISSING, [])).filter(name => GROUP.test(name));
  }

  async #readKnown(): Promise<void> {
    await this.#packs.refresh();
    for (const group of await this.#groupNames()) {
      const names = await unlessCode(readdir(join(this.folder, group)), MISSING, []);
      for (const name of names) if (!name.endsWith(DRAFT)) this.#known.add(group + name);
    }
  }

  #holds(id: string, bytes: Uint8Array): boolean {
    const isLoose = this.#known.has(id) && readOrNull(this.#fileOf(id))?.equals(bytes) === true;
    return isLoose || this.#packs.read(id)?.equals(bytes) === true;
  }

  #fileOf(id: string): string {
    return join(this.folder, id.slice(0, 2), id.slice(2));
  }
}

function verified(id: string, bytes: Buffer | null): Buffer | null {
  return bytes && BlobStore.idOf(bytes) === id ? bytes : null;
}

function readOrNull(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (error) {
    if (MISSING.includes(codeOf(error))) return null;
    throw error;
  }
}

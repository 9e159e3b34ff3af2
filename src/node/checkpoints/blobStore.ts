import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, unlessCode } from '../files/fileErrors';
import { once } from '../once';
import { inSlices } from '../timeSlices';

const MISSING = ['ENOENT', 'ENOTDIR'];
const DRAFT = '.tmp';

export interface StoredBlob {
  readonly bytes: number;
  /** When it was written, in milliseconds since the epoch. */
  readonly at: number;
}

/** Contents by their hash, each stored once on disk. */
export class BlobStore {
  /** Blobs that exist on disk, cached to avoid asking it; a name alone doesn't verify the content. */
  readonly #known = new Set<string>();
  /** Blobs that this process has written or compared. */
  readonly #verified = new Set<string>();
  readonly #groups = new Set<string>();
  /** A UUID, because a process in another container can have the same process ID. */
  readonly #drafts = randomUUID();
  #open = once(() => this.#readKnown());

  constructor(private readonly folder: string) {}

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
    const id = BlobStore.idOf(bytes);
    if (this.#verified.has(id)) return id;
    if (this.#known.has(id) && this.#holds(id, bytes)) {
      this.#verified.add(id);
      return id;
    }
    const group = join(this.folder, id.slice(0, 2));
    if (!this.#groups.has(group)) mkdirSync(group, { recursive: true, mode: 0o700 });
    this.#groups.add(group);
    const draft = join(group, `${this.#drafts}${DRAFT}`);
    writeFileSync(draft, bytes, { mode: 0o600 });
    renameSync(draft, this.#fileOf(id));
    this.#known.add(id);
    this.#verified.add(id);
    return id;
  }

  /** Null if it doesn't exist or its content no longer matches its ID. */
  async get(id: string): Promise<Buffer | null> {
    const bytes = await unlessCode(readFile(this.#fileOf(id)), MISSING, null);
    return bytes && BlobStore.idOf(bytes) === id ? bytes : null;
  }

  /** All stored blobs by ID. */
  async list(): Promise<ReadonlyMap<string, StoredBlob>> {
    const all = new Map<string, StoredBlob>();
    for (const group of await unlessCode(readdir(this.folder), MISSING, [])) {
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
  }

  async #readKnown(): Promise<void> {
    for (const group of await unlessCode(readdir(this.folder), MISSING, [])) {
      const names = await unlessCode(readdir(join(this.folder, group)), MISSING, []);
      for (const name of names) if (!name.endsWith(DRAFT)) this.#known.add(group + name);
    }
  }

  #holds(id: string, bytes: Uint8Array): boolean {
    try {
      return readFileSync(this.#fileOf(id)).equals(bytes);
    } catch (error) {
      if (MISSING.includes(codeOf(error))) return false;
      throw error;
    }
  }

  #fileOf(id: string): string {
    return join(this.folder, id.slice(0, 2), id.slice(2));
  }
}

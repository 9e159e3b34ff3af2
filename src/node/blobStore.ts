import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessCode } from './fileErrors';

const MISSING = ['ENOENT', 'ENOTDIR'];

/** Contents by their hash, each on the disk once. */
export class BlobStore {
  /** Those known to be there, so that the disk is not asked again. */
  readonly #known = new Set<string>();
  readonly #folders = new Map<string, Promise<unknown>>();

  constructor(private readonly folder: string) {}

  static idOf(bytes: Uint8Array): string {
    return createHash('sha256').update(bytes).digest('hex');
  }

  /** Gives the id under which the bytes can be had again. */
  async put(bytes: Uint8Array): Promise<string> {
    const id = BlobStore.idOf(bytes);
    if (this.#known.has(id)) return id;
    const file = this.#fileOf(id);
    if (!(await unlessCode(stat(file), MISSING, null))) await this.#write(id, file, bytes);
    this.#known.add(id);
    return id;
  }

  /** Null if it is not there, or no longer what it was. */
  async get(id: string): Promise<Buffer | null> {
    const bytes = await unlessCode(readFile(this.#fileOf(id)), MISSING, null);
    return bytes && BlobStore.idOf(bytes) === id ? bytes : null;
  }

  /** Deletes what is not in `used`, unless another window may just have put it there; gives the bytes that are left. */
  async sweep(used: ReadonlySet<string>, youngestMs: number): Promise<number> {
    let left = 0;
    for (const group of await unlessCode(readdir(this.folder), MISSING, [])) {
      for (const rest of await unlessCode(readdir(join(this.folder, group)), MISSING, [])) {
        const file = join(this.folder, group, rest);
        const stats = await unlessCode(stat(file), MISSING, null);
        const isKept = used.has(group + rest) || Date.now() - (stats?.mtimeMs ?? 0) < youngestMs;
        if (isKept) left += stats?.size ?? 0;
        else await this.#remove(group + rest, file);
      }
    }
    return left;
  }

  async #remove(id: string, file: string): Promise<void> {
    this.#known.delete(id);
    await rm(file, { force: true });
  }

  async #write(id: string, file: string, bytes: Uint8Array): Promise<void> {
    const group = join(this.folder, id.slice(0, 2));
    const made = this.#folders.get(group) ?? mkdir(group, { recursive: true, mode: 0o700 });
    this.#folders.set(group, made);
    await made;
    const draft = join(group, `${randomUUID()}.tmp`);
    await writeFile(draft, bytes, { mode: 0o600 });
    await rename(draft, file);
  }

  #fileOf(id: string): string {
    return join(this.folder, id.slice(0, 2), id.slice(2));
  }
}

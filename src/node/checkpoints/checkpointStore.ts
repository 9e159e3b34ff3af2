import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { ChangeOrigin, Checkpoint, Checkpoints, RestoreStep } from '../../agent/ports/checkpoints';
import { byTime, CHECKPOINT_LIMITS, DiskCheckpoints, type CheckpointOptions } from './checkpoints';
import { recordedTexts, type RecordedTexts } from './recordedTexts';
import { textsBefore } from './textsBefore';
import { appendLines } from '../files/appendLines';
import { unlessCode } from '../files/fileErrors';
import { someAtOnce } from '../someAtOnce';
import { storagePath } from '../storagePath';

export type CheckpointStoreOptions = Omit<CheckpointOptions, 'folder' | 'limits' | 'shared'> & {
  /** Contains `.pollux`. */
  readonly home: string;
  /** The folders opened, or run in, together; at least one. */
  readonly place: readonly string[];
};

/** In each store: the folders that its changes may be in, one per line. */
const FOLDERS = 'folders.txt';
const LIMIT = 'limit.txt';

/**
 * The checkpoints of folders that are opened together, from the editor and headless runs alike. Includes those of
 * other sets of folders that share one of these, limited to files in the current folders.
 */
export class CheckpointStore implements Checkpoints {
  readonly #own: DiskCheckpoints;
  readonly #folder: string;
  #noted = '';

  constructor(private readonly options: CheckpointStoreOptions) {
    this.#folder = storagePath(options.home, 'checkpoints', options.place.join('\n'));
    // A session may have gone on with other folders than before: a folder was added to the window or removed from it.
    const shared = { list: (id: string) => this.#listShared(id), get: (id: string) => this.#getShared(id) };
    this.#own = new DiskCheckpoints({ ...options, folder: this.#folder, limits: CHECKPOINT_LIMITS, shared });
  }

  /** Whether anything has been recorded since construction. */
  get hasRecorded(): boolean {
    return this.#own.hasRecorded;
  }

  async record<T>(
    origin: ChangeOrigin,
    files: readonly string[] | null,
    change: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    return this.#noting(() => this.#own.record(origin, files, change, signal));
  }

  settled(): Promise<void> {
    return this.#own.settled();
  }

  list(sessionId: string): Promise<readonly Checkpoint[]> {
    return this.#own.list(sessionId);
  }

  async all(): Promise<readonly Checkpoint[]> {
    const others = await Promise.all((await this.#others()).map(store => store.all()));
    return [...(await this.#own.all()), ...this.#limited(others.flat())].sort(byTime);
  }

  preview(sessionId: string, checkpointId: string): Promise<readonly RestoreStep[]> {
    return this.#own.preview(sessionId, checkpointId);
  }

  planOf: Checkpoints['planOf'] = (...wanted) => this.#own.planOf(...wanted);

  restore: Checkpoints['restore'] = (...approved) => this.#noting(() => this.#own.restore(...approved));

  /** The texts of the files that a session's call changed, if they are still stored here. */
  async textsOf(sessionId: string, callId: string): Promise<readonly RecordedTexts[]> {
    return recordedTexts(this.#own, await this.list(sessionId), callId);
  }

  /** What files held right before a change in `all`; covers the files that it and later ones changed. */
  async textsBefore(sessionId: string, checkpointId: string): Promise<ReadonlyMap<string, string | null>> {
    const folders = [this.#folder, ...(await this.#otherFolders())];
    return textsBefore(folders, await this.all(), { sessionId, id: checkpointId });
  }

  forget(sessionId: string): Promise<void> {
    return this.#own.forget(sessionId);
  }

  /** See `DiskCheckpoints`. `isSet`: the user set the limit; it is stored and applies whenever none is set. */
  async prune(maxBytes: number, isSet: boolean): Promise<void> {
    const file = join(this.#folder, LIMIT);
    const missing = ['ENOENT', 'ENOTDIR'];
    if (isSet) await unlessCode(writeFile(file, String(maxBytes), { mode: 0o600 }), missing, undefined);
    const set = isSet ? maxBytes : Number(await unlessCode(readFile(file, 'utf8'), missing, ''));
    await this.#own.prune(set > 0 ? set : maxBytes);
  }

  async #noting<T>(change: () => Promise<T>): Promise<T> {
    try {
      return await change();
    } finally {
      if (this.hasRecorded) await this.#notePlace().catch((error: unknown) => this.#tell(error));
    }
  }

  async #listShared(sessionId: string): Promise<readonly Checkpoint[]> {
    const others = await Promise.all((await this.#others()).map(store => store.list(sessionId)));
    return this.#limited(others.flat());
  }

  async #getShared(id: string): Promise<Buffer | null> {
    for (const store of await this.#others()) {
      const bytes = await store.get(id);
      if (bytes) return bytes;
    }
    return null;
  }

  /** Without what they say of files that are in none of the current folders. */
  #limited(checkpoints: readonly Checkpoint[]): readonly Checkpoint[] {
    return checkpoints.flatMap(checkpoint => {
      const changes = checkpoint.changes.filter(({ file }) => this.#isOurs(file));
      const unkept = checkpoint.unkept.filter(({ file }) => this.#isOurs(file));
      return changes.length > 0 ? [{ ...checkpoint, changes, unkept }] : [];
    });
  }

  async #others(): Promise<readonly DiskCheckpoints[]> {
    return (await this.#otherFolders()).map(folder => this.#open(folder));
  }

  async #otherFolders(): Promise<readonly string[]> {
    const parent = join(this.#folder, '..');
    const names = await unlessCode(readdir(parent), ['ENOENT', 'ENOTDIR'], []);
    const found = await someAtOnce(names, async name => {
      const folder = join(parent, name);
      if (folder === this.#folder) return [];
      const places = await placesOf(folder);
      return this.options.place.some(each => places.includes(each)) ? [folder] : [];
    });
    return found.flat();
  }

  #open(folder: string): DiskCheckpoints {
    return new DiskCheckpoints({ ...this.options, folder, limits: CHECKPOINT_LIMITS });
  }

  #isOurs(file: string): boolean {
    return this.#foldersNow().some(folder => file.startsWith(folder.endsWith(sep) ? folder : folder + sep));
  }

  #foldersNow(): readonly string[] {
    return this.options.workspace.folders().map(({ path }) => path);
  }

  async #notePlace(): Promise<void> {
    const folders = this.#foldersNow().filter(folder => !folder.includes('\n'));
    if (folders.join('\n') === this.#noted) return;
    const known = await placesOf(this.#folder);
    const missing = folders.filter(folder => !known.includes(folder));
    const lines = missing.map(folder => `${folder}\n`).join('');
    if (lines !== '') appendLines(join(this.#folder, FOLDERS), lines);
    this.#noted = folders.join('\n');
  }

  #tell(error: unknown): void {
    this.options.log.error('Where the checkpoints belong could not be written down', error);
  }
}

async function placesOf(folder: string): Promise<readonly string[]> {
  const text = await unlessCode(readFile(join(folder, FOLDERS), 'utf8'), ['ENOENT', 'ENOTDIR'], '');
  return text.split('\n').filter(line => line !== '');
}

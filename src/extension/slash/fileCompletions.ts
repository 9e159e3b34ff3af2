import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PathIndex } from '../../context/mentions/pathIndex';
import { listAllFiles } from '../../node/search/fileList';
import { nextSlice } from '../../node/timeSlices';
import type { EditedFiles } from '../../vscode/documents/editedFiles';

const LIMIT = 50;
/** How long to wait for the list of all files before offering the open and edited ones and some others, in milliseconds. */
const PATIENCE_MS = 50;
/** How many others there are at most: so many are read into an index within a few milliseconds. */
const OTHERS = 2000;
/** How many open and edited files are offered before everything else. */
const RECENT = 3;
const now = () => performance.now();

export interface FileCompletionsOptions {
  readonly folders: () => readonly string[];
  readonly ripgrep: () => string | null;
  readonly edited: EditedFiles;
}

/** Finds the window's files by name as the user types. The list is built on first use, and again after files change. */
export class FileCompletions {
  #index: Promise<PathIndex> | undefined;
  #isStale = true;
  #search = 0;
  /** Files found so far, while they are listed. */
  #listed: () => readonly string[] = () => [];

  constructor(private readonly options: FileCompletionsOptions) {
    options.edited.onDidChangeFiles(() => (this.#isStale = true));
  }

  /**
   * Calls `offer` with paths; those of directories end with a slash. While nothing is typed, the first `recent` of them
   * are open or were edited lately. If the list of all files takes long, some files are offered first, among them the open
   * and edited ones. A later search cancels this one, which then offers nothing more.
   */
  async find(typed: string, offer: (paths: readonly string[], recent: number) => void): Promise<void> {
    const search = ++this.#search;
    const isStopped = () => search !== this.#search;
    const first = this.options.edited.list();
    const current = this.#current();
    const offerFrom = async (index: PathIndex) => {
      const found = await index.search(typed, { limit: LIMIT, first, pause: nextSlice, now, isStopped });
      if (!found || isStopped()) return;
      if (typed !== '') offer(found, 0);
      else offer([...new Set([...first, ...found])].slice(0, LIMIT), Math.min(first.length, RECENT));
    };
    const isSoon = await Promise.race([current.then(() => true), delay(PATIENCE_MS, false)]);
    if (!isSoon && !isStopped()) {
      await offerFrom(await PathIndex.build([...first, ...this.#listed()], nextSlice, now));
    }
    const index = await current;
    if (!isStopped()) await offerFrom(index);
  }

  /** Returns the previous list while a new one is being built. */
  async #current(): Promise<PathIndex> {
    const before = this.#index;
    if (!this.#isStale && before) return before;
    this.#isStale = false;
    const next = this.#build();
    this.#index = next;
    next.catch(() => {
      if (this.#index === next) this.#index = before;
      this.#isStale = true;
    });
    if (!before) return next;
    // Answer searches from the previous list until then.
    this.#index = Promise.race([next, before]);
    void next.then(index => (this.#index = Promise.resolve(index)));
    return before;
  }

  async #build(): Promise<PathIndex> {
    const { folders, ripgrep } = this.options;
    const rg = ripgrep();
    const all = folders();
    const lists = all.map(folder => ({ folder, files: new Array<string>() }));
    const named = (most?: number) =>
      lists.flatMap(({ folder, files }) =>
        files.slice(0, most).map(file => (all.length === 1 ? file : `${basename(folder)}/${file}`)),
      );
    this.#listed = () => named(OTHERS);
    await Promise.all(lists.map(({ folder, files }) => listAllFiles(folder, rg, new AbortController().signal, files)));
    const index = await PathIndex.build(named(), nextSlice, now);
    this.#listed = () => [];
    return index;
  }
}

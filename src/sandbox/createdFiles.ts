import type { GoverningFiles } from '../agent/ports/sandbox';

/** Starts a timer that keeps no process alive; returns a function that stops it. */
export type After = (ms: number, work: () => void) => () => void;

export interface CreatedFilesOptions {
  readonly find: () => GoverningFiles;
  /** What was there when the command started. */
  readonly before: GoverningFiles;
  /** Paths that Pollux itself creates for the command. */
  readonly absent: readonly string[];
  /** What the user knows of, of all commands, by path: those that run side by side find the same files. */
  readonly told: Map<string, string>;
  readonly tell: (paths: readonly string[]) => void;
  readonly after: After;
}

const INTERVAL_MS = 5000;
/** A search takes at most this share of the time. */
const MAX_SHARE = 1 / 100;
/** A file system's clock may be this far behind. */
const CLOCK_MS = 50;

/** The files that control editors, agents or shells and that come to exist while a command runs. */
export class CreatedFiles {
  readonly #startedAt = Date.now();
  #before: GoverningFiles;
  #cost = 0;
  #stop: (() => void) | undefined;

  constructor(private readonly options: CreatedFilesOptions) {
    this.#before = options.before;
  }

  /** Those that were created or replaced, and that the user isn't told of in another way. */
  created(): readonly string[] {
    const { told } = this.options;
    return this.#stop ? [] : this.#look((path, version) => told.get(path) !== version);
  }

  /** Tells of them from now on, and of the last when it ends. Not of those replaced: nothing inside can do that. */
  follow(): void {
    const wait = Math.max(INTERVAL_MS, this.#cost / MAX_SHARE);
    // A background command that leaves programs behind is followed twice.
    this.#stop?.();
    this.#stop = this.options.after(wait, () => {
      this.#tell();
      this.follow();
    });
  }

  end(): void {
    if (!this.#stop) return;
    this.#stop();
    this.#stop = undefined;
    this.#tell();
  }

  #tell(): void {
    const { told, tell } = this.options;
    const { governing } = this.#before;
    const paths = this.#look((path, version) => !governing.has(path) && told.get(path) !== version);
    if (paths.length > 0) tell(paths);
  }

  #look(isMeant: (path: string, version: string) => boolean): readonly string[] {
    const { find, absent, told } = this.options;
    const began = performance.now();
    const { governing: before, isPartial } = this.#before;
    this.#before = find();
    this.#cost = performance.now() - began;
    return [...this.#before.governing].flatMap(([path, { id, changedAt }]) => {
      const old = before.get(path);
      const isNew = old ? old.id !== id : !isPartial || changedAt >= this.#startedAt - CLOCK_MS;
      const version = `${id}:${changedAt}`;
      if (!isNew || absent.includes(path) || !isMeant(path, version)) return [];
      told.set(path, version);
      return [path];
    });
  }
}

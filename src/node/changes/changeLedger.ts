import { randomUUID } from 'node:crypto';
import { mkdirSync, statSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Decided, FileChanges } from '../../agent/ports/changes';
import type { Log } from '../../agent/ports/log';
import { appendLines } from '../files/appendLines';
import { unlessCode } from '../files/fileErrors';
import { followLedger } from './followLedger';
import { readFileLine } from './ledgerLines';
import type { StoredDecision, FileLine } from './ledgerLine';
import { StoredStates } from './storedStates';

const MISSING = ['ENOENT', 'ENOTDIR'];
/** A longer file is rewritten on load, with only the states still under review. */
const MAX_BYTES = 4 * 1024 * 1024;
/** How long until it is tried again to store what couldn't be stored. */
const RETRY_MS = 3000;

export interface ChangeLedgerOptions {
  readonly folder: string;
  /** Splits a file into lines; a pure function of the agent's. */
  readonly split: (text: string) => string[];
  readonly now: () => number;
  readonly log: Log;
  /** Appends whole lines to a file, or throws; the disk's by default. */
  readonly append?: (file: string, lines: string) => void;
  /** Called once when nothing can be stored any longer; must not throw. */
  readonly onTrouble?: (error: unknown) => void;
  /** Does something later, unless the process ends before; by default, after a few seconds. */
  readonly later?: (work: () => void) => void;
}

/** Receives the changes and decisions that other windows and runs make in the folder. */
export interface OthersChanges {
  /** Null: nothing in the file is under review any longer. */
  readonly onFile: (file: string, state: FileChanges | null) => Promise<void>;
  readonly onDecided: (decided: readonly StoredDecision[]) => void;
}

/** Changes under review on disk: one line per file state and per decision; texts are stored by their hash. */
export class ChangeLedger {
  readonly #file: string;
  readonly #writer = randomUUID();
  readonly #states: StoredStates;
  /** What couldn't be written, for example on a full disk: retried with the next save, or after a while. */
  readonly #unsaved = new Map<string, FileChanges | undefined>();
  readonly #undecided: object[] = [];
  #hasTold = false;
  #isRetrying = false;

  constructor(private readonly options: ChangeLedgerOptions) {
    this.#file = join(options.folder, 'changes.jsonl');
    this.#states = new StoredStates(options.folder, options.split);
  }

  /** Whether nothing was ever written here. */
  get isEmpty(): boolean {
    return statSync(this.#file, { throwIfNoEntry: false }) === undefined;
  }

  /** The last readable state of each file that has hunks. */
  async load(): Promise<ReadonlyMap<string, FileChanges>> {
    const text = await unlessCode(readFile(this.#file, 'utf8'), MISSING, '');
    const last = new Map<string, FileLine>();
    for (const line of text.split('\n')) {
      const read = readFileLine(line);
      if (read) last.set(read.file, read);
    }
    const states = new Map<string, FileChanges>();
    for (const [file, line] of last) {
      const state = line.state && (await this.#states.get(line.state));
      if (state && state.hunks.length > 0) states.set(file, state);
    }
    const live = [...last.values()].filter(({ file }) => states.has(file));
    if (text.length > MAX_BYTES) await rewrite(this.#file, live);
    await this.#states.deleteUnused(live, this.options.now());
    return states;
  }

  /** Must be awaited before anything is written. */
  open(): Promise<void> {
    return this.#states.open();
  }

  /** Reports in order what others append from now on; returns a function that stops it. */
  async follow({ onFile, onDecided }: OthersChanges): Promise<() => void> {
    let told = Promise.resolve();
    const onError = (error: unknown) =>
      this.options.log.error('What other windows do to changes under review could not be read', error);
    const tell = async ({ file, state }: FileLine) => {
      const known = state && (await this.#states.get(state));
      // If its texts are gone, this window can only rely on what it already knows.
      if (known !== null) await onFile(file, known && known.hunks.length > 0 ? known : null);
    };
    try {
      mkdirSync(this.options.folder, { recursive: true, mode: 0o700 });
      return await followLedger({
        file: this.#file,
        writer: this.#writer,
        onFile: line => {
          told = told.then(() => tell(line)).catch(onError);
        },
        onDecided,
        onError,
      });
    } catch (error) {
      // A read-only disk, or no file watchers left on the system: this window relies on what it already knows.
      onError(error);
      return () => undefined;
    }
  }

  /** Writes immediately. Undefined: nothing in the file is under review any longer. */
  save(file: string, state: FileChanges | undefined): void {
    this.#unsaved.delete(file);
    this.#unsaved.set(file, state);
    this.#flush();
  }

  #flush(): void {
    while (this.#undecided.length > 0) {
      if (!this.#append(() => this.#undecided[0] ?? {})) return;
      this.#undecided.shift();
    }
    for (const [file, state] of [...this.#unsaved].reverse()) {
      if (!this.#append(() => this.#lineOf(file, state))) return;
      this.#unsaved.delete(file);
    }
  }

  /** Appends decisions; their texts are in the states before and after them. */
  decided(all: readonly Decided[]): void {
    if (all.length === 0) return;
    this.#undecided.push({ at: this.options.now(), decided: all.map(storedDecision) });
    this.#flush();
  }

  /** Stores the content of a file that isn't text; `bytesOf` returns it by its mark. */
  keepBytes(bytes: Buffer): void {
    this.#states.keepBytes(bytes);
  }

  bytesOf(mark: string): Promise<Buffer | null> {
    return this.#states.bytesOf(mark);
  }

  #lineOf(file: string, state: FileChanges | undefined): object {
    const at = this.options.now();
    return state && state.hunks.length > 0 ? { file, at, state: this.#states.put(state) } : { file, at };
  }

  /** Whether it was written. */
  #append(record: () => object): boolean {
    const { folder, log, append = appendLines, onTrouble } = this.options;
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      append(this.#file, `${JSON.stringify({ ...record(), by: this.#writer })}\n`);
      this.#hasTold = false;
      return true;
    } catch (error) {
      if (!this.#hasTold) {
        log.error('Changes under review could not be stored', error);
        onTrouble?.(error);
      }
      this.#hasTold = true;
      this.#retryLater();
      return false;
    }
  }

  #retryLater(): void {
    if (this.#isRetrying) return;
    this.#isRetrying = true;
    const { later = work => void setTimeout(work, RETRY_MS).unref() } = this.options;
    later(() => {
      this.#isRetrying = false;
      this.#flush();
    });
  }
}

function storedDecision({ file, id, choice, line, isEdited, sources }: Decided): object {
  const calls = sources.map(({ sessionId, callId }) => ({ sessionId, callId }));
  return { file, id, choice, line, isEdited, calls };
}

async function rewrite(file: string, live: readonly FileLine[]): Promise<void> {
  const draft = `${file}.${process.pid}.tmp`;
  await writeFile(draft, live.map(line => `${JSON.stringify(line)}\n`).join(''), { mode: 0o600 });
  await rename(draft, file);
}

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
/** What is longer is written again with only what still holds, when it is read. */
const MAX_BYTES = 4 * 1024 * 1024;
export interface ChangeLedgerOptions {
  readonly folder: string;
  /** Files as their lines; a pure function of the agent's. */
  readonly split: (text: string) => string[];
  readonly now: () => number;
  readonly log: Log;
  /** Appends whole lines to a file, or throws; the disk's by default. */
  readonly append?: (file: string, lines: string) => void;
  /** Called once when nothing can be stored any longer; must not throw. */
  readonly onTrouble?: (error: unknown) => void;
}

/** What other windows and runs of the folder do to what is under review. */
export interface OthersChanges {
  /** Null: nothing of the file is under review any longer. */
  readonly onFile: (file: string, state: FileChanges | null) => Promise<void>;
  readonly onDecided: (decided: readonly StoredDecision[]) => void;
}

/** Changes under review on the disk: a line for each state of a file and each decision, texts by their hash. */
export class ChangeLedger {
  readonly #file: string;
  readonly #writer = randomUUID();
  readonly #states: StoredStates;
  /** What could not be written, as on a full disk: it goes with the next that can. */
  readonly #unsaved = new Map<string, FileChanges | undefined>();
  #hasTold = false;

  constructor(private readonly options: ChangeLedgerOptions) {
    this.#file = join(options.folder, 'changes.jsonl');
    this.#states = new StoredStates(options.folder, options.split);
  }

  /** Whether anything was ever written here. */
  get isEmpty(): boolean {
    return statSync(this.#file, { throwIfNoEntry: false }) === undefined;
  }

  /** The last state of each file that has hunks, as far as it can be read. */
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
    if (text.length > MAX_BYTES) await this.#rewrite(live);
    await this.#states.deleteUnused(live, this.options.now());
    return states;
  }

  /** To be awaited before anything is written. */
  open(): Promise<void> {
    return this.#states.open();
  }

  /** Tells what others append from now on, one after the other; returns what ends that. */
  async follow({ onFile, onDecided }: OthersChanges): Promise<() => void> {
    let told = Promise.resolve();
    const onError = (error: unknown) =>
      this.options.log.error('What other windows do to changes under review could not be read', error);
    const tell = async ({ file, state }: FileLine) => {
      const known = state && (await this.#states.get(state));
      // Without its texts, what it knows is all that this window can go by.
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
      // A disk that can't be written, or a system that watches no more folders: this window goes by what it knows.
      onError(error);
      return () => undefined;
    }
  }

  /** Writes at once. Undefined: nothing of the file is under review any longer. */
  save(file: string, state: FileChanges | undefined): void {
    this.#unsaved.delete(file);
    this.#unsaved.set(file, state);
    for (const [each, latest] of [...this.#unsaved].reverse()) {
      if (!this.#append(() => this.#lineOf(each, latest))) return;
      this.#unsaved.delete(each);
    }
  }

  /** What was decided; the texts are those of the states before and after it. */
  decided(all: readonly Decided[]): void {
    if (all.length === 0) return;
    this.#append(() => ({
      at: this.options.now(),
      decided: all.map(({ file, id, choice, line, isEdited, sources }) => {
        return {
          file,
          id,
          choice,
          line,
          isEdited,
          calls: sources.map(({ sessionId, callId }) => ({ sessionId, callId })),
        };
      }),
    }));
  }

  /** Stores what a file that is no text holds; to be had again by its mark. */
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
      return false;
    }
  }

  async #rewrite(live: readonly FileLine[]): Promise<void> {
    const draft = `${this.#file}.${process.pid}.tmp`;
    await writeFile(draft, live.map(line => `${JSON.stringify(line)}\n`).join(''), { mode: 0o600 });
    await rename(draft, this.#file);
  }
}

import { randomUUID } from 'node:crypto';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Decided, FileChanges } from '../../agent/ports/changes';
import { followLedger } from './followLedger';
import { LedgerFile, type LedgerFileOptions } from './ledgerFile';
import type { StoredDecision, FileLine, KnowsLine, ToldLine } from './ledgerLine';
import { ledgerLines, readLedger } from './readLedger';
import { StoredStates } from './storedStates';

/** A longer file is rewritten on load, with only the states still under review. */
const MAX_BYTES = 4 * 1024 * 1024;
/** What a model knows of a file is forgotten if it hasn't changed for this long. */
const MAX_KNOWN_MS = 30 * 24 * 60 * 60 * 1000;

export interface ChangeLedgerOptions extends LedgerFileOptions {
  readonly folder: string;
  /** Splits a file into lines; a pure function of the agent's. */
  readonly split: (text: string) => string[];
  readonly now: () => number;
}

/** Receives the changes and decisions that other windows and runs make in the folder. */
export interface OthersChanges {
  /** Null: nothing in the file is under review any longer. */
  readonly onFile: (file: string, state: FileChanges | null) => Promise<void>;
  readonly onDecided: (decided: readonly StoredDecision[]) => void;
}

/** What the model of a session has not been told: decisions, and how files differ from these texts. */
export interface LedgerNews {
  readonly texts: ReadonlyMap<string, string | null>;
  readonly decided: readonly StoredDecision[];
}

/** Changes under review on disk: one line per file state and per decision; texts are stored by their hash. */
export class ChangeLedger {
  readonly #file: string;
  readonly #writer = randomUUID();
  readonly #lines: LedgerFile;
  readonly #states: StoredStates;
  /** What couldn't be written, for example on a full disk: retried with the next save, or after a while. */
  readonly #unsaved = new Map<string, FileChanges | undefined>();
  readonly #undecided: object[] = [];
  #reviewed: readonly StoredDecision[] = [];

  constructor(private readonly options: ChangeLedgerOptions) {
    this.#file = join(options.folder, 'changes.jsonl');
    this.#lines = new LedgerFile(this.#file, options, () => this.#flush());
    this.#states = new StoredStates(options.folder, options.split);
  }

  /** Whether nothing was ever written here. */
  get isEmpty(): boolean {
    return statSync(this.#file, { throwIfNoEntry: false }) === undefined;
  }

  /** The last readable state of each file that has hunks. */
  async load(): Promise<ReadonlyMap<string, FileChanges>> {
    const text = await this.#lines.read();
    const contents = readLedger(text);
    const states = new Map<string, FileChanges>();
    for (const [file, line] of contents.files) {
      const state = line.state && (await this.#states.get(line.state));
      if (state && state.hunks.length > 0) states.set(file, state);
    }
    this.#reviewed = states.size > 0 ? contents.reviewed : [];
    const live = [...contents.files.values()].filter(({ file }) => states.has(file));
    const now = this.options.now();
    const known = contents.known.filter(({ at }) => now - at < MAX_KNOWN_MS);
    if (text.length > MAX_BYTES) await this.#lines.rewrite(ledgerLines({ ...contents, known }, live));
    await this.#states.deleteUnused(live, known, now);
    return states;
  }

  /** The decisions since there was last nothing to decide, as of `load`. */
  get reviewed(): readonly StoredDecision[] {
    return this.#reviewed;
  }

  /** What the model of a session has not been told, whoever stored it. */
  async news(sessionId: string): Promise<LedgerNews> {
    const { untold, known } = readLedger(await this.#lines.read());
    const texts = new Map<string, string | null>();
    for (const { knows } of known) {
      if (knows.sessionId !== sessionId) continue;
      const text = knows.text === null ? null : await this.#states.textOf(knows.text);
      if (text !== undefined) texts.set(knows.file, text);
    }
    return { texts, decided: untold.get(sessionId) ?? [] };
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

  /** The model of a session knows this text of a file; null: no such file. */
  knows(sessionId: string, file: string, text: string | null): void {
    this.#append((): KnowsLine => {
      const knows = { sessionId, file, text: text === null ? null : this.#states.putText(text) };
      return { at: this.options.now(), knows };
    });
  }

  /** The model of a session has been told of all decisions. */
  told(sessionId: string): void {
    this.#append((): ToldLine => ({ told: sessionId }));
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

  #append(record: () => object): boolean {
    return this.#lines.append(() => ({ ...record(), by: this.#writer }));
  }
}

function storedDecision({ file, id, choice, line, isEdited, sources }: Decided): object {
  const calls = sources.map(({ sessionId, callId }) => ({ sessionId, callId }));
  return { file, id, choice, line, isEdited, calls };
}

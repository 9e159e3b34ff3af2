import { join, sep } from 'node:path';
import type { Decided, FileChanges } from '../../agent/ports/changes';
import { ChangeLedger, type ChangeLedgerOptions, type LedgerNews, type OthersChanges } from './changeLedger';
import type { StoredDecision } from './ledgerLine';

/** A workspace folder, and where the changes in it are stored. */
export interface FolderStorage {
  readonly path: string;
  readonly storage: string;
}

export interface FolderLedgersOptions extends Omit<ChangeLedgerOptions, 'folder'> {
  /** The first also has what is in none of them. There is at least one. */
  readonly folders: readonly FolderStorage[];
  /** The subfolder of each storage. */
  readonly below?: string;
}

/**
 * The ledgers of all folders of a window. What is under review in a folder is the same in each window and run that has
 * it, whatever other folders they have.
 */
export class FolderLedgers {
  readonly #ledgers: readonly (Pick<FolderStorage, 'path'> & { readonly ledger: ChangeLedger })[];
  /** Where files are stored already, which a run in one folder may have done with a file of another. */
  readonly #known = new Map<string, ChangeLedger>();

  constructor({ folders, below = '', ...options }: FolderLedgersOptions) {
    this.#ledgers = folders.map(({ path, storage }) => {
      return { path, ledger: new ChangeLedger({ ...options, folder: join(storage, below) }) };
    });
  }

  async open(): Promise<void> {
    await Promise.all(this.#ledgers.map(({ ledger }) => ledger.open()));
  }

  async load(): Promise<ReadonlyMap<string, FileChanges>> {
    const states = new Map<string, FileChanges>();
    for (const { ledger } of this.#ledgers) {
      for (const [key, state] of await ledger.load()) {
        states.set(key, state);
        this.#known.set(key, ledger);
      }
    }
    return states;
  }

  async follow({ onFile, onDecided }: OthersChanges): Promise<() => void> {
    const stops = await Promise.all(
      this.#ledgers.map(({ ledger }) =>
        ledger.follow({
          onFile: (key, state) => {
            if (state) this.#known.set(key, ledger);
            return onFile(key, state);
          },
          onDecided,
        }),
      ),
    );
    return () => stops.forEach(stop => stop());
  }

  /** `key` is a file's path, or begins with it. */
  save(key: string, state: FileChanges | undefined): void {
    this.#ledgerOf(key)?.save(key, state);
  }

  decided(all: readonly Decided[]): void {
    const byLedger = new Map<ChangeLedger, Decided[]>();
    for (const each of all) {
      const ledger = this.#ledgerOf(each.file);
      if (ledger) byLedger.set(ledger, [...(byLedger.get(ledger) ?? []), each]);
    }
    for (const [ledger, decided] of byLedger) ledger.decided(decided);
  }

  /** The decisions since there was last nothing to decide, as of `load`. */
  get reviewed(): readonly StoredDecision[] {
    return this.#ledgers.flatMap(({ ledger }) => ledger.reviewed);
  }

  knows(sessionId: string, file: string, text: string | null): void {
    this.#ledgerOf(file)?.knows(sessionId, file, text);
  }

  told(sessionId: string): void {
    for (const { ledger } of this.#ledgers) if (!ledger.isEmpty) ledger.told(sessionId);
  }

  async news(sessionId: string): Promise<LedgerNews> {
    const all = await Promise.all(this.#ledgers.map(({ ledger }) => ledger.news(sessionId)));
    return { texts: new Map(all.flatMap(({ texts }) => [...texts])), decided: all.flatMap(({ decided }) => decided) };
  }

  /** Stored with each folder: the bytes of a file are known by their hash only. */
  keepBytes(bytes: Buffer): void {
    for (const { ledger } of this.#ledgers) ledger.keepBytes(bytes);
  }

  async bytesOf(mark: string): Promise<Buffer | null> {
    for (const { ledger } of this.#ledgers) {
      const bytes = await ledger.bytesOf(mark);
      if (bytes) return bytes;
    }
    return null;
  }

  #ledgerOf(key: string): ChangeLedger | undefined {
    const known = this.#known.get(key);
    if (known) return known;
    const around = this.#ledgers.filter(({ path }) => key.startsWith(path.endsWith(sep) ? path : path + sep));
    const [innermost = this.#ledgers[0]] = around.toSorted((a, b) => b.path.length - a.path.length);
    return innermost?.ledger;
  }
}

import { join } from 'node:path';
import type { ChangeSource, FileChanges } from '../../agent/ports/changes';
import { redactKeys } from '../../shared/redact';
import { BlobStore } from '../checkpoints/blobStore';
import { parsed } from './ledgerLines';
import type { FileLine, KnowsLine } from './ledgerLine';
import { BINARY } from './readReviewed';

/** Unreferenced texts younger than this aren't deleted: another window may be about to refer to them. */
const YOUNGEST_MS = 60 * 60 * 1000;

/** The states of files under review, as ledger lines describe them, with their texts stored by hash. */
export class StoredStates {
  readonly #blobs: BlobStore;
  /** IDs of stored texts, by their lines: a large file isn't joined again for each decision. */
  readonly #texts = new WeakMap<readonly string[], string>();

  constructor(
    folder: string,
    private readonly split: (text: string) => string[],
  ) {
    this.#blobs = new BlobStore(join(folder, 'texts'));
  }

  /** Must be awaited before anything is stored. */
  open(): Promise<void> {
    return this.#blobs.open();
  }

  /** Returns a state as a ledger line has it, and stores its texts. */
  put(state: FileChanges): NonNullable<FileLine['state']> {
    const { wasThere, isThere, lines } = state;
    const hunks = state.hunks.map(({ base, sources, ...hunk }) => ({
      ...hunk,
      lines: base.length,
      sources: sources.map(withoutKeys),
    }));
    const old = this.#blobs.put(Buffer.from(JSON.stringify(state.hunks.map(({ base }) => base))));
    const text = this.#texts.get(lines) ?? this.putText(lines.join(''));
    this.#texts.set(lines, text);
    return { text, old, wasThere, isThere, hunks };
  }

  /** The state that a ledger line describes; null if its texts are gone. */
  async get({ text, base, old, hunks, ...rest }: NonNullable<FileLine['state']>): Promise<FileChanges | null> {
    const [now, before] = await Promise.all([this.#blobs.get(text), this.#blobs.get(old ?? base ?? '')]);
    if (!now || !before) return null;
    const lines = this.split(now.toString('utf16le'));
    const bases = old === undefined ? basesIn(this.split(before.toString('utf16le')), hunks) : readBases(before);
    if (bases?.length !== hunks.length) return null;
    return {
      ...rest,
      lines,
      hunks: hunks.map(({ lines: _, ...hunk }, index) => ({ ...hunk, base: bases[index] ?? [] })),
    };
  }

  /** Stores the content of a file that isn't text; `bytesOf` returns it by its mark. */
  keepBytes(bytes: Buffer): void {
    this.#blobs.put(bytes);
  }

  bytesOf(mark: string): Promise<Buffer | null> {
    return this.#blobs.get(mark.slice(BINARY.length));
  }

  /** Stores a file's text, and returns its ID. */
  putText(text: string): string {
    return this.#blobs.put(Buffer.from(text, 'utf16le'));
  }

  /** Undefined if it is gone. */
  async textOf(id: string): Promise<string | undefined> {
    return (await this.#blobs.get(id))?.toString('utf16le');
  }

  /** Deletes the texts that no line refers to. */
  async deleteUnused(live: readonly FileLine[], known: readonly KnowsLine[], now: number): Promise<void> {
    const used = new Set(live.flatMap(({ state }) => (state ? [state.text, state.old ?? state.base ?? ''] : [])));
    for (const { knows } of known) if (knows.text !== null) used.add(knows.text);
    // The stored text of a file that isn't text is a mark, which names the stored bytes.
    for (const id of [...used]) {
      const mark = (await this.textOf(id)) ?? '';
      if (mark.startsWith(BINARY)) used.add(mark.slice(BINARY.length));
    }
    const youngest = now - YOUNGEST_MS;
    const stored = await this.#blobs.list();
    await this.#blobs.delete([...stored].flatMap(([id, { at }]) => (used.has(id) || at > youngest ? [] : [id])));
  }
}

/** The hunks' original lines, from the whole original text that earlier versions stored. */
function basesIn(lines: readonly string[], hunks: NonNullable<FileLine['state']>['hunks']): readonly string[][] {
  let shift = 0;
  return hunks.map(({ start, end, lines: count }) => {
    const from = start + shift;
    shift += count - (end - start);
    return lines.slice(from, from + count);
  });
}

/** Null if the format is wrong. */
function readBases(bytes: Buffer): readonly string[][] | null {
  const read = parsed(bytes.toString());
  const isLines = (each: unknown) => Array.isArray(each) && each.every(line => typeof line === 'string');
  return Array.isArray(read) && read.every(isLines) ? read : null;
}

function withoutKeys(source: ChangeSource): ChangeSource {
  const { title, prompt, reason } = source;
  return {
    ...source,
    title: redactKeys(title),
    prompt: redactKeys(prompt),
    ...(reason !== undefined && { reason: redactKeys(reason) }),
  };
}

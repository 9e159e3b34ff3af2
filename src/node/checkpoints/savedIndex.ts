import { randomUUID } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { appendLines } from '../files/appendLines';
import { unlessCode } from '../files/fileErrors';
import type { IndexEntry } from './entries';
import type { Tree } from './tree';
import { inSlices } from '../timeSlices';

/** The last known state of a workspace's files. */
export interface FileIndex {
  /** A hash of the ignore files that `tree` was built with: while it is unchanged, no file in `tree` is ignored. */
  readonly rules: string;
  readonly tree: Tree;
}

interface Change {
  readonly file: string;
  /** Undefined: the file no longer exists. */
  readonly entry: IndexEntry | undefined;
}

const HEADER = '# 3 ';
const ENTRY = /^([0-9a-f]{64}|folder) (\S+) (\S+) (\S+) (\S+) (\S+) (.+)$/s;
const GONE = /^- (.+)$/s;
const BATCH = 2000;
/** How many lines beyond twice the number of files the index may have before it is rewritten. */
const SPARE_LINES = 10_000;

/**
 * An index on disk. Later lines override earlier ones, so changes are only appended. Several processes may append: an
 * entry is always checked against the file itself, and torn lines are skipped.
 */
export class SavedIndex {
  #lines = 0;

  constructor(private readonly file: string) {}

  async load(): Promise<FileIndex> {
    const text = await unlessCode(readFile(this.file, 'utf8'), ['ENOENT'], '');
    const lines = text === '' ? [] : text.split('\n');
    this.#lines = lines.length;
    let rules = '';
    const tree = new Map<string, IndexEntry>();
    await inSlices(lines, line => {
      if (line.startsWith(HEADER)) {
        // Files found under other ignore rules may be ignored under these.
        if (line.slice(HEADER.length) !== rules) tree.clear();
        rules = line.slice(HEADER.length);
        return;
      }
      const [, id = '', size, modified, changed, inode, mode, name = ''] = ENTRY.exec(line) ?? [];
      if (id !== '') {
        const [own, marks] = [Number(inode), { size: Number(size), modified: Number(modified) }];
        tree.set(nameOf(name), { ...marks, changed: Number(changed), inode: own, mode: Number(mode), id });
      } else {
        const gone = GONE.exec(line)?.[1];
        if (gone !== undefined) tree.delete(nameOf(gone));
      }
    });
    return { rules, tree };
  }

  /** Saves the differences from `before`, which must be the state already saved. */
  async save(index: FileIndex, before: FileIndex): Promise<void> {
    if (index.rules === before.rules && index.tree === before.tree) return;
    const changes = await changesOf(index.tree, before.tree);
    const lines = this.#lines + changes.length + 1;
    if (index.rules !== before.rules || lines > 2 * index.tree.size + SPARE_LINES) return this.#rewrite(index);
    this.#lines = lines;
    const text = changes.map(({ file, entry }) => lineOf(file, entry)).join('');
    appendLines(this.file, `${HEADER}${index.rules}\n${text}`);
  }

  async #rewrite({ rules, tree }: FileIndex): Promise<void> {
    const draft = `${this.file}.${randomUUID()}`;
    const handle = await open(draft, 'w', 0o600);
    try {
      await handle.write(`${HEADER}${rules}\n`);
      let batch: string[] = [];
      for (const [file, entry] of tree) {
        batch.push(lineOf(file, entry));
        if (batch.length < BATCH) continue;
        await handle.write(batch.join(''));
        batch = [];
      }
      await handle.write(batch.join(''));
    } finally {
      await handle.close();
    }
    await rename(draft, this.file);
    this.#lines = tree.size + 1;
  }
}

async function changesOf(tree: Tree, before: Tree): Promise<Change[]> {
  const changes: Change[] = [];
  await inSlices(tree, ([file, entry]) => {
    if (before.get(file) !== entry) changes.push({ file, entry });
  });
  await inSlices(before.keys(), file => {
    if (!tree.has(file)) changes.push({ file, entry: undefined });
  });
  return changes;
}

function lineOf(file: string, entry: IndexEntry | undefined): string {
  const name = /["\n\r]/.test(file) ? JSON.stringify(file) : file;
  if (!entry) return `- ${name}\n`;
  const { id, size, modified, changed, inode, mode } = entry;
  return `${id} ${size} ${modified} ${changed} ${inode} ${mode} ${name}\n`;
}

function nameOf(written: string): string {
  return written.startsWith('"') ? (JSON.parse(written) as string) : written;
}

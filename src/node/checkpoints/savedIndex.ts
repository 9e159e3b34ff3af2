import { randomUUID } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { appendLines } from '../files/appendLines';
import { unlessCode } from '../files/fileErrors';
import type { IndexEntry } from './entries';
import type { Tree } from './tree';
import { inSlices } from '../timeSlices';

/** The files of a workspace as they last were. */
export interface FileIndex {
  /** Names the ignore files that `tree` was gathered by: as long as they are the same, none of its files is ignored. */
  readonly rules: string;
  readonly tree: Tree;
}

interface Change {
  readonly file: string;
  /** Undefined: there is no such file any more. */
  readonly entry: IndexEntry | undefined;
}

const HEADER = '# 3 ';
const ENTRY = /^([0-9a-f]{64}|folder) (\S+) (\S+) (\S+) (\S+) (\S+) (.+)$/s;
const GONE = /^- (.+)$/s;
const BATCH = 2000;
/** A file of lines may have so many more than there are files before it is written anew. */
const SPARE_LINES = 10_000;

/**
 * An index on the disk: lines, of which later ones count, so that what changes is only added. Several processes may add:
 * whether an entry still holds is seen from the file itself, and a line that was torn is left out.
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
        // What was gathered by other ignore files may be ignored by these.
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

  /** Writes down what is other than `before`, which it is taken to hold. */
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

import { createHash } from 'node:crypto';
import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessCode } from '../files/fileErrors';
import { MAX_FILE_BYTES } from '../files/diskFile';
import { readPlainFile } from '../files/readPlainFile';
import { someAtOnce } from '../someAtOnce';

const MISSING = ['ENOENT', 'ENOTDIR', 'EACCES'];
/** The most recent ones suffice to continue from, and each is read completely. */
const MAX_RECORDINGS = 50;

export interface RecordingFile {
  readonly file: string;
  /** When it was last modified, in milliseconds since the epoch. */
  readonly at: number;
  readonly bytes: number;
}

/** Gemini CLI's recordings for `folders`, newest first. `home` contains `.gemini`. */
export async function listRecordings(home: string, folders: readonly string[]): Promise<readonly RecordingFile[]> {
  const root = join(home, '.gemini');
  const slugs = await readSlugs(join(root, 'projects.json'));
  const names = folders.flatMap(folder => [createHash('sha256').update(folder).digest('hex'), slugs[folder] ?? []]);
  const found = await Promise.all(names.flat().map(name => filesIn(join(root, 'tmp', name, 'chats'))));
  return found
    .flat()
    .sort((a, b) => b.at - a.at)
    .slice(0, MAX_RECORDINGS);
}

/** Returns its text; null if it no longer exists. */
export async function readRecordingFile(file: string): Promise<string | null> {
  return unlessCode(readFile(file, 'utf8'), MISSING, null);
}

async function filesIn(folder: string): Promise<RecordingFile[]> {
  const names = await unlessCode(readdir(folder), MISSING, []);
  const files = await someAtOnce(
    names.filter(name => /^session-.*\.jsonl?$/.test(name)),
    async name => {
      const stats = await unlessCode(stat(join(folder, name)), MISSING, null);
      if (!stats?.isFile() || stats.size > MAX_FILE_BYTES) return [];
      return [{ file: join(folder, name), at: stats.mtimeMs, bytes: stats.size }];
    },
  );
  return files.flat();
}

/** Gemini CLI's names for folders; invalid names, which could lead elsewhere, are omitted. */
export async function readSlugs(file: string): Promise<Readonly<Record<string, string>>> {
  return slugsIn(await unlessCode(readPlainFile(file), MISSING, ''));
}

/** The same for the file's text; none if that is no JSON. */
export function slugsIn(text: string): Readonly<Record<string, string>> {
  try {
    const { projects } = JSON.parse(text) as { projects?: unknown };
    const entries = Object.entries(typeof projects === 'object' && projects !== null ? projects : {});
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => isName(entry[1])));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return {};
    throw error;
  }
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && /^[\w-][\w.-]*$/.test(value);
}

// Gemini CLI's names for folders: `~/.gemini/projects.json`, and a `.project_root` file in each named directory.
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf, unlessCode } from '../files/fileErrors';
import { readPlainFile } from '../files/readPlainFile';

const ATTEMPTS = 50;
const ATTEMPT_MS = 100;
/** A lock that hasn't been renewed for this long is stale, in milliseconds. */
const STALE_MS = 10_000;
const NAME = /^[a-z0-9-]+$/;

/** Returns a folder's name, assigning one if needed. Rejects if the file can't be read, locked or written. */
export async function projectName(home: string, folder: string): Promise<string> {
  const root = join(home, '.gemini');
  const file = join(root, 'projects.json');
  const path = process.platform === 'win32' ? resolve(folder).toLowerCase() : resolve(folder);
  const known = await nameIn(root, file, path);
  if (known !== undefined) return known;
  await mkdir(root, { recursive: true });
  const lock = `${file}.lock`;
  await takeLock(lock);
  try {
    const name =
      (await nameIn(root, file, path)) ?? (await claimName(root, path, Object.values(await readNames(file))));
    const projects = { ...(await readNames(file)), [path]: name };
    const fresh = `${file}.${randomUUID()}.tmp`;
    await writeFile(fresh, JSON.stringify({ projects }, undefined, 2));
    await rename(fresh, file);
    return name;
  } finally {
    await rmdir(lock).catch(() => undefined);
  }
}

/** Locks like Gemini CLI, with a directory. */
async function takeLock(lock: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      await mkdir(lock);
      return;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    const held = await stat(lock).catch(() => null);
    if (held && Date.now() - held.mtimeMs > STALE_MS) await rm(lock, { recursive: true, force: true });
    else await delay(ATTEMPT_MS);
  }
  throw new Error(`${lock} is held by another process`);
}

/** Undefined: the folder has no name, or one that belongs to another folder. */
async function nameIn(root: string, file: string, path: string): Promise<string | undefined> {
  const name = (await readNames(file))[path];
  if (name === undefined) return undefined;
  const owner = await ownerOf(root, name);
  return owner === undefined || owner === path ? name : undefined;
}

async function readNames(file: string): Promise<Readonly<Record<string, string>>> {
  const text = await unlessCode(readPlainFile(file), ['ENOENT'], '{}');
  const { projects = {} } = JSON.parse(text) as { projects?: unknown };
  if (typeof projects !== 'object' || projects === null) throw new Error(`${file} has no projects`);
  const entries = Object.entries(projects).filter((entry): entry is [string, string] => {
    return typeof entry[1] === 'string' && NAME.test(entry[1]);
  });
  return Object.fromEntries(entries);
}

async function claimName(root: string, path: string, taken: readonly string[]): Promise<string> {
  const wish =
    basename(path)
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'project';
  for (let count = 0; ; count++) {
    const name = count === 0 ? wish : `${wish}-${count}`;
    const owner = await ownerOf(root, name);
    if (owner === undefined ? taken.includes(name) : owner !== path) continue;
    for (const place of ['tmp', 'history']) {
      await mkdir(join(root, place, name), { recursive: true });
      await writeFile(join(root, place, name, '.project_root'), path, { flag: 'wx' }).catch((error: unknown) => {
        if (codeOf(error) !== 'EEXIST') throw error;
      });
    }
    return name;
  }
}

/** The folder that has claimed a name. */
async function ownerOf(root: string, name: string): Promise<string | undefined> {
  const owner = await unlessCode(
    readFile(join(root, 'tmp', name, '.project_root'), 'utf8'),
    ['ENOENT', 'ENOTDIR'],
    null,
  );
  return owner?.trim();
}

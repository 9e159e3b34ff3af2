import { readdir, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, resolve, sep } from 'node:path';
import type { ExtensionDisk, ExtensionFolder, ExtensionText, LocatedPath } from '../../agent/ports/extensions';
import { codeOf } from '../files/fileErrors';
import { messageOf } from '../../shared/messageOf';
import { listFiles, SKIPPED } from '../search/listFiles';
import { readTexts } from './settingsFiles';

const MANIFEST = 'gemini-extension.json';
const METADATA = '.gemini-extension-install.json';
const ENABLEMENT = 'extension-enablement.json';
/** More than any user installs. */
const MAX_EXTENSIONS = 500;
/** Limit for one directory of an extension. */
const MAX_FILES = 2000;

/** The directory of all extensions. */
export function extensionsFolder(home: string): string {
  return join(home, '.gemini', 'extensions');
}

/** The file that says in which folders each extension is enabled. */
export function enablementFile(home: string): string {
  return join(extensionsFolder(home), ENABLEMENT);
}

/** Reads the extensions that Gemini CLI or Pollux has installed in a home directory. */
export function createExtensionDisk(home: string): ExtensionDisk {
  return {
    async list() {
      const parent = extensionsFolder(home);
      const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
      const folders = entries.filter(each => each.isDirectory() || each.isSymbolicLink());
      const names = folders.map(({ name }) => name).filter(name => !name.startsWith('.'));
      const found = names.sort().slice(0, MAX_EXTENSIONS);
      return (await Promise.all(found.map(name => readFolder(join(parent, name))))).filter(each => each !== undefined);
    },
    enablement: async () => readOne(enablementFile(home)),
    locate: locateIn,
    read: readOne,
    files: filesIn,
  };
}

/**
 * Reads the extension in a directory, which may be outside `extensionsFolder`; undefined: it isn't a directory. With
 * `follows`, a linked extension is read from the directory it is linked to.
 */
export async function readFolder(installedAt: string, follows = true): Promise<ExtensionFolder | undefined> {
  const install = await readOne(join(installedAt, METADATA));
  const source = (follows ? linkIn(install) : undefined) ?? installedAt;
  const path = await realpath(source).catch(() => resolve(source));
  const isFolder = await stat(path).then(
    stats => stats.isDirectory(),
    () => false,
  );
  if (!isFolder && source === installedAt) return undefined;
  const file = join(path, MANIFEST);
  const located = await locateIn(path, MANIFEST, 'file');
  const manifest = located.path === null ? missing(file, located.error) : await readOne(file);
  return { path, installedAt, manifest: manifest ?? missing(file), ...(install && { install }) };
}

function missing(file: string, error = 'There is no such file in the folder of the extension.'): ExtensionText {
  return { file, text: null, error };
}

/** The directory that an extension is linked to. */
function linkIn(install: ExtensionText | undefined): string | undefined {
  try {
    const { type, source } = JSON.parse(install?.text ?? '') as Record<string, unknown>;
    return type === 'link' && typeof source === 'string' && isAbsolute(source) ? source : undefined;
  } catch {
    return undefined; // It isn't linked.
  }
}

async function locateIn(folder: string, relative: string, kind: 'file' | 'folder'): Promise<LocatedPath> {
  try {
    const root = await realpath(folder);
    const path = await realpath(join(root, relative));
    if (!path.startsWith(root.endsWith(sep) ? root : root + sep)) {
      return { path: null, error: 'It leads out of its folder.' };
    }
    const stats = await stat(path);
    if (kind === 'file' ? stats.isFile() : stats.isDirectory()) return { path };
    return { path: null, error: kind === 'file' ? 'It isn’t a file.' : 'It isn’t a folder.' };
  } catch (error) {
    const isMissing = codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';
    return { path: null, ...(!isMissing && { error: messageOf(error) }) };
  }
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  const enough = new AbortController();
  const take = (file: string) => {
    found.push(file);
    if (found.length >= MAX_FILES) enough.abort();
  };
  await listFiles({ base: folder, skip: SKIPPED }, take, enough.signal).catch(() => undefined);
  return found.sort();
}

async function readOne(file: string): Promise<ExtensionText | undefined> {
  return (await readTexts([{ file }]))[0];
}

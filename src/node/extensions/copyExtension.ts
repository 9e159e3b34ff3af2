import { copyFile, lstat, mkdir, readdir, readlink, realpath, symlink } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import * as l10n from '@vscode/l10n';
import { LIMITS } from './archiveEntries';

/**
 * Copies a directory without `.git`; links stay links. Throws for a link that leads out of the directory, for other
 * special files, and beyond an archive's limits.
 */
export async function copyExtension(from: string, to: string): Promise<void> {
  const root = await realpath(from);
  const budget = { bytes: 0, entries: 0 };
  const copy = async (below: string): Promise<void> => {
    await mkdir(join(to, below), { recursive: true });
    for (const { name } of await readdir(join(root, below), { withFileTypes: true })) {
      if (below === '' && name === '.git') continue;
      const path = join(below, name);
      const stats = await lstat(join(root, path));
      budget.bytes += stats.size;
      if (++budget.entries > LIMITS.entries || budget.bytes > LIMITS.bytes) {
        throw new Error(l10n.t('The folder is too large for an extension: {0}', from));
      }
      if (stats.isDirectory()) await copy(path);
      else if (stats.isFile()) await copyFile(join(root, path), join(to, path));
      else if (stats.isSymbolicLink()) await copyLink(root, path, to);
      else throw new Error(l10n.t('Not a file, folder or link: {0}', join(from, path)));
    }
  };
  await copy('');
}

/** Throws for a link that leads out of the directory. */
export async function checkLinks(folder: string): Promise<void> {
  const root = await realpath(folder);
  const check = async (below: string): Promise<void> => {
    for (const entry of await readdir(join(root, below), { withFileTypes: true })) {
      const path = join(below, entry.name);
      if (entry.isDirectory()) await check(path);
      else if (entry.isSymbolicLink()) await targetInside(root, path);
    }
  };
  await check('');
}

async function copyLink(root: string, path: string, to: string): Promise<void> {
  const target = await targetInside(root, path);
  const link = await readlink(join(root, path));
  // An absolute link would still point to the original directory.
  const isAbsolute = !link.startsWith('.') && link.startsWith(sep);
  await symlink(isAbsolute ? relative(join(root, path, '..'), target) : link, join(to, path));
}

async function targetInside(root: string, path: string): Promise<string> {
  const target = await realpath(join(root, path)).catch(() => '');
  if (target.startsWith(root + sep)) return target;
  throw new Error(l10n.t('A link leads out of the extension: {0}', path));
}

import { randomUUID } from 'node:crypto';
import { cp, lstat, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { ExtensionInstaller, ExtensionSource, StagedExtension } from '../../agent/ports/extensions';
import { enablementFile, extensionsFolder, readFolder } from '../config/extensionFiles';
import { settingPath } from '../config/settingsFiles';
import { codeOf } from '../files/fileErrors';
import { checkLinks, copyExtension } from './copyExtension';
import { cloneExtension, commitOf, isRepository } from './cloneExtension';
import { envFileOf } from './extensionValues';
import { isArchive, unpackArchive } from './unpackArchive';

const METADATA = '.gemini-extension-install.json';

/** Installs extensions below a home folder, as Gemini CLI does. `cwd`: what relative sources begin in. */
export function createExtensionInstaller(home: string, cwd: () => string): ExtensionInstaller {
  const parent = extensionsFolder(home);
  const identify = async ({ source, isLink }: ExtensionSource) => {
    if (!isLink && isRepository(source)) return { source, type: 'git' };
    const path = settingPath(source, cwd());
    const stats = await stat(path).catch(() => undefined);
    if (!stats) throw new Error(l10n.t('There is no folder and no archive of this name: {0}', path));
    if (stats.isDirectory()) return { source: await realpath(path), type: isLink ? 'link' : 'local' };
    if (!isLink && isArchive(path)) return { source: path, type: 'archive' };
    throw new Error(l10n.t('This is no folder and no archive (.zip, .tar, .tar.gz): {0}', path));
  };
  const fetchInto = async (type: string, source: string, ref: string | undefined, folder: string) => {
    if (type === 'git') {
      await cloneExtension(source, ref, folder);
      return checkLinks(folder);
    }
    if (type === 'local') return copyExtension(source, folder);
    await mkdir(folder, { recursive: true });
    return unpackArchive(source, folder);
  };
  return {
    identify,
    async stage({ ref, ...given }) {
      const { source, type } = await identify({ ref: ref ?? '', ...given });
      const metadata = { source, type, ...(ref !== undefined && { ref }) };
      if (type === 'link') return staged(source, metadata, async () => undefined);
      const folder = join(home, '.pollux', `staged-${randomUUID()}`);
      const discard = () => rm(folder, { recursive: true, force: true });
      try {
        await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
        await fetchInto(type, source, ref, folder);
        const commit = type === 'git' ? await commitOf(folder) : undefined;
        return await staged(folder, { ...metadata, ...(commit !== undefined && { commit }) }, discard);
      } catch (error) {
        await discard();
        throw error;
      }
    },
    async place({ folder, metadata }, at) {
      const target = 'installedAt' in at ? at.installedAt : join(parent, at.name);
      const isLinked = metadata.type === 'link';
      const old = join(home, '.pollux', `replaced-${randomUUID()}`);
      await mkdir(parent, { recursive: true, mode: 0o700 });
      const values = await readFile(envFileOf(target)).catch(() => undefined);
      if (!('installedAt' in at) && (await exists(target)))
        throw new Error(l10n.t('There is something else already: {0}', target));
      const hadOne = await moved(target, old);
      try {
        if (isLinked) await mkdir(target);
        else await move(folder.path, target);
        if (values) await writeFile(envFileOf(target), values, { mode: 0o600 });
        await writeFile(join(target, METADATA), `${JSON.stringify(metadata, undefined, 2)}\n`);
      } catch (error) {
        await rm(target, { recursive: true, force: true });
        if (hadOne) await move(old, target);
        throw error;
      }
      if (hadOne) await rm(old, { recursive: true, force: true });
    },
    async remove(installedAt) {
      if (dirname(resolve(installedAt)) !== parent) throw new Error(l10n.t('This is no extension: {0}', installedAt));
      await rm(installedAt, { recursive: true, force: true });
    },
    async saveEnablement(text) {
      await mkdir(parent, { recursive: true, mode: 0o700 });
      const draft = `${enablementFile(home)}.${randomUUID()}`;
      await writeFile(draft, text);
      await rename(draft, enablementFile(home));
    },
    async saveValue(installedAt, envVar, value) {
      const file = envFileOf(installedAt);
      const text = await readFile(file, 'utf8').catch(() => '');
      const others = text.split('\n').filter(line => line !== '' && !line.startsWith(`${envVar}=`));
      const own = value === undefined ? [] : [`${envVar}=${quoted(value)}`];
      await writeFile(file, `${[...others, ...own].join('\n')}\n`, { mode: 0o600 });
    },
  };
}

async function staged(
  path: string,
  metadata: StagedExtension['metadata'],
  discard: () => Promise<void>,
): Promise<StagedExtension> {
  // What a source says of its own installation is nobody's word.
  if (metadata.type !== 'link') await rm(join(path, METADATA), { force: true });
  const folder = await readFolder(path, false);
  if (!folder) throw new Error(l10n.t('This is no folder: {0}', path));
  return { folder, metadata, discard };
}

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** False: there was nothing to move. */
async function moved(from: string, to: string): Promise<boolean> {
  try {
    await move(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Also from one file system to another. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error;
    await cp(from, to, { recursive: true, verbatimSymlinks: true });
    await rm(from, { recursive: true, force: true });
  }
}

/** As a `.env` file has it, line ends and all. */
function quoted(value: string): string {
  if (/^[\w./:@%+,-]*$/.test(value)) return value;
  if (!value.includes("'")) return `'${value}'`;
  if (!/["\\\n\r]/.test(value)) return `"${value}"`;
  if (!value.includes('`')) return `\`${value}\``;
  throw new Error(l10n.t('A value with all kinds of quotation marks can’t be stored.'));
}

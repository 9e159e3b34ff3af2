import { randomUUID } from 'node:crypto';
import { cp, lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { ExtensionInstaller, InstallMetadata, StagedExtension } from '../../agent/ports/extensions';
import { enablementFile, extensionsFolder, readFolder } from '../config/extensionFiles';
import { codeOf } from '../files/fileErrors';
import { readPlainFile } from '../files/readPlainFile';
import { ExtensionSources, type ExtensionNetwork } from './extensionSources';
import { envFileOf } from './extensionValues';

const METADATA = '.gemini-extension-install.json';

export interface InstallerOptions {
  /** The directory that contains `.gemini`. */
  readonly home: string;
  /** The base directory of relative sources. */
  readonly cwd: () => string;
  readonly network: ExtensionNetwork;
}

/** Installs extensions below a home directory, like Gemini CLI. */
export function createExtensionInstaller({ home, cwd, network }: InstallerOptions): ExtensionInstaller {
  const parent = extensionsFolder(home);
  const sources = new ExtensionSources(network, cwd);
  const note = (folder: string, metadata: InstallMetadata) =>
    writeFile(join(folder, METADATA), `${JSON.stringify(metadata, undefined, 2)}\n`);
  return {
    identify: sources.identify,
    isOutdated: sources.isOutdated,
    async stage(given) {
      const { source, type } = await sources.identify(given);
      const { source: _, isLink: __, ...noted } = given;
      if (type === 'link') return staged(source, { source, type, ...noted }, async () => undefined);
      const folder = join(home, '.pollux', `staged-${randomUUID()}`);
      const discard = () => rm(folder, { recursive: true, force: true });
      try {
        await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
        const found = await sources.fetchInto(folder, type, { ...given, source });
        return await staged(folder, { source, ...noted, ...found }, discard);
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
        throw new Error(l10n.t('Something else is already there: {0}', target));
      const hadOne = await moved(target, old);
      try {
        if (isLinked) await mkdir(target);
        else await move(folder.path, target);
        if (values) await writeFile(envFileOf(target), values, { mode: 0o600 });
        await note(target, metadata);
      } catch (error) {
        await rm(target, { recursive: true, force: true });
        if (hadOne) await move(old, target);
        throw error;
      }
      if (hadOne) await rm(old, { recursive: true, force: true });
    },
    note,
    async remove(installedAt) {
      if (dirname(resolve(installedAt)) !== parent) throw new Error(l10n.t('Not an extension: {0}', installedAt));
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
      const text = await readPlainFile(file).catch(() => '');
      const others = text.split('\n').filter(line => line !== '' && !line.startsWith(`${envVar}=`));
      const own = value === undefined ? [] : [`${envVar}=${quoted(value)}`];
      await writeFile(file, `${[...others, ...own].join('\n')}\n`, { mode: 0o600 });
    },
  };
}

async function staged(path: string, metadata: InstallMetadata, discard: () => Promise<void>): Promise<StagedExtension> {
  // A source's own installation metadata can't be trusted.
  if (metadata.type !== 'link') await rm(join(path, METADATA), { force: true });
  const folder = await readFolder(path, false);
  if (!folder) throw new Error(l10n.t('Not a folder: {0}', path));
  return { folder, metadata, discard };
}

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** Returns false if there was nothing to move. */
async function moved(from: string, to: string): Promise<boolean> {
  try {
    await move(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Moves even across file systems. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error;
    await cp(from, to, { recursive: true, verbatimSymlinks: true });
    await rm(from, { recursive: true, force: true });
  }
}

/** Quotes a value, which may have line breaks, for a `.env` file. */
function quoted(value: string): string {
  if (/^[\w./:@%+,-]*$/.test(value)) return value;
  if (!value.includes("'")) return `'${value}'`;
  if (!/["\\\n\r]/.test(value)) return `"${value}"`;
  if (!value.includes('`')) return `\`${value}\``;
  throw new Error(l10n.t('A value that contains every kind of quotation mark can’t be stored.'));
}

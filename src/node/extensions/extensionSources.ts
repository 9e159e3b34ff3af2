// Sources of extensions: identifies a source, fetches it, and checks whether it has a newer version.
import { createHash } from 'node:crypto';
import { mkdir, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { Egress } from '../../agent/ports/egress';
import type { ExtensionInstaller, ExtensionSource, InstallMetadata } from '../../agent/ports/extensions';
import { settingPath } from '../config/settingsFiles';
import { readPlainFile } from '../files/readPlainFile';
import { addressOfRepository, cloneExtension, commitAt, commitOf, isRepository } from './cloneExtension';
import { checkLinks, copyExtension } from './copyExtension';
import { downloadArchive } from './downloadArchive';
import { apiHeaders, findRelease, repositoryOf, type Github } from './githubReleases';
import { isArchiveName, unpackArchive } from './unpackArchive';

export interface ExtensionNetwork {
  readonly egress: Egress;
  readonly github: Github;
}

/** The installation metadata other than the source. */
type Found = Omit<InstallMetadata, 'source'>;

/** Public GitHub, with the token that its own tools use. */
export function publicGithub({ GITHUB_TOKEN: token }: Readonly<Record<string, string | undefined>>): Github {
  return { site: 'https://github.com', api: 'https://api.github.com', ...(token && { token }) };
}

export class ExtensionSources {
  readonly #fetch: typeof fetch;

  /** `cwd`: the base directory of relative sources. */
  constructor(
    private readonly network: ExtensionNetwork,
    private readonly cwd: () => string,
  ) {
    this.#fetch = network.egress.fetchFor({ purpose: 'extension' });
  }

  readonly identify: ExtensionInstaller['identify'] = async ({ source: written, isLink = false }) => {
    const source = written.replace(/^github:(?=[\w.-]+\/)/, `${this.network.github.site}/`);
    if (!isLink && isRemoteArchive(source)) return { source, type: 'archive', isRemote: true };
    if (!isLink && isRepository(source)) return { source, type: 'git', isRemote: true };
    const path = settingPath(source, this.cwd());
    const stats = await stat(path).catch(() => undefined);
    if (!stats) throw new Error(l10n.t('There is no folder or archive with this name: {0}', path));
    if (stats.isDirectory()) return { source: await realpath(path), type: isLink ? 'link' : 'local', isRemote: false };
    if (!isLink && isArchiveName(path)) return { source: path, type: 'archive', isRemote: false };
    throw new Error(l10n.t('Not a folder or archive (.zip, .tar, .tar.gz): {0}', path));
  };

  /** Fetches an identified source into a directory that doesn't exist yet. */
  async fetchInto(folder: string, type: string, { source, ...options }: ExtensionSource): Promise<Found> {
    if (type === 'local') {
      await copyExtension(source, folder);
      return { type };
    }
    if (type === 'archive') return { type, ...(await this.#unpack(folder, source)) };
    const release = await this.#release({ source, ...options });
    if (!release) return { type: 'git', ...(await this.#clone(folder, source, options.ref)) };
    await this.#unpack(folder, release.archive, {
      ...apiHeaders(this.network.github),
      accept: 'application/octet-stream',
    });
    return { type: 'github-release', releaseTag: release.tag };
  }

  readonly isOutdated: ExtensionInstaller['isOutdated'] = async ({ installedAt, version, install }) => {
    switch (install.type) {
      case 'link':
        return false;
      case 'local':
        return (await versionIn(install.source)) !== version;
      case 'archive':
        return this.#isOtherArchive(install);
      case 'github-release': {
        const release = await this.#release(install);
        return release === undefined ? undefined : release.tag !== install.releaseTag;
      }
      case 'git': {
        const commit = install.commit ?? (await commitOf(installedAt));
        if (commit === undefined) return undefined;
        const passage = this.#open(install.source);
        return await commitAt(install.source, install.ref)
          .finally(() => passage?.end(200))
          .then(there => there !== commit);
      }
      default:
        return install.type satisfies never;
    }
  };

  async #release(source: ExtensionSource) {
    const { github } = this.network;
    const repository = repositoryOf(source.source, github);
    return repository && findRelease(repository, source, { fetch: this.#fetch, github });
  }

  /** Git connects by itself, but only to hosts that requests may reach. */
  #open(source: string) {
    const address = addressOfRepository(source);
    return address && this.network.egress.open(address, { purpose: 'extension' });
  }

  async #clone(folder: string, source: string, ref: string | undefined) {
    const passage = this.#open(source);
    try {
      await cloneExtension(source, ref, folder);
      passage?.end(200);
    } catch (error) {
      passage?.end('failed');
      throw error;
    }
    await checkLinks(folder);
    const commit = await commitOf(folder);
    return commit === undefined ? {} : { commit };
  }

  async #unpack(folder: string, source: string, headers: Readonly<Record<string, string>> = {}) {
    const download = isAddress(source)
      ? await downloadArchive(source, { fetch: this.#fetch, headers })
      : { bytes: await readArchive(source) };
    if (!download) throw new Error(l10n.t('The server sent nothing: {0}', source));
    await mkdir(folder, { recursive: true });
    await unpackArchive(download.bytes, folder);
    const etag = 'etag' in download ? download.etag : undefined;
    return { digest: digestOf(download.bytes), ...(etag !== undefined && { etag }) };
  }

  async #isOtherArchive({ source, digest, etag }: InstallMetadata): Promise<boolean | undefined> {
    if (digest === undefined) return undefined;
    if (!isAddress(source)) return digestOf(await readArchive(source)) !== digest;
    const known = etag === undefined ? {} : { knownAs: etag };
    const download = await downloadArchive(source, { fetch: this.#fetch, ...known });
    return download !== undefined && digestOf(download.bytes) !== digest;
  }
}

function isAddress(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

function isRemoteArchive(source: string): boolean {
  return isAddress(source) && URL.canParse(source) && isArchiveName(new URL(source).pathname);
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function readArchive(path: string): Promise<Buffer> {
  return readFile(path).catch((error: unknown) => {
    throw new Error(l10n.t('{0} can’t be read. {1}', path, error instanceof Error ? error.message : ''), {
      cause: error,
    });
  });
}

/** The version in a directory's manifest, if it has one. Throws an `Error` for the user if it can't be read. */
async function versionIn(folder: string): Promise<unknown> {
  try {
    return (JSON.parse(await readPlainFile(join(folder, 'gemini-extension.json'))) as { version?: unknown }).version;
  } catch (error) {
    const why = error instanceof Error ? error.message : '';
    throw new Error(l10n.t('{0} can’t be read. {1}', join(folder, 'gemini-extension.json'), why), { cause: error });
  }
}

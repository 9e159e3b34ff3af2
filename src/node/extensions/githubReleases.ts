import * as l10n from '@vscode/l10n';
import { isArchiveName } from './unpackArchive';
import { messageOf } from '../../shared/messageOf';

/** GitHub's addresses and the token to use. */
export interface Github {
  /** `https://github.com`. */
  readonly site: string;
  /** `https://api.github.com`. */
  readonly api: string;
  /** For private repositories and higher rate limits; sent only to `api`. */
  readonly token?: string;
}

export interface Repository {
  readonly owner: string;
  readonly name: string;
}

export interface Release {
  readonly tag: string;
  readonly archive: string;
}

interface ReleaseQuery {
  readonly ref?: string;
  readonly allowPreRelease?: boolean;
}

/** The part of the API's response that is used. */
interface Answer {
  readonly tag_name: string;
  readonly tarball_url: string;
  readonly assets: readonly { readonly name: string; readonly url: string }[];
}

const PLATFORMS = ['darwin', 'linux', 'win32'];
const MAX_BYTES = 5_000_000;
const TIMEOUT_MS = 30_000;

/** The repository in a GitHub address; undefined: any other address. */
export function repositoryOf(source: string, { site }: Pick<Github, 'site'>): Repository | undefined {
  if (!source.startsWith(`${site}/`)) return undefined;
  const parts = source
    .slice(site.length + 1)
    .replace(/\/$/, '')
    .split('/');
  const [owner = '', name = ''] = parts.map(part => part.replace(/\.git$/, ''));
  const isName = (part: string) => /^[\w.-]+$/.test(part) && !/^\.+$/.test(part);
  return parts.length === 2 && isName(owner) && isName(name) ? { owner, name } : undefined;
}

/** The release to install; undefined: there is none. Throws an `Error` for the user. */
export async function findRelease(
  repository: Repository,
  { ref, allowPreRelease = false }: ReleaseQuery,
  { fetch, github }: { readonly fetch: typeof globalThis.fetch; readonly github: Github },
): Promise<Release | undefined> {
  const { owner, name } = repository;
  const tagged = ref === undefined ? 'latest' : `tags/${encodeURIComponent(ref)}`;
  const isList = ref === undefined && allowPreRelease;
  const url = `${github.api}/repos/${owner}/${name}/releases${isList ? '?per_page=1' : `/${tagged}`}`;
  const response = await fetch(url, { headers: apiHeaders(github), signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    (error: unknown) => {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      const why = messageOf(cause);
      throw new Error(l10n.t('{0} can’t be reached. {1}', new URL(url).host, why), { cause: error });
    },
  );
  const text = await boundedText(response);
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(refusalOf(response, url));
  const value = parsed(text);
  const answer: unknown = isList && Array.isArray(value) ? value[0] : value;
  if (isList && answer === undefined) return undefined;
  if (!isAnswer(answer)) throw new Error(l10n.t('The answer isn’t a release: {0}', url));
  return releaseFrom(answer, github);
}

/** The headers of API requests. */
export function apiHeaders({ token }: Pick<Github, 'token'>): Record<string, string> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return { accept: 'application/vnd.github+json', 'user-agent': 'pollux', ...authorization };
}

function releaseFrom({ tag_name: tag, tarball_url: tarball, assets }: Answer, github: Github): Release {
  const archive = assetFor(assets, process.platform, process.arch)?.url ?? tarball;
  if (!URL.canParse(archive) || new URL(archive).origin !== new URL(github.api).origin) {
    throw new Error(l10n.t('The release names an archive that isn’t on GitHub: {0}', archive));
  }
  return { tag, archive };
}

/** The asset for platform and processor, for the platform, or the only generic one; undefined: use the sources. */
export function assetFor<T extends { readonly name: string }>(
  assets: readonly T[],
  platform: string,
  processor: string,
): T | undefined {
  const archives = assets.filter(({ name }) => isArchiveName(name));
  const beginning = (start: string) => archives.find(({ name }) => name.toLowerCase().startsWith(start));
  const [only, ...more] = archives;
  const isForAll = only && more.length === 0 && !PLATFORMS.some(each => only.name.toLowerCase().includes(each));
  return beginning(`${platform}.${processor}.`) ?? beginning(`${platform}.`) ?? (isForAll ? only : undefined);
}

function isAnswer(value: unknown): value is Answer {
  const { tag_name: tag, tarball_url: tarball, assets } = (value ?? {}) as Partial<Record<keyof Answer, unknown>>;
  const isAsset = (each: unknown) => {
    const { name, url } = (each ?? {}) as Partial<Record<'name' | 'url', unknown>>;
    return typeof name === 'string' && typeof url === 'string';
  };
  return typeof tag === 'string' && typeof tarball === 'string' && Array.isArray(assets) && assets.every(isAsset);
}

function refusalOf({ status, headers }: Response, url: string): string {
  const isLimit = status === 429 || (status === 403 && headers.get('x-ratelimit-remaining') === '0');
  if (isLimit) return l10n.t('GitHub’s rate limit has been reached. Try again later, or set GITHUB_TOKEN.');
  return l10n.t('{0} answered with status {1}.', url, status);
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new Error(l10n.t('The answer is too large: {0}', response.url));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

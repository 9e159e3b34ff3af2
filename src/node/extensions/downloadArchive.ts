import * as l10n from '@vscode/l10n';
import { LIMITS } from './archiveEntries';
import { messageOf } from '../../shared/messageOf';

const TIMEOUT_MS = 300_000;
const MAX_HOPS = 10;

export interface Download {
  readonly bytes: Buffer;
  /** The server's ETag of this version. */
  readonly etag?: string;
}

export interface DownloadOptions {
  readonly fetch: typeof fetch;
  /** `authorization` is sent only to the address's own origin. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The ETag of the known version: it isn't downloaded again. */
  readonly knownAs?: string;
}

/** Whether content can't be modified in transit: the address is encrypted or on this machine. */
function isSafeAddress({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return true;
  return protocol === 'http:' && /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/** Downloads an archive within the size limit; undefined: it is unchanged. Throws an `Error` for the user. */
export async function downloadArchive(address: string, options: DownloadOptions): Promise<Download | undefined> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let url = new URL(address);
  for (let hop = 0; hop <= MAX_HOPS; hop++) {
    if (!isSafeAddress(url)) throw new Error(l10n.t('Only https addresses can be fetched: {0}', url.href));
    const response = await answerOf(url, new URL(address).origin, options, signal);
    const next = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
    if (next === null) return readAnswer(response, url, options);
    await response.body?.cancel();
    url = new URL(next, url);
  }
  throw new Error(l10n.t('There were too many redirects: {0}', address));
}

async function answerOf(
  url: URL,
  origin: string,
  { fetch, headers = {}, knownAs }: DownloadOptions,
  signal: AbortSignal,
): Promise<Response> {
  const sent = new Headers(headers);
  if (url.origin !== origin) sent.delete('authorization');
  if (knownAs !== undefined) sent.set('if-none-match', knownAs);
  try {
    // Each redirect is checked before it is followed.
    return await fetch(url, { headers: sent, redirect: 'manual', signal });
  } catch (error) {
    throw new Error(l10n.t('{0} can’t be reached. {1}', url.host, reasonOf(error)), { cause: error });
  }
}

async function readAnswer(response: Response, url: URL, { knownAs }: DownloadOptions): Promise<Download | undefined> {
  if (response.status === 304 && knownAs !== undefined) return undefined;
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw new Error(l10n.t('{0} answered with status {1}.', url.href, response.status));
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > LIMITS.archiveBytes) {
      throw new Error(l10n.t('The archive is larger than {0} bytes: {1}', LIMITS.archiveBytes, url.href));
    }
    chunks.push(chunk);
  }
  const etag = response.headers.get('etag');
  return { bytes: Buffer.concat(chunks), ...(etag !== null && { etag }) };
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return messageOf(cause);
}

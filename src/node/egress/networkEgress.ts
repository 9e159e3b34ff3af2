import * as l10n from '@vscode/l10n';
import type { Egress, EgressUse, HostList, Passage, Via } from '../../agent/ports/egress';
import { EgressError } from '../../shared/errors';
import { EgressLog } from './egressLog';
import { listWithout } from './hostList';

const MAX_REDIRECTS = 20;

export interface NetworkEgressOptions {
  /** A host must be on every list. */
  readonly lists: () => readonly HostList[];
  /** A description, without the value, of a secret that a text contains; undefined: none. */
  readonly secretIn?: (text: string) => string | undefined;
  /** How requests to models are sent; absent: like all others. */
  readonly models?: Via;
  readonly now: () => number;
}

/**
 * The only place that names the global `fetch`. In VS Code that is VS Code's own, with its proxies and certificates,
 * and may change, so it is looked up for each request.
 */
export class NetworkEgress implements Egress {
  readonly log: EgressLog;
  /** The `host:port` of servers that Pollux itself runs on this machine, such as the demo model. */
  readonly #own = new Set<string>();

  constructor(private readonly options: NetworkEgressOptions) {
    this.log = new EgressLog(options.now);
  }

  /** Allows an address despite the lists, for a server of Pollux's own. */
  admitOwn(address: string): void {
    this.#own.add(new URL(address).host);
  }

  fetchFor(use: EgressUse, via?: Via): typeof fetch {
    return async (input, init = {}) => {
      if (input instanceof Request) throw new TypeError('Requests go out by their address.');
      if (init.redirect !== undefined && init.redirect !== 'follow') return this.#send(new URL(input), use, init, via);
      let [url, request] = [new URL(input), { ...init, redirect: 'manual' } as RequestInit];
      for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
        const response = await this.#send(url, use, request, via);
        const next = redirectOf(response, url, request);
        if (!next) return response;
        await response.body?.cancel();
        [url, request] = next;
      }
      throw new TypeError('There were too many redirects.');
    };
  }

  async #send(url: URL, use: EgressUse, init: RequestInit, via: Via | undefined): Promise<Response> {
    const passage = this.open(url, use, { method: init.method ?? 'GET', ...bodyOf(init.body) });
    try {
      const usual = async () => counted(await fetch(url, init), passage);
      const way = via ?? (use.purpose === 'model' ? this.options.models : undefined);
      return await (way ? way(url, init, usual, passage) : usual());
    } catch (error) {
      passage.end(init.signal?.aborted === true ? 'stopped' : 'failed');
      throw error;
    }
  }

  open(url: URL, use: EgressUse, request: Parameters<Egress['open']>[2] & { readonly text?: string } = {}): Passage {
    const change = this.log.begin(url, use, request);
    const problem = this.#problemOf(url, use, request.text);
    if (problem !== undefined) {
      change(entry => Object.assign(entry, { outcome: 'refused', sent: 0 }));
      throw new EgressError(problem);
    }
    return {
      received: bytes => change(entry => void (entry.received += bytes)),
      end: outcome => change(entry => void (entry.outcome = entry.outcome === 'open' ? outcome : entry.outcome)),
    };
  }

  #problemOf(url: URL, { purpose }: EgressUse, text: string | undefined): string | undefined {
    const list = this.#own.has(url.host) ? undefined : listWithout(url, this.options.lists());
    if (list) return refusedBy(list, url);
    // Model requests are checked earlier, where the user can be asked; a sign-in necessarily contains secrets.
    const looked = purpose === 'web' ? addressText(url) : purpose === 'mcp' ? text : undefined;
    const secret = looked === undefined ? undefined : this.options.secretIn?.(looked);
    return secret && l10n.t('Nothing was sent to {0}: the request contains {1}.', url.host, secret);
  }
}

/** The next request of a redirect, as `fetch` would follow it: credentials aren't sent to another origin. */
function redirectOf(response: Response, from: URL, init: RequestInit): [URL, RequestInit] | undefined {
  const location = response.headers.get('location');
  if (location === null || ![301, 302, 303, 307, 308].includes(response.status)) return undefined;
  const url = new URL(location, from);
  const headers = new Headers(init.headers);
  if (url.origin !== from.origin) for (const name of ['authorization', 'cookie']) headers.delete(name);
  const method = init.method?.toUpperCase() ?? 'GET';
  const becomesGet = response.status === 303 ? method !== 'HEAD' : response.status < 303 && method === 'POST';
  if (!becomesGet) return [url, { ...init, headers }];
  for (const name of ['content-type', 'content-length', 'content-encoding']) headers.delete(name);
  return [url, { ...init, method: 'GET', body: null, headers }];
}

function refusedBy({ setting, isForced }: HostList, { host }: URL): string {
  return isForced
    ? l10n.t('Your administrator doesn’t let Pollux reach {0} (setting “{1}”). Nothing was sent.', host, setting)
    : l10n.t('{0} isn’t among the hosts that Pollux may reach (setting “{1}”). Nothing was sent.', host, setting);
}

/** The address both as written and decoded. */
function addressText(url: URL): string {
  try {
    return `${url.href}\n${decodeURIComponent(url.href)}`;
  } catch {
    return url.href;
  }
}

/** A body's size and text, if known without reading a stream. */
function bodyOf(body: RequestInit['body']): { readonly bytes?: number; readonly text?: string } {
  if (typeof body === 'string') return { bytes: Buffer.byteLength(body), text: body };
  if (body instanceof URLSearchParams) return { bytes: Buffer.byteLength(body.toString()) };
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return { bytes: body.byteLength };
  return body instanceof Blob ? { bytes: body.size } : {};
}

/** Returns a response whose bytes are counted as they are read. */
function counted(response: Response, passage: Passage): Response {
  const { status, statusText, headers, url, body } = response;
  if (!body) {
    passage.end(status);
    return response;
  }
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const watched = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            passage.end(status);
            controller.close();
            return;
          }
          passage.received(value.byteLength);
          controller.enqueue(value);
        } catch (error) {
          passage.end('failed');
          controller.error(error);
        }
      },
      cancel(reason) {
        passage.end('stopped');
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  const copy = new Response(watched, { status, statusText, headers });
  // A constructed response has no URL, but callers that follow redirects need it.
  return Object.defineProperty(copy, 'url', { value: url });
}

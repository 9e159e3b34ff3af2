import * as l10n from '@vscode/l10n';
import type { Egress, EgressUse, HostList, Passage, Via } from '../../agent/ports/egress';
import { EgressError } from '../../shared/errors';
import { EgressLog } from './egressLog';
import { listWithout } from './hostList';

const MAX_REDIRECTS = 20;

export interface NetworkEgressOptions {
  /** All of them hold at once. */
  readonly lists: () => readonly HostList[];
  /** The secret that a text holds, in words and without its value; undefined: none. */
  readonly secretIn?: (text: string) => string | undefined;
  readonly now: () => number;
}

/**
 * The one place that names the global `fetch`. In the editor that is the editor's own, with its proxies and certificates, so
 * it is looked up at each request.
 */
export class NetworkEgress implements Egress {
  readonly log: EgressLog;
  /** `host:port` of what Pollux itself runs on this machine, such as the demo model. */
  readonly #own = new Set<string>();

  constructor(private readonly options: NetworkEgressOptions) {
    this.log = new EgressLog(options.now);
  }

  /** Lets an address be reached whatever the lists say: a server of Pollux's own. */
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
      const usual = () => fetch(url, init);
      return counted(await (via ? via(url, init, usual) : usual()), passage);
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
    // What goes to the models is looked through before, where it can be asked about; a sign-in is made of secrets.
    const looked = purpose === 'web' ? addressText(url) : purpose === 'mcp' ? text : undefined;
    const secret = looked === undefined ? undefined : this.options.secretIn?.(looked);
    return secret && l10n.t('Nothing was sent to {0}: the request contains {1}.', url.host, secret);
  }
}

/** Where a redirect leads and with what, as `fetch` would follow it: what lets one in stays with its origin. */
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
    ? l10n.t('Your administrator does not let Pollux reach {0} (setting “{1}”). Nothing was sent.', host, setting)
    : l10n.t('{0} is not among the hosts that Pollux may reach (setting “{1}”). Nothing was sent.', host, setting);
}

/** As it is written and as it is meant. */
function addressText(url: URL): string {
  try {
    return `${url.href}\n${decodeURIComponent(url.href)}`;
  } catch {
    return url.href;
  }
}

/** What is known of a body without reading a stream. */
function bodyOf(body: RequestInit['body']): { readonly bytes?: number; readonly text?: string } {
  if (typeof body === 'string') return { bytes: Buffer.byteLength(body), text: body };
  if (body instanceof URLSearchParams) return { bytes: Buffer.byteLength(body.toString()) };
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return { bytes: body.byteLength };
  return body instanceof Blob ? { bytes: body.size } : {};
}

/** The answer, whose bytes are counted as they come. */
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
  // A response that is made has no address; who follows redirects goes by it.
  return Object.defineProperty(copy, 'url', { value: url });
}

import type { Egress } from '../../agent/ports/egress';
import { fetchAs, fetchNaming } from '../authorizedFetch';
import type { CodeAssistAccess } from '../access';
import { useOf } from '../wire';

const ENDPOINT = 'https://cloudcode-pa.googleapis.com';
const VERSION = 'v1internal';

/** The methods of Code Assist, as JSON, optionally for a prompt. They throw like `fetchAs`. */
export interface Service {
  call<T>(method: string, body: object, signal: AbortSignal, promptId?: string): Promise<T>;
  /** Returns the state of a long-running operation. */
  operation<T>(name: string, signal: AbortSignal): Promise<T>;
  /** Returns the response body as server-sent events. */
  stream(method: string, body: object, signal: AbortSignal, promptId?: string): Promise<ReadableStream<Uint8Array>>;
}

export interface ServiceOptions {
  readonly egress: Egress;
  readonly userAgent: string;
}

export function createService(access: CodeAssistAccess, { egress, userAgent }: ServiceOptions): Service {
  const { tokens, endpoint = ENDPOINT, apiVersion = VERSION } = access;
  const base = `${endpoint.replace(/\/+$/, '')}/${apiVersion}`;
  const sendFor = (promptId?: string) =>
    fetchNaming(access.addressFrom, fetchAs(egress.fetchFor(useOf(promptId)), tokens));
  const headers = { ...access.headers, 'content-type': 'application/json', 'user-agent': userAgent };
  const post = (path: string, body: object, signal: AbortSignal, promptId?: string) =>
    sendFor(promptId)(`${base}:${path}`, { method: 'POST', headers, body: JSON.stringify(body), signal });
  return {
    call: async <T>(method: string, body: object, signal: AbortSignal, promptId?: string) =>
      (await (await post(method, body, signal, promptId)).json()) as T,
    operation: async <T>(name: string, signal: AbortSignal) =>
      (await (await sendFor()(`${base}/${name}`, { headers, signal })).json()) as T,
    stream: async (method, body, signal, promptId) =>
      (await post(`${method}?alt=sse`, body, signal, promptId)).body ??
      new ReadableStream({ start: each => each.close() }),
  };
}

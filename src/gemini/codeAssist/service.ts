import { fetchAs } from '../authorizedFetch';
import type { CodeAssistAccess } from '../access';

const ENDPOINT = 'https://cloudcode-pa.googleapis.com';
const VERSION = 'v1internal';

/** The methods of Code Assist, as JSON. They throw as `fetchAs` does. */
export interface Service {
  call<T>(method: string, body: object, signal: AbortSignal): Promise<T>;
  /** The state of a long-running operation, by its name. */
  operation<T>(name: string, signal: AbortSignal): Promise<T>;
  /** The body of an answer in server-sent events. */
  stream(method: string, body: object, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
}

export function createService(access: CodeAssistAccess, userAgent: string): Service {
  const { tokens, endpoint = ENDPOINT, apiVersion = VERSION } = access;
  const base = `${endpoint.replace(/\/+$/, '')}/${apiVersion}`;
  const send = fetchAs(tokens);
  const headers = { ...access.headers, 'content-type': 'application/json', 'user-agent': userAgent };
  const post = (path: string, body: object, signal: AbortSignal) =>
    send(`${base}:${path}`, { method: 'POST', headers, body: JSON.stringify(body), signal });
  return {
    call: async <T>(method: string, body: object, signal: AbortSignal) =>
      (await (await post(method, body, signal)).json()) as T,
    operation: async <T>(name: string, signal: AbortSignal) =>
      (await (await send(`${base}/${name}`, { headers, signal })).json()) as T,
    stream: async (method, body, signal) =>
      (await post(`${method}?alt=sse`, body, signal)).body ?? new ReadableStream({ start: each => each.close() }),
  };
}

import { ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';

/**
 * `http.request` as Node has it. In an editor's extensions that function is the editor's: it sends what it likes through
 * a proxy of its own choice, and a plain request by the name in its head, for the proxy to look up.
 */
export function ownRequest(
  { createConnection, agent = false, ...options }: RequestOptions,
  done?: (response: IncomingMessage) => void,
): ClientRequest {
  return new ClientRequest({ ...options, ...(createConnection ? { createConnection } : { agent }) }, done);
}

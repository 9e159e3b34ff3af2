import { ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';

/**
 * Node's original `http.request`. For extensions, VS Code replaces that function: it may choose its own proxy, and
 * sends a plain request by the name in its `Host` header, which the proxy then resolves.
 */
export function ownRequest(
  { createConnection, agent = false, ...options }: RequestOptions,
  done?: (response: IncomingMessage) => void,
): ClientRequest {
  return new ClientRequest({ ...options, ...(createConnection ? { createConnection } : { agent }) }, done);
}

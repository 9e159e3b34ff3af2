import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { ProcessTransport } from './processTransport';
import type { SseTransport } from './sseTransport';

export interface OpenedClient {
  readonly client: Client;
  readonly transport: Transport;
  /** The server's program, if it is a local one. */
  readonly process?: ProcessTransport;
  /** The stream that the connection ends with, if there is one. */
  readonly stream?: SseTransport;
}

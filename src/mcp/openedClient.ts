import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { ProcessTransport } from './processTransport';

/** What has been opened, with what only its kind of transport can do. */
export interface OpenedClient {
  readonly client: Client;
  readonly transport: Transport;
  readonly process?: ProcessTransport;
}

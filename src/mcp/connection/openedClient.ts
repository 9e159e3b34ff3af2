import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { ProcessTransport } from './processTransport';

/** An opened client, with its process if the transport has one. */
export interface OpenedClient {
  readonly client: Client;
  readonly transport: Transport;
  readonly process?: ProcessTransport;
}

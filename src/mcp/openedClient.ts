import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { ConnectOptions } from './mcpConnection';
import type { ProcessTransport } from './processTransport';

/** What has been opened, with what only its kind of transport can do. */
export interface OpenedClient {
  readonly client: Client;
  readonly transport: Transport;
  readonly process?: ProcessTransport;
  readonly finishAuth?: (code: string) => Promise<void>;
}

/** False: nobody could sign in. */
export async function signIn(
  { finishAuth }: OpenedClient,
  { authorization, signal }: ConnectOptions,
): Promise<boolean> {
  const code = finishAuth && (await authorization?.code(signal));
  if (!code) return false;
  await finishAuth(code);
  return true;
}

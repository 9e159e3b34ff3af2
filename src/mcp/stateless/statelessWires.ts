import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { HttpTransport, type HttpTransportOptions } from '../connection/httpTransport';
import type { ProcessTransport } from '../connection/processTransport';
import { recordOf } from '../tools/serverContent';
import { headerParametersOf, headersOfCall, type HeaderParameter } from './headerParameters';
import { StatelessFetch } from './statelessFetch';
import { StatelessTransport } from './statelessTransport';

export function statelessProcess(process: ProcessTransport): Transport {
  return new StatelessTransport({
    transport: process,
    cancel: requestId => {
      const params = { requestId };
      process.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params }).catch(() => undefined);
    },
    answered: () => undefined,
  });
}

export function statelessHttp(url: URL, { headers, fetch }: HttpTransportOptions): Transport {
  const repeated = new Map<string, readonly HeaderParameter[]>();
  const requests = new StatelessFetch(fetch, params => {
    const { name, arguments: args } = recordOf(params);
    return headersOfCall(repeated.get(String(name)) ?? [], args);
  });
  return new StatelessTransport({
    transport: new HttpTransport(url, { headers, fetch: requests.fetch }),
    cancel: id => requests.cancel(id),
    answered: (id, method, { tools }) => {
      requests.answered(id);
      if (method !== 'tools/list' || !Array.isArray(tools)) return;
      for (const tool of tools) {
        const { name, inputSchema } = recordOf(tool);
        repeated.set(String(name), headerParametersOf(inputSchema) ?? []);
      }
    },
  });
}

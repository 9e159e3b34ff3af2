import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Server, ServerCredentials, type ServiceDefinition } from '@grpc/grpc-js';

/** A collector of telemetry on this machine, with the bodies that it was sent. */
export interface Collector {
  readonly endpoint: string;
  /** The addresses or methods, and the bodies. */
  readonly requests: readonly { readonly path: string; readonly body: Buffer }[];
  close(): Promise<void>;
}

export async function startHttpCollector(): Promise<Collector> {
  const requests: { path: string; body: Buffer }[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      requests.push({ path: request.url ?? '', body: Buffer.concat(pieces) });
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const SERVICES = ['logs.v1.LogsService', 'metrics.v1.MetricsService', 'trace.v1.TraceService'];

export async function startGrpcCollector(): Promise<Collector> {
  const requests: { path: string; body: Buffer }[] = [];
  const server = new Server();
  for (const service of SERVICES) {
    const path = `/opentelemetry.proto.collector.${service}/Export`;
    const raw = (bytes: Buffer) => bytes;
    const definition: ServiceDefinition = {
      Export: {
        ...{ path, requestStream: false, responseStream: false },
        ...{ requestSerialize: raw, requestDeserialize: raw, responseSerialize: raw, responseDeserialize: raw },
      },
    };
    server.addService(definition, {
      Export: (call: { request: Buffer }, done: (error: null, answer: Buffer) => void) => {
        requests.push({ path, body: call.request });
        done(null, Buffer.alloc(0));
      },
    });
  }
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  return {
    endpoint: `http://127.0.0.1:${port}`,
    requests,
    close: async () => server.forceShutdown(),
  };
}

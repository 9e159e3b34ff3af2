import { readFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer, type TLSSocket } from 'node:tls';

const folder = join(__dirname, 'tls');
/** The certificate of `*.pollux.test`, which signs itself: nobody trusts it who was not told to. */
export const CERTIFICATE = join(folder, 'certificate.pem');

export interface TlsFront {
  readonly port: number;
  close(): Promise<void>;
}

/** A port on 127.0.0.1 that speaks TLS as `*.pollux.test` and passes on what comes to a plain `port`. */
export async function startTlsFront(port: () => number): Promise<TlsFront> {
  const sockets = new Set<TLSSocket>();
  const server = createServer(
    { key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(CERTIFICATE) },
    socket => {
      const onward = connect(port(), '127.0.0.1');
      sockets.add(socket);
      socket.on('error', () => onward.destroy()).once('close', () => sockets.delete(socket));
      onward.on('error', () => socket.destroy());
      socket.pipe(onward).pipe(socket);
    },
  );
  server.on('tlsClientError', () => undefined); // whoever does not trust us hangs up
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise(resolve => server.close(() => resolve()));
    },
  };
}

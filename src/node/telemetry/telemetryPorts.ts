import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, isAbsolute } from 'node:path';
import { appendLines } from '../files/appendLines';
import { installationIdOf } from './installationId';

/** The machine's functions that telemetry uses. */
export function telemetryPorts(home: string) {
  const installationId = installationIdOf(home);
  return {
    ...(installationId !== null && { installationId }),
    /** Throws if the path isn't absolute: a relative one would differ in each folder. */
    append(file: string, lines: string): void {
      if (!isAbsolute(file)) throw new Error(`The file of telemetry needs an absolute path: ${file}`);
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      appendLines(file, lines);
    },
    reaches: (endpoint: string) => listensAt(new URL(endpoint)),
    usage() {
      const { user, system } = process.cpuUsage();
      return { memory: process.memoryUsage.rss(), cpu: (user + system) / 1_000_000 };
    },
  };
}

/** Whether a collector listens. Checked only on this machine, where a missing one refuses immediately. */
function listensAt({ hostname, port, protocol }: URL): Promise<boolean> {
  if (!['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return Promise.resolve(true);
  return new Promise(resolve => {
    const socket = connect({
      host: hostname.replace(/[[\]]/g, ''),
      port: Number(port || (protocol === 'https:' ? 443 : 80)),
      autoSelectFamily: true,
    });
    const end = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}

import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { VsCode } from './install';
import { start } from './processes';

export interface LaunchedServer {
  port: number;
  /** Resolves when the server has ended, for whatever reason. */
  ended: Promise<unknown>;
  stop: () => Promise<void>;
}

/** Ports of this process, below those that systems give out: the next window is where the last one was, and so in a browser's caches. */
const first = 20_000 + (process.pid % 1000) * 10;

const common = [
  '--host',
  '127.0.0.1',
  '--port',
  `${first}-${first + 9}`,
  '--accept-server-license-terms',
  '--disable-telemetry',
];

/** Starts a VS Code server on the first free port of this process and waits until it listens. Throws with its output when it ends before. */
export async function launchServer(vsCode: VsCode, args: string[], env: NodeJS.ProcessEnv): Promise<LaunchedServer> {
  const { child, stop } = start(vsCode.node, [vsCode.main, ...common, ...args], {
    cwd: env.HOME,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  const port = new Promise<number>(resolve => {
    for (const input of [child.stdout!, child.stderr!]) {
      createInterface({ input }).on('line', line => {
        output.push(line);
        const listening = /Extension host agent listening on (\d+)/.exec(line);
        if (listening) resolve(Number(listening[1]));
      });
    }
  });
  const ended = once(child, 'exit');
  const endedEarly = ended.then(() => {
    throw new Error(`The VS Code server did not start:\n${output.join('\n')}`);
  });
  return { port: await Promise.race([port, endedEarly]), ended, stop };
}

// Servers that others have published, for tests: how they are started.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '../serving';

const published = (name: string) =>
  join(__dirname, '../../../node_modules/@modelcontextprotocol', name, 'dist/index.js');
const row = (script: string, ...args: readonly string[]) => ({ command: process.execPath, args: [script, ...args] });

export const everythingRow = () => row(published('server-everything'), 'stdio');
export const filesystemRow = (folder: string) => row(published('server-filesystem'), folder);
/** `file`: where it keeps what it is told. */
export const memoryRow = (file: string) => ({ ...row(published('server-memory')), env: { MEMORY_FILE_PATH: file } });
/** Of version 2 of the SDK. */
export const secondRow = () => row(join(__dirname, 'secondServer.mjs'));

/** `server-everything` over HTTP. */
export class EverythingProcess {
  #child: ChildProcess | undefined;

  /** Gives the address of its root. */
  async start(transport: 'streamableHttp' | 'sse'): Promise<string> {
    const port = await freePort();
    const env = { ...process.env, PORT: String(port) };
    const args = [published('server-everything'), transport];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], env });
    this.#child = child;
    // Its stream stays open: a program that can't write its log ends.
    await new Promise<void>((resolve, reject) => {
      child.stderr.on('data', said => String(said).includes('on port') && resolve());
      child.once('exit', () => reject(new Error('The server did not start.')));
    });
    return `http://127.0.0.1:${port}`;
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
}

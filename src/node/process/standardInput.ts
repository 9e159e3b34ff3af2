import { fstatSync } from 'node:fs';

/** Nobody may be writing to a pipe that was merely inherited. */
const PATIENCE_MS = 500;
const LIMIT = 8 * 1024 * 1024;

/** All of standard input if something is piped or redirected into it, cut at 8 MB; empty if nothing comes. */
export async function readPipedInput(): Promise<string> {
  const { stdin } = process;
  const stat = fstatSync(stdin.fd);
  if (!stat.isFIFO() && !stat.isFile() && !stat.isSocket()) return '';
  const chunks: Buffer[] = [];
  let size = 0;
  await new Promise<void>((resolve, reject) => {
    const giveUp = setTimeout(resolve, PATIENCE_MS);
    stdin.on('data', (chunk: Buffer) => {
      clearTimeout(giveUp);
      chunks.push(chunk);
      size += chunk.length;
      if (size >= LIMIT) resolve();
    });
    stdin.once('end', resolve);
    stdin.once('error', reject);
  });
  stdin.destroy();
  return Buffer.concat(chunks).subarray(0, LIMIT).toString('utf8');
}

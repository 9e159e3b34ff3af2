import { fstatSync } from 'node:fs';

/** A socket may be merely inherited, and never written to. */
const PATIENCE_MS = 500;
/** After so long it is said what is waited for. */
const SILENCE_MS = 2_000;
const LIMIT = 8 * 1024 * 1024;

/**
 * All of standard input if something is piped or redirected into it, cut at 8 MB; empty if nothing comes. A pipe is waited
 * for while it is open; `onSilence` is called once where that takes long.
 */
export async function readPipedInput(onSilence: () => void): Promise<string> {
  const { stdin } = process;
  const stat = fstatSync(stdin.fd);
  if (!stat.isFIFO() && !stat.isFile() && !stat.isSocket()) return '';
  const chunks: Buffer[] = [];
  let size = 0;
  await new Promise<void>((resolve, reject) => {
    const patience = stat.isSocket() ? setTimeout(resolve, PATIENCE_MS) : setTimeout(onSilence, SILENCE_MS);
    stdin.on('data', (chunk: Buffer) => {
      clearTimeout(patience);
      chunks.push(chunk);
      size += chunk.length;
      if (size >= LIMIT) resolve();
    });
    stdin.once('end', resolve);
    stdin.once('error', reject);
    stdin.once('close', () => clearTimeout(patience));
  });
  stdin.destroy();
  return Buffer.concat(chunks).subarray(0, LIMIT).toString('utf8');
}

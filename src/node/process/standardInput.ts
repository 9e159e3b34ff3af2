import { fstatSync } from 'node:fs';

/** An inherited socket may never be written to; wait for data this long. */
const PATIENCE_MS = 500;
/** How long to wait for other input before calling `onSilence`. */
const SILENCE_MS = 2_000;
const LIMIT = 8 * 1024 * 1024;

/**
 * Reads all of standard input if it is piped or redirected, cut at 8 MB; empty if nothing comes. Waits for a pipe as
 * long as it is open; `onSilence` is called once if that takes long.
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

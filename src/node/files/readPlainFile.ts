import { constants, readFileSync, statSync, type Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';

/** Larger than any hand-written file. */
const MAX_BYTES = 4_000_000;
// A pipe put there in the meantime isn't waited for. On Windows, the flag is undefined and has no effect.
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK;

/**
 * Reads a hand-written text file. Throws Node's errors, and an `Error` for the user if it isn't a regular file, which
 * a read might never come to the end of, is too large, or isn't text.
 */
export async function readPlainFile(file: string): Promise<string> {
  refuse(await stat(file));
  return textOf(await readFile(file, { flag: FLAGS }));
}

export function readPlainFileSync(file: string): string {
  refuse(statSync(file));
  return textOf(readFileSync(file, { flag: FLAGS as unknown as string }));
}

function refuse(stats: Stats): void {
  if (!stats.isFile()) throw failure('EINVAL', 'This isn’t a file.');
  if (stats.size > MAX_BYTES) throw failure('EFBIG', 'This is too large.');
}

function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

function textOf(bytes: Buffer): string {
  if (bytes.includes(0)) throw failure('EILSEQ', 'This isn’t text in UTF-8.');
  return bytes.toString('utf8');
}

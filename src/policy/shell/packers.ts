import type { Word } from './command';

/** Programs that replace a file by one whose name has an ending added or removed. */
const PACKERS = /^(?:gzip|gunzip|bzip2|bunzip2|xz|unxz|zstd|lzma)$/;
const ENDING = /\.(?:gz|bz2|xz|zst|lzma|Z)$/;
/** With one of these options, nothing is written. */
const ONLY_SHOWS = /^-[a-zA-Z]*[clt]|^--(?:stdout|to-stdout|list|test)$/;

interface Packed {
  readonly reads: readonly Word[];
  readonly writes: readonly Word[];
}

/** The files that a program which packs or unpacks single files reads and creates; undefined for any other program. */
export function touchOfPacker(name: string, operands: readonly Word[], words: readonly Word[]): Packed | undefined {
  // The first operand is the archive.
  if (name === 'zip') return { reads: operands.slice(1), writes: operands.slice(0, 1) };
  if (!PACKERS.test(name)) return undefined;
  if (words.some(({ value }) => ONLY_SHOWS.test(value))) return { reads: operands, writes: [] };
  return { reads: operands, writes: operands.map(word => ({ ...word, value: word.value.replace(ENDING, '') })) };
}

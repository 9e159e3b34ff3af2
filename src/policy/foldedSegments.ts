/** Invisible characters that some file systems ignore in names. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/**
 * The segments of a path as the most lenient file system compares them: one that ignores case (`ſ` is an `s` and the
 * Kelvin sign a `k`), invisible characters, dots and spaces at the end of a name, and everything after a colon.
 */
export function foldedSegments(path: string): string[] {
  return path.split(/[\\/]/).map(segment =>
    segment
      .replace(IGNORED, '')
      .normalize('NFKC')
      .toUpperCase()
      .toLowerCase()
      .normalize('NFC')
      .replace(/:.*$/, '')
      .replace(/[. ]+$/, ''),
  );
}

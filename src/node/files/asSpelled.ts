import { lstat, readdir } from 'node:fs/promises';
import * as path from 'node:path';

const NOT_ASCII = /[^\0-\x7f]/;

/**
 * The path as spelled on disk, if it differs only in Unicode normalization: models use composed characters, but files
 * from other systems may not. A name that exists as given is returned unchanged.
 */
export async function asSpelled(absolute: string): Promise<string> {
  if (!NOT_ASCII.test(absolute) || (await isThere(absolute))) return absolute;
  const parent = path.dirname(absolute);
  if (parent === absolute) return absolute;
  const folder = await asSpelled(parent);
  const name = path.basename(absolute);
  const given = path.join(folder, name);
  if (!NOT_ASCII.test(name) || (await isThere(given))) return given;
  const wanted = name.normalize('NFC');
  const same = (await namesIn(folder)).filter(each => each.normalize('NFC') === wanted);
  // If several match, the intended one is unknown.
  return same.length === 1 && same[0] !== undefined ? path.join(folder, same[0]) : given;
}

async function isThere(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false, // the caller that opens the file reports the error
  );
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []); // like above
}

import { lstat, readdir } from 'node:fs/promises';
import * as path from 'node:path';

const NOT_ASCII = /[^\0-\x7f]/;

/**
 * The path as the disk spells it, where what looks the same is spelled in another form of Unicode there: models compose
 * letters and their marks, and files of other systems may not. A name that is there as it is given stays.
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
  // Of several nobody knows which is meant.
  return same.length === 1 && same[0] !== undefined ? path.join(folder, same[0]) : given;
}

async function isThere(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false, // what can't be looked at is said by whoever opens it
  );
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []); // as above
}

import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { codeOf } from './fileErrors';

/** The path with links followed in the part of it that exists. */
export function realSoFar(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    const parent = dirname(path);
    if (codeOf(error) !== 'ENOENT' || parent === path) return path;
    return join(realSoFar(parent), basename(path));
  }
}

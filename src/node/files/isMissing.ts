import { statSync } from 'node:fs';
import { codeOf } from './fileErrors';

/**
 * Whether nothing is at a path. Ask before reading what is usually absent and looked for often: a read that fails
 * asynchronously takes about thirty times the CPU. False if this can't be told; the read then says why.
 */
export function isMissing(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined;
  } catch (error) {
    return codeOf(error) === 'ENOTDIR';
  }
}

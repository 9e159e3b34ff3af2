import { relative } from 'node:path';
import type { RefusedRestore } from '../shared/restores';

/** Why a file is not put back; `howToName` says how the user can do it all the same. */
export function refusalText({ file, ...refusal }: RefusedRestore, howToName: string): string {
  const name = nameOf(file);
  return refusal.because === 'rule'
    ? `${name} (the policy rule "${refusal.rule}" denies changing it)`
    : `${name} (it controls the editor or the agent, or is outside the folder; ${howToName})`;
}

/** A file as it is called from here. */
export function nameOf(file: string): string {
  const path = relative(process.cwd(), file);
  return path === '' || path.startsWith('..') ? file : path;
}

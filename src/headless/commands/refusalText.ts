import { relative } from 'node:path';
import { visibleLine } from '../../shared/hiddenCharacters';
import type { RefusedRestore } from '../../shared/restores';

/** Why a file is not restored; `howToName` says how the user can do it anyway. */
export function refusalText({ file, ...refusal }: RefusedRestore, howToName: string): string {
  const name = nameOf(file);
  return refusal.because === 'rule'
    ? `${name} (the policy rule "${refusal.rule}" denies changing it)`
    : `${name} (it controls the editor or the agent, or is outside the folder; ${howToName})`;
}

/** For a line of output: the file's path relative to the working directory, or its absolute path if it is outside. */
export function nameOf(file: string): string {
  const path = relative(process.cwd(), file);
  return visibleLine(path === '' || path.startsWith('..') ? file : path);
}

import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessCode } from '../files/fileErrors';
import { ABSENT } from './repositoryPlace';

/** Files of the repository that determine where its history begins and which objects exist. */
const BEGINNINGS = ['refs', 'logs', 'reftable', 'worktrees', 'objects/pack', 'packed-refs', 'shallow', 'config'];
/** Files of each working tree. */
const OWN =
  'HEAD index ORIG_HEAD FETCH_HEAD MERGE_HEAD CHERRY_PICK_HEAD REVERT_HEAD AUTO_MERGE MERGE_AUTOSTASH logs info/grafts'.split(
    ' ',
  );
const MAX_FILES = 20_000;

/**
 * Returns a text that differs as soon as a reference, reflog or index of a repository changes, and the time of the
 * latest change; null if there are too many files. `directory`: of the working tree; `common`: of the repository.
 */
export async function historyIdentity(
  directory: string,
  common: string,
): Promise<{ readonly text: string; readonly changedAt: number } | null> {
  const open = [...BEGINNINGS.map(name => join(common, name)), ...OWN.map(name => join(directory, name))];
  const lines: string[] = [];
  let changedAt = 0;
  for (let i = 0; i < open.length; i++) {
    const path = open[i] ?? '';
    const found = await unlessCode(lstat(path, { bigint: true }), ABSENT, null);
    if (!found) continue;
    if (i >= MAX_FILES) return null;
    lines.push([path, found.ino, found.size, found.mtimeNs, found.ctimeNs].join(' '));
    changedAt = Math.max(changedAt, Number(found.ctimeMs), Number(found.mtimeMs));
    if (!found.isDirectory()) continue;
    open.push(...(await unlessCode(readdir(path), ABSENT, [])).map(name => join(path, name)));
  }
  return { text: lines.join('\n'), changedAt };
}

import { lstat, mkdir } from 'node:fs/promises';
import * as path from 'node:path';
import { ToolError } from '../../shared/errors';
import { inDirectory } from './diskFile';
import { unlessCode } from './fileErrors';

/** Creates a directory and its missing parents, following no links. */
export async function makeDirectories(directory: string): Promise<void> {
  const stats = await unlessCode(lstat(directory), ['ENOENT', 'ENOTDIR'], null);
  if (stats?.isDirectory()) return;
  if (stats) throw new ToolError('file_write_failure', `Not a directory: ${directory}`);
  await makeDirectories(path.dirname(directory));
  await inDirectory(path.dirname(directory), prefix =>
    unlessCode(mkdir(path.join(prefix, path.basename(directory))), ['EEXIST'], undefined),
  );
}

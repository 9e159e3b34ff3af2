import { randomUUID } from 'node:crypto';
import { chmod, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { unlessCode } from './fileErrors';

/** Writes a file atomically: after a full disk or a crash, it has its old content. Rejects with Node's errors. */
export async function replaceBytes(file: string, bytes: Uint8Array): Promise<void> {
  const target = await unlessCode(realpath(file), ['ENOENT'], file);
  const draft = `${target}.${randomUUID()}.tmp`;
  try {
    const mode = await unlessCode(
      stat(target).then(stats => stats.mode),
      ['ENOENT'],
      undefined,
    );
    await writeFile(draft, bytes, { flag: 'wx' });
    if (mode !== undefined) await chmod(draft, mode & 0o7777);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

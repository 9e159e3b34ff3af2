import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { link, lstat, open, rename, rm, type FileHandle } from 'node:fs/promises';
import * as path from 'node:path';
import type { FileWriter } from '../../agent/ports/fileWriter';
import type { Workspace } from '../../agent/ports/workspace';
import { verifyApproved } from '../../policy/verifyApproved';
import { BaselineChanged, ToolError } from '../../shared/errors';
import type { Approved, EditProposal } from '../../shared/proposals';
import { inDirectory, readDiskFile } from './diskFile';
import { codeOf, fileError, retryBusy, unlessCode } from './fileErrors';
import { decodeText, encodeText, type DecodedText } from './textEncoding';
import { makeDirectories } from './makeDirectories';
import { writeAll } from './writeAll';

/**
 * Writes to disk atomically: readers see the old file or the new one, never a part, because a temporary file beside
 * it is renamed over it. Preserves mode and owner; a hard link to the old file keeps the old text.
 */
export function createDiskFileWriter(workspace: Pick<Workspace, 'resolve'>): FileWriter {
  const check = async ({ file, before }: EditProposal) => {
    const { absolute, isReadOnly } = await workspace.resolve(file);
    if (isReadOnly) throw new ToolError('permission_denied', `Only to be read: ${absolute}`);
    try {
      refuseChanged(await readCurrent(absolute), before);
    } catch (error) {
      throw fileError(error, absolute, 'file_write_failure');
    }
  };
  const write = async (edit: Approved<EditProposal>) => {
    verifyApproved(edit);
    const { absolute, isReadOnly } = await workspace.resolve(edit.file);
    if (isReadOnly) throw new ToolError('permission_denied', `Only to be read: ${absolute}`);
    try {
      const current = await readCurrent(absolute);
      refuseChanged(current, edit.before);
      await replaceFile(absolute, encode(edit.after, current, absolute), current, edit.before);
      return { text: edit.after, isSaved: true };
    } catch (error) {
      throw fileError(error, absolute, 'file_write_failure');
    }
  };
  return { write, writeAll: edits => writeAll(edits, { check, write }) };
}

interface Current extends DecodedText {
  readonly stat: Stats;
}

async function readCurrent(absolute: string): Promise<Current | null> {
  const file = await unlessCode(readDiskFile(absolute), ['ENOENT', 'ENOTDIR'], null);
  if (!file) return null;
  const decoded = decodeText(file.bytes);
  if (!decoded) throw new ToolError('file_write_failure', `Not a text file: ${absolute}`);
  return { ...decoded, stat: file.stat };
}

function refuseChanged(current: Current | null, before: string | null): void {
  const text = current?.text ?? null;
  if (text !== before) throw new BaselineChanged(text);
}

function encode(text: string, current: Current | null, absolute: string): Buffer {
  const encoding = current?.encoding ?? 'utf8';
  const bytes = encodeText(text, encoding);
  if (bytes) return bytes;
  const name = encoding === 'latin1' ? 'not Unicode (handled as Latin-1)' : encoding;
  throw new ToolError(
    'file_write_failure',
    `The encoding of the file is ${name} and can't hold some of the new characters: ${absolute}`,
  );
}

async function replaceFile(absolute: string, bytes: Buffer, old: Current | null, before: string | null): Promise<void> {
  // Renaming over a file needs no permission on it, so check for write permission explicitly.
  if (old && !(await mayWrite(absolute, old.stat))) {
    throw new ToolError('permission_denied', `File is read-only: ${absolute}`);
  }
  await makeDirectories(path.dirname(absolute));
  await inDirectory(path.dirname(absolute), async prefix => {
    const temporary = path.join(prefix, `.pollux-${randomUUID()}.tmp`);
    const target = path.join(prefix, path.basename(absolute));
    try {
      await writeTemporary(temporary, bytes, old?.stat ?? null);
      if (old === null) {
        await placeNew(temporary, target, absolute);
        return;
      }
      if (!isSame(await unlessCode(lstat(target), ['ENOENT'], null), old.stat)) {
        refuseChanged(await readCurrent(absolute), before);
      }
      await retryBusy(() => rename(temporary, target));
    } finally {
      await rm(temporary, { force: true });
    }
  });
}

/** Root could write to any file; but a file without write permission is read-only on purpose. */
async function mayWrite(absolute: string, { mode }: Stats): Promise<boolean> {
  if ((mode & 0o222) === 0) return false;
  const handle = await unlessCode(open(absolute, constants.O_RDWR | constants.O_NOFOLLOW), ['EACCES', 'EPERM'], null);
  await handle?.close();
  return handle !== null;
}

async function writeTemporary(temporary: string, bytes: Buffer, old: Stats | null): Promise<void> {
  const handle = await retryBusy(() => open(temporary, 'wx', old ? 0o600 : 0o666));
  try {
    await handle.writeFile(bytes);
    if (old) await takeOver(handle, old);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function takeOver(handle: FileHandle, old: Stats): Promise<void> {
  const own = await handle.stat();
  // Only root may change a file's owner; otherwise the file becomes the user's, as in any editor that saves by
  // renaming.
  if (own.uid !== old.uid || own.gid !== old.gid) {
    await unlessCode(handle.chown(old.uid, old.gid), ['EPERM', 'EINVAL'], undefined);
  }
  await handle.chmod(old.mode & 0o7777);
}

/** Unlike a rename, a hard link fails if the name is taken; file systems without hard links get a rename. */
async function placeNew(temporary: string, target: string, absolute: string): Promise<void> {
  try {
    await link(temporary, target);
  } catch (error) {
    if (codeOf(error) === 'EEXIST' || (await unlessCode(lstat(target), ['ENOENT'], null))) {
      throw new BaselineChanged((await readCurrent(absolute))?.text ?? null);
    }
    await retryBusy(() => rename(temporary, target));
  }
}

function isSame(now: Stats | null, then: Stats): boolean {
  return now !== null && now.ino === then.ino && now.size === then.size && now.mtimeMs === then.mtimeMs;
}

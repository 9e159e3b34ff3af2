import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FileLocks } from '../../agent/ports/fileLocks';
import type { Workspace } from '../../agent/ports/workspace';
import { applyOnce } from '../../policy/verifyApproved';
import type { ApprovedRestore } from '../../shared/restores';
import { replaceBytes } from '../files/replaceBytes';
import { decodeText, encodeText } from '../files/textEncoding';
import { BINARY, readReviewed } from './readReviewed';

export interface DiskFilesOptions {
  readonly workspace: Pick<Workspace, 'resolve' | 'readText'>;
  readonly locks: FileLocks;
  /** The bytes of a file that isn't text, by its mark. */
  readonly bytesOf: (mark: string) => Promise<Uint8Array | null>;
}

/** Reads and writes the files under review where there is no editor. */
export class DiskFiles {
  constructor(private readonly options: DiskFilesOptions) {}

  read(file: string): Promise<string | null> {
    return readReviewed(this.options.workspace, file);
  }

  /** Throws `NotApproved`, or an error if the file's content isn't the expected one. */
  write(approved: ApprovedRestore<string>): Promise<string | null> {
    const { file, before, after } = approved;
    return applyOnce(approved, () =>
      this.options.locks.holding([file], async () => {
        if ((await this.read(file)) !== before) throw new Error("The file doesn't have the expected content");
        if (after === null) await rm(file);
        else await this.#writeText(file, after, before === null);
        return this.read(file);
      }),
    );
  }

  async #writeText(file: string, text: string, isNew: boolean): Promise<void> {
    if (isNew) await mkdir(dirname(file), { recursive: true });
    const bytes = text.startsWith(BINARY) ? await this.options.bytesOf(text) : await encoded(file, text, isNew);
    if (!bytes) throw new Error('What the file held can’t be written again');
    await replaceBytes(file, bytes);
  }
}

async function encoded(file: string, text: string, isNew: boolean): Promise<Buffer | null> {
  const encoding = isNew ? 'utf8' : decodeText(await readFile(file))?.encoding;
  return encodeText(text, encoding ?? 'utf8');
}

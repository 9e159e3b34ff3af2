import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A folder on the disk for one test; paths are relative to it. */
export class Scratch {
  private constructor(readonly path: string) {}

  static async make(): Promise<Scratch> {
    return new Scratch(await realpath(await mkdtemp(join(tmpdir(), 'pollux-test-'))));
  }

  absolute = (path: string): string => join(this.path, path);

  put = async (path: string, content: string | Uint8Array = ''): Promise<void> => {
    await mkdir(dirname(this.absolute(path)), { recursive: true });
    await writeFile(this.absolute(path), content);
  };

  bytes = async (path: string): Promise<Buffer | null> => readFile(this.absolute(path)).catch(() => null);

  link = async (path: string, target: string): Promise<void> => symlink(target, this.absolute(path));

  close = async (): Promise<void> => rm(this.path, { recursive: true, force: true });
}

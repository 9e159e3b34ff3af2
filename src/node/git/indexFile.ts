import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { unlessCode } from '../files/fileErrors';

const MAX_BYTES = 64 * 1024 * 1024;
const TIMEOUT_MS = 20_000;
const FILE = '100644';
const PROGRAM = '100755';

/** A file's content in a repository's index. */
export interface IndexFile {
  readonly mode: string;
  readonly bytes: Buffer;
}

/** The index of one repository; `git` is the program. Throws an error with git's message. */
export class GitIndex {
  constructor(
    private readonly git: string,
    private readonly root: string,
  ) {}

  /** Null: the index doesn't have the file. Throws if it has conflicts or isn't a regular file. */
  async read(file: string): Promise<IndexFile | null> {
    const path = this.#path(file);
    const listed = String(await this.#run(['ls-files', '--stage', '-z', '--', `:(literal)${path}`]));
    const entries = listed.split('\0').filter(Boolean);
    if (entries.length === 0) return null;
    const [, mode = '', id = '', stage] = /^(\d+) ([0-9a-f]+) (\d)\t/.exec(entries[0] ?? '') ?? [];
    if (entries.length > 1 || stage !== '0') throw new Error(`${path} has conflicts`);
    if (mode !== FILE && mode !== PROGRAM) throw new Error(`${path} isn't an ordinary file`);
    return { mode, bytes: await this.#run(['cat-file', 'blob', id]) };
  }

  /** Stores these bytes for a file in the index, without reading the file itself; null: removes the entry. */
  async write(file: string, bytes: Buffer | null, mode: string): Promise<void> {
    const path = this.#path(file);
    if (bytes === null) {
      await this.#run(['update-index', '--force-remove', '-z', '--stdin'], Buffer.from(`${path}\0`));
      return;
    }
    const id = String(await this.#run(['hash-object', '-w', '--stdin'], bytes)).trim();
    await this.#run(['update-index', '-z', '--index-info'], Buffer.from(`${mode} ${id} 0\t${path}\0`));
  }

  /** Adds a file that the index doesn't have, as git would. */
  async add(file: string, bytes: Buffer): Promise<void> {
    const path = this.#path(file);
    const mode = ((await unlessCode(stat(file), ['ENOENT'], null))?.mode ?? 0) & 0o100 ? PROGRAM : FILE;
    const id = String(await this.#run(['hash-object', '-w', '--path', path, '--stdin'], bytes)).trim();
    await this.#run(['update-index', '-z', '--index-info'], Buffer.from(`${mode} ${id} 0\t${path}\0`));
  }

  #path(file: string): string {
    return relative(this.root, file).split(sep).join('/');
  }

  #run(args: readonly string[], input?: Buffer): Promise<Buffer> {
    const options = {
      cwd: this.root,
      encoding: 'buffer',
      maxBuffer: MAX_BYTES,
      timeout: TIMEOUT_MS,
      windowsHide: true,
    } as const;
    return new Promise((resolve, reject) => {
      const child = execFile(this.git, args, options, (error, out, said) =>
        error ? reject(new Error(String(said).trim() || error.message)) : resolve(out),
      );
      child.stdin?.on('error', () => undefined); // git has ended; the callback reports why
      child.stdin?.end(input);
    });
  }
}

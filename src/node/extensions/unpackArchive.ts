import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ArchiveError, LIMITS, type ArchiveEntry } from './archiveEntries';
import { readTar } from './readTar';
import { readZip } from './readZip';

const unzip = promisify(gunzip);

export function isArchive(path: string): boolean {
  return /\.(?:zip|tar|tar\.gz|tgz)$/i.test(path);
}

/** Unpacks an archive into a folder that is empty. Throws `ArchiveError`, and then has written nothing. */
export async function unpackArchive(file: string, folder: string): Promise<void> {
  const { size } = await stat(file);
  if (size > LIMITS.archiveBytes) throw new ArchiveError(`The archive is larger than ${LIMITS.archiveBytes} bytes.`);
  const entries = withoutWrapper(await entriesOf(file, await readFile(file)));
  for (const { path, data, isExecutable } of entries) {
    const target = join(folder, path);
    await mkdir(data ? dirname(target) : target, { recursive: true });
    // No file is written twice, so that none can take the place of what was checked.
    if (data) await writeFile(target, data, { flag: 'wx', mode: isExecutable ? 0o755 : 0o644 });
  }
}

async function entriesOf(file: string, bytes: Buffer): Promise<readonly ArchiveEntry[]> {
  if (/\.zip$/i.test(file)) return readZip(bytes);
  if (/\.tar$/i.test(file)) return readTar(bytes);
  const tar = await unzip(bytes, { maxOutputLength: LIMITS.bytes }).catch((error: unknown) => {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new ArchiveError(
      isLarge ? `The archive holds more than ${LIMITS.bytes} bytes.` : 'This is no gzip file, or it is damaged.',
    );
  });
  return readTar(tar);
}

/** Archives of releases have one folder with everything in it. */
function withoutWrapper(entries: readonly ArchiveEntry[]): readonly ArchiveEntry[] {
  const tops = new Set(entries.map(({ path }) => path.split('/')[0]));
  const [top = ''] = tops;
  const isWrapped = tops.size === 1 && entries.every(({ path, data }) => path !== top || data === null);
  if (!isWrapped) return entries;
  return entries
    .filter(({ path }) => path !== top)
    .map(entry => ({ ...entry, path: entry.path.slice(top.length + 1) }));
}

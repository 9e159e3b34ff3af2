import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ArchiveError, LIMITS, type ArchiveEntry } from './archiveEntries';
import { readTar } from './readTar';
import { readZip } from './readZip';

const unzip = promisify(gunzip);
/** The header of one file. */
const SMALLEST_TAR = 512;

export function isArchiveName(name: string): boolean {
  return /\.(?:zip|tar|tar\.gz|tgz)$/i.test(name);
}

/** Unpacks an archive into a folder that is empty. Throws `ArchiveError`, and then has written nothing. */
export async function unpackArchive(bytes: Buffer, folder: string): Promise<void> {
  if (bytes.length > LIMITS.archiveBytes) {
    throw new ArchiveError(`The archive is larger than ${LIMITS.archiveBytes} bytes.`);
  }
  const entries = withoutWrapper(await entriesOf(bytes));
  for (const { path, data, isExecutable } of entries) {
    const target = join(folder, path);
    await mkdir(data ? dirname(target) : target, { recursive: true });
    // No file is written twice, so that none can take the place of what was checked.
    if (data) await writeFile(target, data, { flag: 'wx', mode: isExecutable ? 0o755 : 0o644 });
  }
}

/** By how it begins: addresses need not say what they lead to. */
async function entriesOf(bytes: Buffer): Promise<readonly ArchiveEntry[]> {
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') return readZip(bytes);
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isGzip && bytes.length < SMALLEST_TAR) throw new ArchiveError('This is no archive (.zip, .tar, .tar.gz).');
  if (!isGzip) return readTar(bytes);
  const tar = await unzip(bytes, { maxOutputLength: LIMITS.bytes }).catch((error: unknown) => {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new ArchiveError(
      isLarge ? `The archive holds more than ${LIMITS.bytes} bytes.` : 'This is no gzip file, or it is corrupt.',
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

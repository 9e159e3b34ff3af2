import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ArchiveError, LIMITS, type ArchiveEntry } from './archiveEntries';
import { readTar } from './readTar';
import { readZip } from './readZip';

const unzip = promisify(gunzip);
/** One file header. */
const SMALLEST_TAR = 512;

export function isArchiveName(name: string): boolean {
  return /\.(?:zip|tar|tar\.gz|tgz)$/i.test(name);
}

/** Unpacks an archive into an empty directory. Throws `ArchiveError` before anything is written. */
export async function unpackArchive(bytes: Buffer, folder: string): Promise<void> {
  if (bytes.length > LIMITS.archiveBytes) {
    throw new ArchiveError(`The archive is larger than ${LIMITS.archiveBytes} bytes.`);
  }
  const entries = withoutWrapper(await entriesOf(bytes));
  for (const { path, data, isExecutable } of entries) {
    const target = join(folder, path);
    await mkdir(data ? dirname(target) : target, { recursive: true });
    // `wx`: a duplicate entry must not replace a file already written.
    if (data) await writeFile(target, data, { flag: 'wx', mode: isExecutable ? 0o755 : 0o644 });
  }
}

/** Detects the format by its first bytes, because an address may have no file extension. */
async function entriesOf(bytes: Buffer): Promise<readonly ArchiveEntry[]> {
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') return readZip(bytes);
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isGzip && bytes.length < SMALLEST_TAR) throw new ArchiveError('This isn’t an archive (.zip, .tar, .tar.gz).');
  if (!isGzip) return readTar(bytes);
  const tar = await unzip(bytes, { maxOutputLength: LIMITS.bytes }).catch((error: unknown) => {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new ArchiveError(
      isLarge ? `The archive contains more than ${LIMITS.bytes} bytes.` : 'This isn’t a gzip file, or it is corrupt.',
    );
  });
  return readTar(tar);
}

/** Removes the single top-level directory of release archives. */
function withoutWrapper(entries: readonly ArchiveEntry[]): readonly ArchiveEntry[] {
  const tops = new Set(entries.map(({ path }) => path.split('/')[0]));
  const [top = ''] = tops;
  const isWrapped = tops.size === 1 && entries.every(({ path, data }) => path !== top || data === null);
  if (!isWrapped) return entries;
  return entries
    .filter(({ path }) => path !== top)
    .map(entry => ({ ...entry, path: entry.path.slice(top.length + 1) }));
}

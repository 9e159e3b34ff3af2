import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { ArchiveBudget, ArchiveError, plainPath, type ArchiveEntry } from './archiveEntries';

const inflate = promisify(inflateRaw);

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_SIZE = 22;
const MAX_COMMENT = 65_535;
/** Means that the real value is in a ZIP64 record, which archives of the allowed size don't need. */
const ELSEWHERE = 0xffffffff;

/** Reads a zip archive by its central directory. Throws `ArchiveError`. */
export async function readZip(bytes: Uint8Array, budget = new ArchiveBudget()): Promise<readonly ArchiveEntry[]> {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return await readDirectory(zip, budget);
  } catch (error) {
    // An offset beyond the archive.
    if (error instanceof RangeError) throw damaged();
    throw error;
  }
}

async function readDirectory(zip: Buffer, budget: ArchiveBudget): Promise<readonly ArchiveEntry[]> {
  const end = endOf(zip);
  const count = zip.readUInt16LE(end + 10);
  const entries: ArchiveEntry[] = [];
  for (let i = 0, at = zip.readUInt32LE(end + 16); i < count; i++) {
    if (zip.readUInt32LE(at) !== CENTRAL) throw damaged();
    const [flags, method] = [zip.readUInt16LE(at + 8), zip.readUInt16LE(at + 10)];
    const [packed, size] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)];
    const nameLength = zip.readUInt16LE(at + 28);
    const mode = zip.readUInt32LE(at + 38) >>> 16;
    const offset = zip.readUInt32LE(at + 42);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    if ([packed, size, offset].includes(ELSEWHERE)) throw new ArchiveError('The archive is too large.');
    if ((flags & 1) !== 0) throw new ArchiveError('The archive is encrypted.');
    const type = mode & 0o170000;
    if (type === 0o120000) throw new ArchiveError(`The archive has a link: ${JSON.stringify(name)}`);
    const path = plainPath(name);
    const isFolder = /[\\/]$/.test(name);
    budget.take(isFolder ? 0 : size);
    const data = isFolder ? null : await unpack(zip, { offset, packed, size, method });
    if (path !== '') entries.push({ path, data, isExecutable: (mode & 0o100) !== 0 });
  }
  return entries;
}

interface Packed {
  readonly offset: number;
  readonly packed: number;
  readonly size: number;
  readonly method: number;
}

/** Unpacks at most the size that the directory declares. */
async function unpack(zip: Buffer, { offset, packed, size, method }: Packed): Promise<Uint8Array> {
  if (zip.readUInt32LE(offset) !== LOCAL) throw damaged();
  const start = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
  const data = zip.subarray(start, start + packed);
  if (data.length !== packed) throw damaged();
  if (method === 0 && size === packed) return data;
  if (method !== 8) throw damaged();
  const whole = await inflate(data, { maxOutputLength: Math.max(1, size) }).catch(() => {
    throw damaged();
  });
  if (whole.length !== size) throw damaged();
  return whole;
}

function endOf(zip: Buffer): number {
  for (let at = zip.length - END_SIZE; at >= Math.max(0, zip.length - END_SIZE - MAX_COMMENT); at--) {
    if (zip.readUInt32LE(at) === END) return at;
  }
  throw damaged();
}

function damaged(): ArchiveError {
  return new ArchiveError('This isn’t a zip archive, or it is corrupt.');
}

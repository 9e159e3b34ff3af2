import { ArchiveBudget, ArchiveError, plainPath, type ArchiveEntry } from './archiveEntries';

const BLOCK = 512;
/** The maximum size of a long-name header, in bytes. */
const MAX_HEADER = 65_536;

/** Reads a tar archive, including GNU and pax long names. Throws `ArchiveError`. */
export function readTar(bytes: Uint8Array, budget = new ArchiveBudget()): readonly ArchiveEntry[] {
  const entries: ArchiveEntry[] = [];
  let longName: string | undefined;
  for (let at = 0; at + BLOCK <= bytes.length;) {
    const header = bytes.subarray(at, at + BLOCK);
    if (header.every(byte => byte === 0)) break;
    if (!isChecked(header)) throw new ArchiveError('This isn’t a tar archive, or it is corrupt.');
    const size = octal(header, 124, 12);
    const start = at + BLOCK;
    if (start + size > bytes.length) throw new ArchiveError('The archive ends too early.');
    const data = bytes.subarray(start, start + size);
    at = start + Math.ceil(size / BLOCK) * BLOCK;
    const type = String.fromCharCode(header[156] ?? 0);
    if (type === 'x' || type === 'L') {
      if (size > MAX_HEADER) throw new ArchiveError('The archive has a name that is too long.');
      longName = type === 'L' ? text(data) : (paxPath(text(data)) ?? longName);
      continue;
    }
    // Global headers contain nothing that is needed here.
    if (type === 'g') continue;
    const name = longName ?? nameOf(header);
    longName = undefined;
    if (type !== '0' && type !== '\0' && type !== '5') throw refused(name, type);
    const path = plainPath(name);
    const isFolder = type === '5' || name.endsWith('/');
    budget.take(isFolder ? 0 : size);
    if (path !== '') {
      entries.push({ path, data: isFolder ? null : data, isExecutable: (octal(header, 100, 8) & 0o100) !== 0 });
    }
  }
  return entries;
}

function refused(name: string, type: string): ArchiveError {
  const what = type === '1' || type === '2' ? 'a link' : 'something that is neither a file nor a folder';
  return new ArchiveError(`The archive has ${what}: ${JSON.stringify(name)}`);
}

function nameOf(header: Uint8Array): string {
  const isUstar = text(header.subarray(257, 262)) === 'ustar';
  const prefix = isUstar ? text(header.subarray(345, 500)) : '';
  const name = text(header.subarray(0, 100));
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** The path in pax records of the form `27 path=…`. */
function paxPath(records: string): string | undefined {
  return /(?:^|\n)\d+ path=([^\n]*)\n/.exec(records)?.[1];
}

function isChecked(header: Uint8Array): boolean {
  const wanted = octal(header, 148, 8);
  const sum = header.reduce((total, byte, i) => total + (i >= 148 && i < 156 ? 32 : byte), 0);
  return sum === wanted;
}

function octal(header: Uint8Array, offset: number, length: number): number {
  const written = text(header.subarray(offset, offset + length)).trim();
  if (!/^[0-7]*$/.test(written)) throw new ArchiveError('This isn’t a tar archive, or it is corrupt.');
  return written === '' ? 0 : Number.parseInt(written, 8);
}

/** The text up to the first NUL. */
function text(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return Buffer.from(end < 0 ? bytes : bytes.subarray(0, end)).toString('utf8');
}

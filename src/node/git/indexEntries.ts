/** A path tracked by git. `isRepository`: it is a commit of another repository (a gitlink). */
export interface IndexEntry {
  readonly path: string;
  readonly isRepository: boolean;
}

const HEADER = 12;
/** The size of the fields before the hash and flags. */
const NUMBERS = 40;
const GITLINK = 0o160000;
const DIRECTORY = 0o040000;
/** Extensions that don't mean that further entries are stored elsewhere, as in a split index. */
const EXTENSION = /^(?:TREE|REUC|UNTR|FSMN|EOIE|IEOT)$/;

/**
 * Yields the entries of git's index. `hashLength`: in bytes, 20 or 32. Throws if the index is invalid, or if it
 * doesn't list every entry: a split or sparse index.
 */
export function* indexEntries(index: Buffer, hashLength = 20): Generator<IndexEntry> {
  if (index.toString('latin1', 0, 4) !== 'DIRC') throw new Error("This isn't an index.");
  const version = index.readUInt32BE(4);
  if (version < 2 || version > 4) throw new Error(`Index of version ${version}`);
  let at = HEADER;
  let path = '';
  for (let left = index.readUInt32BE(8); left > 0; left--) {
    const fixed = NUMBERS + hashLength;
    const mode = index.readUInt32BE(at + 24);
    if ((mode & 0o170000) === DIRECTORY) throw new Error('An entry is a folder.');
    const flags = index.readUInt16BE(at + fixed);
    const isExtended = version >= 3 && (flags & 0x4000) !== 0;
    let start = at + fixed + (isExtended ? 4 : 2);
    let before = '';
    if (version === 4) {
      const { value, next } = readVarint(index, start);
      if (value > path.length) throw new Error('An entry takes more of the one before than there is.');
      before = path.slice(0, path.length - value);
      start = next;
    }
    const end = index.indexOf(0, start);
    if (end < 0) throw new Error('An entry has no end.');
    path = before + index.toString('latin1', start, end);
    // Padded with one to eight zeros to a multiple of eight bytes.
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
    yield { path, isRepository: (mode & 0o170000) === GITLINK };
  }
  while (at < index.length - hashLength) {
    const name = index.toString('latin1', at, at + 4);
    if (!EXTENSION.test(name)) throw new Error(`An index with ${name}`);
    at += 8 + index.readUInt32BE(at + 4);
  }
}

function readVarint(buffer: Buffer, start: number): { readonly value: number; readonly next: number } {
  let at = start;
  let byte = buffer.readUInt8(at++);
  let value = byte & 0x7f;
  while (byte & 0x80) {
    byte = buffer.readUInt8(at++);
    value = (value + 1) * 128 + (byte & 0x7f);
  }
  return { value, next: at };
}

import { isUtf8 } from 'node:buffer';
import { readingDiskFile, readInto, tooLarge } from './diskFile';
import { notText } from './fileErrors';
import { decodeText, byteOrderMark } from './textEncoding';

export interface RawLines {
  /** Without line endings. A line longer than the limit is cut at `maxLineBytes`. */
  readonly lines: readonly Buffer[];
  readonly encoding: 'utf8' | 'utf8bom' | 'latin1';
  /** The number of lines in the file, if its end was reached. */
  readonly total: number | null;
  /** Whether the last of `lines` is followed by a newline. */
  readonly endsInNewline: boolean;
}

const CHUNK_BYTES = 1024 * 1024;
/** Enough for most files: a megabyte for each of them would have to be collected. */
const LEAST_BYTES = 64 * 1024;
const NEWLINE = 10;

/**
 * Reads lines `first` to `last` (1-based, inclusive) of a file of any size, reading no further and storing no other
 * lines in memory. Throws like `readDiskFile`, and `file_too_large` for UTF-16 and UTF-32.
 */
export async function readDiskLines(
  absolute: string,
  first: number,
  last: number,
  maxLineBytes: number,
  signal: AbortSignal,
): Promise<RawLines> {
  return readingDiskFile(absolute, async (descriptor, { size }) => {
    const collector = new LineCollector(first, last, maxLineBytes);
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(LEAST_BYTES, size + 1)));
    let isMarked = false;
    let at = 0;
    while (!collector.isDone) {
      signal.throwIfAborted();
      const bytes = await readChunk(descriptor, chunk, at);
      if (bytes.length === 0) return { ...collector.end(), encoding: encodingOf(collector.lines, isMarked) };
      if (at === 0) isMarked = checkBeginning(bytes, absolute, size);
      collector.add(isMarked && at === 0 ? bytes.subarray(3) : bytes);
      at += bytes.length;
    }
    const isWhole = (await readChunk(descriptor, chunk, at)).length === 0 && collector.hasSeenAll;
    const found = isWhole ? collector.end() : { lines: collector.lines, total: null, endsInNewline: true };
    return { ...found, encoding: encodingOf(collector.lines, isMarked) };
  });
}

async function readChunk(descriptor: number, chunk: Buffer, at: number): Promise<Buffer> {
  return chunk.subarray(0, await readInto(descriptor, chunk, 0, at));
}

/** Returns true if there is a byte-order mark to skip. */
function checkBeginning(bytes: Buffer, absolute: string, size: number): boolean {
  const mark = byteOrderMark(bytes);
  if (mark === 'utf8bom') return true;
  if (mark !== null) throw tooLarge(absolute, size);
  // The sample's last character may be cut, but is then decoded as Latin-1, which is still text.
  if (decodeText(bytes.subarray(0, 8192))) return false;
  throw notText(absolute);
}

function encodingOf(lines: readonly Buffer[], isMarked: boolean): RawLines['encoding'] {
  if (!lines.every(line => isUtf8(line))) return 'latin1';
  return isMarked ? 'utf8bom' : 'utf8';
}

/** Receives a file chunk by chunk and collects the requested lines. */
class LineCollector {
  readonly lines: Buffer[] = [];
  /** The number of the current line. */
  #line = 1;
  #pieces: Buffer[] = [];
  #kept = 0;
  #isLineBegun = false;
  /** Whether all bytes added so far have been processed. */
  hasSeenAll = true;

  constructor(
    private readonly first: number,
    private readonly last: number,
    private readonly maxLineBytes: number,
  ) {}

  get isDone(): boolean {
    return this.#line > this.last;
  }

  add(bytes: Buffer): void {
    let from = 0;
    while (from < bytes.length && !this.isDone) {
      const found = bytes.indexOf(NEWLINE, from);
      const end = found < 0 ? bytes.length : found;
      if (this.#line >= this.first) this.#keep(bytes.subarray(from, end));
      this.#isLineBegun = found < 0;
      if (found >= 0) this.#endLine();
      from = end + 1;
    }
    this.hasSeenAll = from >= bytes.length;
  }

  /** Returns the result at the end of the file. */
  end(): Pick<RawLines, 'lines' | 'total' | 'endsInNewline'> {
    const endsInNewline = !this.#isLineBegun;
    const total = endsInNewline ? this.#line - 1 : this.#line;
    if (!endsInNewline) this.#endLine();
    return { lines: this.lines, total, endsInNewline };
  }

  /** Copies, because the chunk is reused. */
  #keep(piece: Buffer): void {
    const part = Buffer.from(piece.subarray(0, Math.max(0, this.maxLineBytes - this.#kept)));
    if (part.length === 0) return;
    this.#pieces.push(part);
    this.#kept += part.length;
  }

  #endLine(): void {
    if (this.#line >= this.first && this.#line <= this.last) {
      const line = Buffer.concat(this.#pieces);
      const isCut = line.length === this.maxLineBytes;
      this.lines.push(isCut ? wholeCharacters(line) : line.at(-1) === 13 ? line.subarray(0, -1) : line);
    }
    this.#pieces = [];
    this.#kept = 0;
    this.#line++;
  }
}

/** Removes a cut UTF-8 character at the end. */
function wholeCharacters(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return back < needed ? bytes.subarray(0, -back) : bytes;
    }
  }
  return bytes;
}

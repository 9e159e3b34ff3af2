import { open } from 'node:fs/promises';

const SLICE_BYTES = 1024 * 1024;
const NEWLINE = 10;

/** A line without its line break; null if it is longer than the limit. */
export type FileLine = string | null;

/**
 * Reads the lines of a UTF-8 file in lists, with only one slice of the file in memory at a time. Rejects like `open`.
 */
export async function* fileLines(file: string, maxBytes: number): AsyncGenerator<readonly FileLine[]> {
  const handle = await open(file);
  try {
    const slice = Buffer.allocUnsafe(Math.min(SLICE_BYTES, Math.max(1024, (await handle.stat()).size)));
    const cutter = new LineCutter(maxBytes);
    for (;;) {
      const { bytesRead } = await handle.read(slice, 0, slice.length, null);
      if (bytesRead === 0) break;
      yield cutter.take(slice.subarray(0, bytesRead));
    }
    yield cutter.end();
  } finally {
    await handle.close();
  }
}

/** Splits bytes into lines; stores an incomplete line, unless it is already too long. */
class LineCutter {
  #open: Buffer[] = [];
  #length = 0;

  constructor(private readonly maxBytes: number) {}

  take(bytes: Buffer): readonly FileLine[] {
    const lines: FileLine[] = [];
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      lines.push(this.#line(bytes.subarray(start, end)));
      start = end + 1;
    }
    this.#keep(bytes.subarray(start));
    return lines;
  }

  end(): readonly FileLine[] {
    return this.#length === 0 ? [] : [this.#line(Buffer.alloc(0))];
  }

  #keep(rest: Buffer): void {
    this.#length += rest.length;
    if (this.#length > this.maxBytes) this.#open = [];
    // Copied, because the slice is overwritten.
    else if (rest.length > 0) this.#open.push(Buffer.from(rest));
  }

  #line(last: Buffer): FileLine {
    const length = this.#length + last.length;
    const open = this.#open;
    this.#open = [];
    this.#length = 0;
    if (length > this.maxBytes) return null;
    return (open.length === 0 ? last : Buffer.concat([...open, last])).toString('utf8');
  }
}

// What is in an archive, checked: no path that leads out, no link, no device, and no more than its limits.

/** A file or a folder of an archive. */
export interface ArchiveEntry {
  /** Relative, with slashes, without `.` and `..`. */
  readonly path: string;
  /** Null for a folder. */
  readonly data: Uint8Array | null;
  readonly isExecutable: boolean;
}

/** An archive that is not unpacked; `message` says why, for the user. */
export class ArchiveError extends Error {}

export const LIMITS = { archiveBytes: 100_000_000, bytes: 200_000_000, entries: 20_000 } as const;

/** Counts what comes out of an archive. Throws `ArchiveError`. */
export class ArchiveBudget {
  #bytes = 0;
  #entries = 0;

  constructor(private readonly limits: { readonly bytes: number; readonly entries: number } = LIMITS) {}

  get bytesLeft(): number {
    return this.limits.bytes - this.#bytes;
  }

  take(bytes: number): void {
    this.#bytes += bytes;
    this.#entries++;
    if (this.#bytes > this.limits.bytes) {
      throw new ArchiveError(`The archive holds more than ${this.limits.bytes} bytes.`);
    }
    if (this.#entries > this.limits.entries) {
      throw new ArchiveError(`The archive holds more than ${this.limits.entries} files.`);
    }
  }
}

/** The path of an entry, made plain; empty for the folder of the archive itself. Throws `ArchiveError`. */
export function plainPath(written: string): string {
  const parts = written.replaceAll('\\', '/').split('/');
  const isOutside = written.startsWith('/') || written.startsWith('\\') || /^[A-Za-z]:/.test(written);
  if (isOutside || parts.includes('..') || /[\0-\x1f]/.test(written)) {
    throw new ArchiveError(`The archive has a path that leads out of it: ${JSON.stringify(written)}`);
  }
  return parts.filter(part => part !== '' && part !== '.').join('/');
}

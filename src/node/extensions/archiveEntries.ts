// Validated archive entries: no paths outside the archive, no links, no devices, and limited in size and number.

/** A file or directory in an archive. */
export interface ArchiveEntry {
  /** Relative, with slashes, without `.` and `..`. */
  readonly path: string;
  /** Null for a directory. */
  readonly data: Uint8Array | null;
  readonly isExecutable: boolean;
}

/** Thrown if an archive can't be unpacked; `message` is the reason, for the user. */
export class ArchiveError extends Error {}

export const LIMITS = { archiveBytes: 100_000_000, bytes: 200_000_000, entries: 20_000 } as const;

/** Counts the bytes and entries unpacked from an archive. Throws `ArchiveError` beyond the limits. */
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
      throw new ArchiveError(`The archive contains more than ${this.limits.bytes} bytes.`);
    }
    if (this.#entries > this.limits.entries) {
      throw new ArchiveError(`The archive contains more than ${this.limits.entries} files.`);
    }
  }
}

/** Normalizes an entry's path; empty for the archive's root. Throws `ArchiveError`. */
export function plainPath(written: string): string {
  const parts = written.replaceAll('\\', '/').split('/');
  const isOutside = written.startsWith('/') || written.startsWith('\\') || /^[A-Za-z]:/.test(written);
  if (isOutside || parts.includes('..') || /[\0-\x1f]/.test(written)) {
    throw new ArchiveError(`The archive has a path that leads out of it: ${JSON.stringify(written)}`);
  }
  return parts.filter(part => part !== '' && part !== '.').join('/');
}

import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';

const NEWLINE = 0x0a;

/**
 * Appends whole lines to a file that several processes append to. A preceding line that a crash or full disk cut off
 * is ended first, so that it doesn't corrupt the new ones. Throws Node's errors, also if only a part was written.
 */
export function appendLines(file: string, lines: string): void {
  const handle = openSync(file, 'a+', 0o600);
  try {
    const bytes = Buffer.from((endsInLine(handle) ? '' : '\n') + lines);
    const written = writeSync(handle, bytes);
    if (written < bytes.length) throw Object.assign(new Error(`Cut short: ${file}`), { code: 'ENOSPC' });
  } finally {
    closeSync(handle);
  }
}

function endsInLine(handle: number): boolean {
  const { size } = fstatSync(handle);
  const last = Buffer.alloc(1);
  return size === 0 || readSync(handle, last, 0, 1, size - 1) === 0 || last[0] === NEWLINE;
}

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import * as path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MAX_FILE_BYTES } from '../files/diskFile';
import { codeOf } from '../files/fileErrors';
import { listFiles, type ListRequest } from './listFiles';
import type { MatchSink } from './ripgrep';
import type { Scan } from './scanText';
import { decodeText } from '../files/textEncoding';
import { timeBoxed } from './timeBox';

const READ_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const PORTION_FILES = 200;
const PORTION_LENGTH = 1024 * 1024;

/** The fallback search. Reads synchronously, which is several times faster, in small portions. */
export async function scanFiles(
  request: ListRequest,
  isWanted: (file: string) => boolean,
  scan: Scan,
  sink: MatchSink,
  signal: AbortSignal,
): Promise<void> {
  const files: string[] = [];
  await listFiles(request, file => files.push(file), signal);
  for (let at = 0; at < files.length; at += PORTION_FILES) {
    const portion = files.slice(at, at + PORTION_FILES);
    for (const texts of readPortions(
      request.base,
      timeBoxed(() => portion.filter(isWanted)),
    )) {
      const found = timeBoxed(() => texts.map(([file, text]) => [file, scan(text)] as const));
      for (const [file, lines] of found) {
        for (const { line, text } of lines) if (!sink(file, line, text)) return;
      }
      await nextTurn();
      signal.throwIfAborted();
    }
  }
}

function* readPortions(base: string, files: readonly string[]): Generator<[file: string, text: string][]> {
  let texts: [file: string, text: string][] = [];
  let length = 0;
  for (const file of files) {
    const text = readText(path.join(base, file));
    if (text === null) continue;
    texts.push([file, text]);
    length += text.length;
    if (length < PORTION_LENGTH) continue;
    yield texts;
    texts = [];
    length = 0;
  }
  yield texts;
}

/** Null if the file isn't text, is too large, or no longer exists. */
function readText(absolute: string): string | null {
  try {
    const descriptor = openSync(absolute, READ_FLAGS);
    try {
      const stats = fstatSync(descriptor);
      if (!stats.isFile() || stats.size > MAX_FILE_BYTES) return null;
      const buffer = Buffer.allocUnsafe(stats.size);
      return decodeText(buffer.subarray(0, readSync(descriptor, buffer)))?.text ?? null;
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENXIO'].includes(codeOf(error))) return null;
    throw error;
  }
}

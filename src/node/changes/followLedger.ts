import { watch } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { unlessCode } from '../files/fileErrors';
import { readDecidedLine, readFileLine } from './ledgerLines';
import type { StoredDecision, FileLine } from './ledgerLine';

export interface LedgerFollower {
  readonly file: string;
  /** The ID of this process; lines with it are skipped. */
  readonly writer: string;
  /** Another window or run has changed a file's state under review. */
  readonly onFile: (line: FileLine) => void;
  /** Another window or run has made decisions. */
  readonly onDecided: (decided: readonly StoredDecision[]) => void;
  readonly onError: (error: unknown) => void;
}

/** Reports in order what other processes append to a ledger from now on; returns a function that stops it. */
export async function followLedger({ file, writer, ...told }: LedgerFollower): Promise<() => void> {
  let offset = await sizeOf(file);
  let reading: Promise<void> | undefined;
  /** How many change events arrived, and how many of them have been handled. */
  const heard = { times: 0, seen: 0 };
  const read = async () => {
    while (heard.seen < heard.times) {
      heard.seen = heard.times;
      const size = await sizeOf(file);
      // Rewritten with the states still under review, which are already known.
      if (size < offset) offset = size;
      const text = await textBetween(file, offset, size);
      const end = text.lastIndexOf(0x0a) + 1;
      offset += end;
      tell(text.subarray(0, end).toString().split('\n'));
    }
  };
  const others = (by: string | undefined) => by !== undefined && by !== writer;
  const tell = (lines: readonly string[]) => {
    const states = lines.map(readFileLine);
    const own = new Map(states.map((state, index) => [state?.by === writer ? state.file : '', index]));
    for (const [index, line] of lines.entries()) {
      const state = states[index];
      // When two processes write at the same time, the later line wins, for both.
      if (state && others(state.by) && index > (own.get(state.file) ?? -1)) told.onFile(state);
      tellOfDecision(line);
    }
  };
  const tellOfDecision = (line: string) => {
    const decision = readDecidedLine(line);
    if (decision && others(decision.by)) told.onDecided(decision.decided);
  };
  const start = () => {
    reading ??= read()
      .catch(told.onError)
      .finally(() => {
        reading = undefined;
        if (heard.seen < heard.times) start();
      });
  };
  const look = () => {
    heard.times++;
    start();
  };
  const watcher = watch(dirname(file), (_, name) => (name === null || name === basename(file)) && look());
  watcher.on('error', told.onError);
  // For lines appended before the watcher was running.
  look();
  return () => watcher.close();
}

async function sizeOf(file: string): Promise<number> {
  return (await unlessCode(stat(file), ['ENOENT', 'ENOTDIR'], { size: 0 })).size;
}

async function textBetween(file: string, from: number, to: number): Promise<Buffer> {
  if (to <= from) return Buffer.alloc(0);
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(to - from), 0, to - from, from);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { DayLedger, Spent } from '../../agent/ports/dayLedger';
import type { Log } from '../../agent/ports/log';
import { appendLines } from '../files/appendLines';
import { codeOf } from '../files/fileErrors';
import { storageReason } from '../../shared/storageReason';
import { sumOfLedger } from './ledgerLines';

const FILE = /^spent-\d{4}-\d\d-\d\d\.jsonl$/;
const NOTHING: Spent = { tokens: 0, money: 0, requests: 0, ms: 0 };

/** The directory for the day's spending in all windows and runs. */
export function ledgerFolder(home: string): string {
  return join(home, '.pollux', 'spending');
}

/**
 * One file per day, to which each window only appends whole lines: so no window overwrites another's, and no lock is
 * needed. A line is a `Spent`, or `{"granted":true}`, which restarts the day's count. Files of other days are
 * deleted. Lines that can't be written are stored and retried with the next one. While there are any, or the disk
 * isn't writable, other windows can't see them, so `sum` fails.
 */
export function createDayLedger(folder: string, now: () => Date, log: Log): DayLedger {
  let day = '';
  let held: { readonly day: string; readonly lines: string } = { day: '', lines: '' };
  let hasWarned = false;
  let isFailing = false;
  const today = () => `spent-${localDay(now())}.jsonl`;
  const write = (line: object) => {
    const file = today();
    held = { day: file, lines: `${held.day === file ? held.lines : ''}${JSON.stringify(line)}\n` };
    if (file !== day) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      for (const name of readdirSync(folder)) if (FILE.test(name) && name < file) rmSync(join(folder, name));
      day = file;
    }
    appendLines(join(folder, file), held.lines);
    held = { day: '', lines: '' };
  };
  const append = (line: object) => {
    try {
      write(line);
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.error('What was spent today could not be written', error);
      isFailing = true;
    }
  };
  const read = () => {
    try {
      return readFileSync(join(folder, today()), 'utf8');
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return '';
      throw error;
    }
  };
  return {
    add: spent => append(spent),
    grant: () => append({ granted: true }),
    sum() {
      try {
        // Proves that further lines can be written, because every run and window must see them.
        write(NOTHING);
        const { spent, damaged } = sumOfLedger(read());
        if (damaged > 0 && !hasWarned) {
          log.warn(`${damaged} damaged lines in ${join(folder, today())} count as much as the costliest of the day`);
          hasWarned = true;
        }
        return { ok: true, spent };
      } catch (error) {
        const text = l10n.t(
          'Today’s spending can’t be read or saved, so the daily budget can’t be enforced: {0}',
          storageReason(error),
        );
        return { ok: false, message: text };
      }
    },
  };
}

/** The local date, such as `2026-11-21`. */
function localDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

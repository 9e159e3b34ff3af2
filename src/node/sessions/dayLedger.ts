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

/** Where the day's spending of all windows and runs is kept. */
export function ledgerFolder(home: string): string {
  return join(home, '.pollux', 'spending');
}

/**
 * A file a day, to which each window only ever adds whole lines: so none loses what another has written, and no lock is
 * needed. A line is a `Spent`, or `{"granted":true}`, which starts the count of the day again. Files of other days are deleted.
 * What can't be written is held and written with the next; as long as there is any, or the disk takes nothing, nobody
 * else knows of it, so the day has no sum.
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
        // Proves that what comes next can be written, for every run and window has to see it.
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

/** `2026-11-21`, by the calendar of this machine. */
function localDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { DayLedger, DaySum, Spent } from '../../agent/ports/dayLedger';
import type { Log } from '../../agent/ports/log';
import { codeOf } from '../files/fileErrors';

const FILE = /^spent-\d{4}-\d\d-\d\d\.jsonl$/;
const NOTHING: Spent = { tokens: 0, money: 0, requests: 0, ms: 0 };

/** Where the day's spending of all windows and runs is kept. */
export function ledgerFolder(home: string): string {
  return join(home, '.pollux', 'spending');
}

/**
 * A file a day, to which each window only ever adds whole lines: so none loses what another has written, and no lock is
 * needed. A line is a `Spent`, or `{"granted":true}`, from which on the day counts anew. Files of other days are deleted.
 */
export function createDayLedger(folder: string, now: () => Date, log: Log): DayLedger {
  let day = '';
  const today = () => {
    const file = `spent-${localDay(now())}.jsonl`;
    if (file !== day) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      for (const name of readdirSync(folder)) if (FILE.test(name) && name < file) rmSync(join(folder, name));
      day = file;
    }
    return join(folder, file);
  };
  const append = (line: object) => {
    try {
      appendFileSync(today(), `${JSON.stringify(line)}\n`, { mode: 0o600 });
    } catch (error) {
      log.error('What was spent today could not be written', error);
    }
  };
  return {
    add: spent => append(spent),
    grant: () => append({ granted: true }),
    sum() {
      try {
        const file = today();
        return sumOfLines(readFileSync(file, 'utf8'), file);
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return { ok: true, spent: NOTHING };
        return { ok: false, message: l10n.t('What was spent today can’t be read: {0}', String(error)) };
      }
    },
  };
}

function sumOfLines(text: string, file: string): DaySum {
  let { tokens, money, requests, ms } = NOTHING;
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '') continue;
    const entry = parse(line);
    if (entry === 'granted') [tokens, money, requests, ms] = [0, 0, 0, 0];
    else if (entry) {
      tokens += entry.tokens;
      money += entry.money;
      requests += entry.requests;
      ms += entry.ms;
    } else {
      const place = `${file}:${index + 1}`;
      const message = l10n.t('What was spent today can’t be told: {0} is damaged. Correct or delete the file.', place);
      return { ok: false, message };
    }
  }
  return { ok: true, spent: { tokens, money, requests, ms } };
}

function parse(line: string): Spent | 'granted' | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined; // said by the caller, with the place
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if ('granted' in value && value.granted === true) return 'granted';
  const entry = value as Readonly<Record<keyof Spent, unknown>>;
  const isAmount = (each: unknown) => typeof each === 'number' && Number.isFinite(each) && each >= 0;
  return [entry.tokens, entry.money, entry.requests, entry.ms].every(isAmount) ? (entry as Spent) : undefined;
}

/** `2026-11-21`, by the calendar of this machine. */
function localDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

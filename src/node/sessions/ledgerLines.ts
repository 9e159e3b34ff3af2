import type { Spent } from '../../agent/ports/dayLedger';

export interface LedgerSum {
  readonly spent: Spent;
  /** Lines that a crash or a full disk has cut, or that are damaged otherwise. */
  readonly damaged: number;
}

const NOTHING: Spent = { tokens: 0, money: 0, requests: 0, ms: 0 };
const UNITS = ['tokens', 'money', 'requests', 'ms'] as const satisfies readonly (keyof Spent)[];

/**
 * What all lines of a day add up to. What a damaged line said can't be known: it counts as much as the costliest of the
 * day, and as one request at least, so that a budget is rather used up too early than too late.
 */
export function sumOfLedger(text: string): LedgerSum {
  let sum = NOTHING;
  let unknown = 0;
  let damaged = 0;
  let costliest: Spent = { ...NOTHING, requests: 1 };
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const whole = parse(line);
    // A line may have been added to one that was cut.
    const entry = whole ?? parse(line.slice(line.lastIndexOf('{')));
    if (!whole) {
      damaged++;
      unknown++;
    }
    if (entry === 'granted') [sum, unknown] = [NOTHING, 0];
    else if (entry) {
      sum = combined(sum, entry, (a, b) => a + b);
      costliest = combined(costliest, entry, Math.max);
    }
  }
  return { spent: combined(sum, costliest, (known, most) => known + unknown * most), damaged };
}

function combined(a: Spent, b: Spent, each: (a: number, b: number) => number): Spent {
  const [tokens, money, requests, ms] = UNITS.map(unit => each(a[unit], b[unit]));
  return { tokens: tokens ?? 0, money: money ?? 0, requests: requests ?? 0, ms: ms ?? 0 };
}

function parse(line: string): Spent | 'granted' | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined; // counted by the caller
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if ('granted' in value && value.granted === true) return 'granted';
  const entry = value as Readonly<Record<keyof Spent, unknown>>;
  const isAmount = (each: unknown) => typeof each === 'number' && Number.isFinite(each) && each >= 0;
  return UNITS.every(unit => isAmount(entry[unit])) ? (entry as Spent) : undefined;
}

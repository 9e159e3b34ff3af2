import type { Spent } from '../../agent/ports/dayLedger';

export interface LedgerSum {
  readonly spent: Spent;
  /** The number of lines that are cut by a crash or full disk, or otherwise damaged. */
  readonly damaged: number;
}

const NOTHING: Spent = { tokens: 0, money: 0, requests: 0, ms: 0 };
const UNITS = ['tokens', 'money', 'requests', 'ms'] as const satisfies readonly (keyof Spent)[];

/**
 * Sums up a day's lines. A damaged line's amounts are unknown, so it counts as the day's maximum of each, and at
 * least one request: a budget should run out too early rather than too late.
 */
export function sumOfLedger(text: string): LedgerSum {
  let sum = NOTHING;
  let unknown = 0;
  let damaged = 0;
  let costliest: Spent = { ...NOTHING, requests: 1 };
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const whole = parse(line);
    // A line may have been appended to one that was cut.
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

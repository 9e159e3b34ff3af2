/** The type of a value in `settings.json`. */
export type SettingType = 'text' | 'number' | 'switch' | 'texts';
export type SettingValue = string | number | boolean | readonly string[];

/** How a layer's value joins those below: it replaces them, is appended, or is appended without duplicates. */
export type Merge = 'replace' | 'concat' | 'union';

/** One setting, as data. The documentation is generated from it too. */
export interface SettingRow<T extends SettingValue = SettingValue> {
  readonly type: SettingType;
  readonly default: T;
  /** One line, for the documentation. */
  readonly description: string;
  readonly merge: Merge;
  /** A text must be one of these. */
  readonly values?: readonly T[];
  /** A text must match this; `miss` describes what it must be. */
  readonly form?: { readonly pattern: RegExp; readonly miss: string };
  /** A number must be at least this, and an integer unless `isShare`. */
  readonly minimum?: number;
  /** A number from 0 to 1. */
  readonly isShare?: true;
  /** More entries make it stricter, so it counts from everywhere, even from an untrusted workspace. */
  readonly tightens?: true;
  /** In a workspace's file it only excludes tools, whatever the layers below say, and allows none. */
  readonly limits?: true;
  /** Converts the value in a file, which may have another type. */
  readonly read?: (written: unknown) => unknown;
  /** A workspace's file may not set it, because it names an address, a path, a program or a permission. */
  readonly isUserOnly?: true;
  /** Returns the stricter of two values, for settings that a workspace's file may tighten but not loosen. */
  readonly stricter?: (before: T, value: T) => T;
  /** Pollux can't do what `true` asks for. Says so, and what to do; an administrator's `true` stops runs: `guards.ts`. */
  readonly lacking?: string;
}

type Limits<T extends SettingValue> = Partial<Omit<SettingRow<T>, 'type' | 'default' | 'description'>>;

export function text(value: string, description: string, limits: Limits<string> = {}): SettingRow<string> {
  return { type: 'text', default: value, description, merge: 'replace', ...limits };
}

export function choice<T extends string>(
  value: T,
  values: readonly T[],
  description: string,
  limits: Limits<T> = {},
): SettingRow<T> {
  return { type: 'text', default: value, values, description, merge: 'replace', ...limits };
}

const AGE = /^(\d{1,6})([hdwm])$/;
const DAYS: Readonly<Record<string, number>> = { h: 1 / 24, d: 1, w: 7, m: 30 };

/** A duration in hours, days, weeks or months of 30 days. */
export function age(value: string, description: string, limits: Limits<string> = {}): SettingRow<string> {
  return text(value, description, { form: { pattern: AGE, miss: 'an age such as 24h, 30d or 2w' }, ...limits });
}

/** The number of days of such a duration; 0 for any other text. */
export function daysOf(value: string): number {
  const [, count = '0', unit = 'd'] = AGE.exec(value) ?? [];
  return Number(count) * (DAYS[unit] ?? 0);
}

export function number(value: number, description: string, limits: Limits<number> = {}): SettingRow<number> {
  return { type: 'number', default: value, description, merge: 'replace', ...limits };
}

export function onOff(value: boolean, description: string, limits: Limits<boolean> = {}): SettingRow<boolean> {
  return { type: 'switch', default: value, description, merge: 'replace', ...limits };
}

export function texts(
  value: readonly string[],
  description: string,
  limits: Limits<readonly string[]> = {},
): SettingRow<readonly string[]> {
  return { type: 'texts', default: value, description, merge: 'replace', ...limits };
}

/** Whether it counts from an untrusted workspace, because it can only make things stricter. */
export function countsUntrusted({ tightens, limits, stricter, isUserOnly }: SettingRow): boolean {
  return !isUserOnly && (tightens === true || limits === true || stricter !== undefined);
}

/** What `value` would have to be, as the end of a sentence; undefined if it is valid. */
export function missOf(row: SettingRow, value: unknown): string | undefined {
  const { type, values, form, minimum = -Infinity, isShare } = row;
  if (type === 'texts') return isTexts(value) ? undefined : 'a list of strings';
  if (type === 'switch') return typeof value === 'boolean' ? undefined : 'true or false';
  if (type === 'text') {
    if (values)
      return values.includes(value as SettingValue)
        ? undefined
        : `one of ${values.filter(each => each !== '').join(', ')}`;
    if (typeof value !== 'string') return form?.miss ?? 'a string';
    return form && !form.pattern.test(value) ? form.miss : undefined;
  }
  if (isShare) return typeof value === 'number' && value >= 0 && value <= 1 ? undefined : 'a number from 0 to 1';
  if (Number.isSafeInteger(value) && (value as number) >= minimum) return undefined;
  return minimum === -Infinity ? 'a whole number' : `a whole number of at least ${minimum}`;
}

/** `value` combined with the value of the layers below. */
export function joined(merge: Merge, before: SettingValue, value: SettingValue): SettingValue {
  if (merge === 'replace' || !isTexts(before) || !isTexts(value)) return value;
  return merge === 'concat' ? [...before, ...value] : [...new Set([...before, ...value])];
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(each => typeof each === 'string');
}

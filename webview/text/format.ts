import * as l10n from '@vscode/l10n';

/** `1.2s`, `48s`, `3m 5s`, in the language of the window. */
export function duration(ms: number): string {
  const seconds = ms / 1000;
  const digits = seconds < 10 ? 1 : 0;
  if (Math.round(seconds) < 60) return unit(seconds, 'second', digits);
  const whole = Math.round(seconds);
  const minutes = unit(Math.floor(whole / 60), 'minute', 0);
  return whole % 60 === 0 ? minutes : `${minutes} ${unit(whole % 60, 'second', 0)}`;
}

/** `12K`. */
export function compact(count: number): string {
  return new Intl.NumberFormat(language(), { notation: 'compact', maximumFractionDigits: 1 }).format(count);
}

/** `12%`, of a share. */
export function percent(share: number): string {
  return new Intl.NumberFormat(language(), { style: 'percent' }).format(share);
}

export function number(count: number): string {
  return new Intl.NumberFormat(language()).format(count);
}

/** `$0.12`, and `$0.0012` for less than a cent. */
export function dollars(amount: number): string {
  const digits = amount > 0 && amount < 0.01 ? 4 : 2;
  return new Intl.NumberFormat(language(), {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount);
}

/** `12 kB`. */
export function size(characters: number): string {
  return unit(Math.max(1, characters / 1000), 'kilobyte', 0);
}

function unit(count: number, name: string, digits: number): string {
  return new Intl.NumberFormat(language(), {
    style: 'unit',
    unit: name,
    unitDisplay: 'narrow',
    maximumFractionDigits: digits,
  }).format(count);
}

/** VS Code writes its display language into the page; undefined leaves the choice to the browser. */
function language(): string | undefined {
  return typeof document === 'undefined' ? undefined : document.documentElement.lang || undefined;
}

/** Names a place such as `src/a.ts:12-20`. */
export function placeOf(path: string, startLine?: number, endLine?: number): string {
  if (startLine === undefined) return path;
  return endLine === undefined || endLine === startLine
    ? l10n.t('{0}:{1}', path, startLine)
    : l10n.t('{0}:{1}-{2}', path, startLine, endLine);
}

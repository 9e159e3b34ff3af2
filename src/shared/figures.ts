// Figures formatted for people in the given language; undefined uses the system's default.
import * as l10n from '@vscode/l10n';

/** `1.2s`, `48s`, `3m 5s`. */
export function duration(ms: number, language?: string): string {
  const seconds = ms / 1000;
  const digits = seconds < 10 ? 1 : 0;
  if (Math.round(seconds) < 60) return inUnits(seconds, 'second', digits, language);
  const whole = Math.round(seconds);
  const minutes = inUnits(Math.floor(whole / 60), 'minute', 0, language);
  return whole % 60 === 0 ? minutes : `${minutes} ${inUnits(whole % 60, 'second', 0, language)}`;
}

/** `12K`. */
export function compact(count: number, language?: string): string {
  return new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }).format(count);
}

/** `12K tokens`. */
export function tokens(count: number, language?: string): string {
  return count === 1 ? l10n.t('1 token') : l10n.t('{0} tokens', compact(count, language));
}

/** `12%`; `share` is a fraction of 1. */
export function percent(share: number, language?: string): string {
  return new Intl.NumberFormat(language, { style: 'percent' }).format(share);
}

/** `$0.12`; amounts below a cent get four decimals, such as `$0.0012`. */
export function dollars(amount: number, language?: string): string {
  const digits = amount > 0 && amount < 0.01 ? 4 : 2;
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount);
}

function inUnits(count: number, unit: string, digits: number, language?: string): string {
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'narrow',
    maximumFractionDigits: digits,
  }).format(count);
}

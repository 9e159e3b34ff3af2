import * as l10n from '@vscode/l10n';
import * as figures from '../../src/shared/figures';

/** `1.2s`, `48s`, `3m 5s`, in the window's language. */
export function duration(ms: number): string {
  return figures.duration(ms, language());
}

/** `12K tokens`. */
export function tokens(count: number): string {
  return figures.tokens(count, language());
}

/** Label of a button that shows `count` earlier steps. */
export function earlierSteps(count: number): string {
  return count === 1 ? l10n.t('Show 1 earlier step') : l10n.t('Show {0} earlier steps', count);
}

/** Label of a button that shows `count` omitted lines. */
export function moreLines(count: number): string {
  return count === 1 ? l10n.t('+1 more line: show all') : l10n.t('+{0} more lines: show all', number(count));
}

/** `12%`, from a fraction. */
export function percent(share: number): string {
  return figures.percent(share, language());
}

export function number(count: number): string {
  return new Intl.NumberFormat(language()).format(count);
}

/** `$0.12`, and `$0.0012` for less than a cent. */
export function dollars(amount: number): string {
  return figures.dollars(amount, language());
}

/** `12 kB`. */
export function size(characters: number): string {
  const format = new Intl.NumberFormat(language(), { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 });
  return format.format(Math.max(1, characters / 1000));
}

/** The display language, which VS Code writes into the page; undefined leaves the choice to the browser. */
function language(): string | undefined {
  return typeof document === 'undefined' ? undefined : document.documentElement.lang || undefined;
}

/** Formats a location such as `src/a.ts:12-20`. */
export function placeOf(path: string, startLine?: number, endLine?: number): string {
  if (startLine === undefined) return path;
  return endLine === undefined || endLine === startLine
    ? l10n.t('{0}:{1}', path, startLine)
    : l10n.t('{0}:{1}-{2}', path, startLine, endLine);
}

// What a change does to its lines, in the few words that a row has room for.
import * as l10n from '@vscode/l10n';
import { BINARY } from '../../node/changes/readReviewed';

const MAX_SHOWN_LINES = 6;
const MAX_LENGTH = 80;

/** The old and new lines for a tooltip, and the first of each to be read aloud. Empty for files that aren't text. */
export function changedLines(base: readonly string[], lines: readonly string[]) {
  if ([...base, ...lines].some(line => line.startsWith(BINARY))) return { shown: '', readAlso: '' };
  return {
    shown: [...marked('−', base), ...marked('+', lines)].join('\n'),
    readAlso: aloud(firstOf(base), firstOf(lines)),
  };
}

function marked(mark: string, lines: readonly string[]): string[] {
  const shown = lines.slice(0, MAX_SHOWN_LINES).map(line => `${mark} ${shortened(line.trimEnd())}`);
  return lines.length > MAX_SHOWN_LINES ? [...shown, `${mark} …`] : shown;
}

/** Leading and trailing blank lines don't tell changes apart. */
function firstOf(lines: readonly string[]): string {
  return shortened(lines.map(line => line.trim()).find(Boolean) ?? '');
}

function aloud(before: string, now: string): string {
  if (before && now)
    return before === now ? l10n.t('whitespace around “{0}”', now) : l10n.t('“{0}” instead of “{1}”', now, before);
  if (now) return l10n.t('“{0}” added', now);
  return before ? l10n.t('“{0}” removed', before) : '';
}

function shortened(line: string): string {
  const characters = Array.from(line.slice(0, 2 * MAX_LENGTH + 2));
  return characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH).join('')}…` : line;
}

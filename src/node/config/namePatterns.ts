import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

// `for f in parts/*.sh` and `. "$here/lib.sh"` name files, too. Matches count only if they can be run or loaded: the
// `src/*.ts` that a hook checks isn't part of the hook.

const MAX_FOUND = 100;
const MAX_BRACES = 16;
/** A variable or a command substitution. */
const VARIABLE = /\$\{[^}]*\}|\$\([^)]*\)|\$\w+|\$[@*#?]/g;
const SCRIPT = /(?:^|\/)(?:[^./]+|package\.json)$|\.(?:ba|z|k)?sh$|\.(?:mk|just|py|rb|pl|pm|lua|php|ps1|awk|jq)$/;
const MODULE = /\.[cm]?[jt]sx?$/;

/** Whether a name may match several files: it has a wildcard, a variable or braces. */
export function isPattern(name: string): boolean {
  return name.length <= 300 && /[\w.]/.test(name) && (/[*?[$]/.test(name) || /\{[^{}]*,[^{}]*\}/.test(name));
}

/** The absolute paths of matching files that are scripts, or modules if the name has a variable. */
export async function filesMatching(name: string, folder: string): Promise<readonly string[]> {
  const hasVariable = name.includes('$');
  const spelled = name.replace(VARIABLE, '*');
  // A leading variable is a directory: this one, or any.
  const spellings = [spelled, ...(spelled.startsWith('*/') ? [spelled.slice(2)] : [])].flatMap(withoutBraces);
  const found = await Promise.all(
    spellings.map(each =>
      expand(
        resolve(folder, '.'),
        each.split('/').filter(part => part !== '' && part !== '.'),
        each.startsWith('/'),
      ),
    ),
  );
  const files = [...new Set(found.flat())].slice(0, MAX_FOUND);
  const kept = await Promise.all(files.map(async file => ((await counts(file, hasVariable)) ? [file] : [])));
  return kept.flat();
}

async function counts(file: string, hasVariable: boolean): Promise<boolean> {
  if (SCRIPT.test(file) || (hasVariable && MODULE.test(file))) return true;
  const stats = await stat(file).catch(() => null);
  return stats !== null && stats.isFile() && (stats.mode & 0o111) !== 0;
}

function withoutBraces(name: string): string[] {
  const [whole, choices] = /\{([^{}]*,[^{}]*)\}/.exec(name) ?? [];
  if (whole === undefined || choices === undefined) return [name];
  return choices
    .split(',')
    .slice(0, MAX_BRACES)
    .map(choice => name.replace(whole, () => choice));
}

async function expand(folder: string, parts: readonly string[], isAbsolute: boolean): Promise<readonly string[]> {
  let places = [isAbsolute ? '/' : folder];
  for (const [i, part] of parts.entries()) {
    if (!/[*?[]/.test(part)) {
      places = places.map(place => join(place, part));
      continue;
    }
    const fits = patternOf(part);
    const isLast = i === parts.length - 1;
    const listed = await Promise.all(
      places.map(async place => {
        const entries = await readdir(place, { withFileTypes: true }).catch(() => []);
        const wanted = entries.filter(entry => fits(entry.name) && (isLast || entry.isDirectory()));
        return wanted.map(entry => join(place, entry.name));
      }),
    );
    places = listed.flat().slice(0, MAX_FOUND);
  }
  return places;
}

/** Matches character by character, so that no pattern is slow. `[…]` matches any single character. */
function patternOf(part: string): (name: string) => boolean {
  const pieces = part
    .replace(/\[[^\]]*\]?/g, '?')
    .replace(/\*+/g, '*')
    .split('*');
  return name => {
    if (name.startsWith('.') && !part.startsWith('.')) return false;
    const [first = '', ...rest] = pieces;
    if (!fitsAt(first, name, 0)) return false;
    if (rest.length === 0) return name.length === first.length;
    let at = first.length;
    for (const [i, piece] of rest.entries()) {
      const isLast = i === rest.length - 1;
      const start = isLast ? name.length - piece.length : at;
      if (start < at) return false;
      let found = start;
      while (found + piece.length <= name.length && !fitsAt(piece, name, found)) found++;
      if (found + piece.length > name.length) return false;
      at = found + piece.length;
    }
    return true;
  };
}

function fitsAt(piece: string, name: string, at: number): boolean {
  if (at < 0 || at + piece.length > name.length) return false;
  return Array.from({ length: piece.length }, (_, i) => piece[i] === '?' || piece[i] === name[at + i]).every(Boolean);
}

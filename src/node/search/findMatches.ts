import { readdir } from 'node:fs/promises';
import { unlessCode } from '../files/fileErrors';

/** How many names are read for one pattern, and how many texts its braces may expand to. */
const MOST_NAMES = 20_000;
const MOST_TEXTS = 200;
const PASSED_OVER = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG', 'EINVAL'];

/**
 * The absolute paths that a shell would substitute for an absolute pattern; paths from brace expansion need not
 * exist. Null if there are too many to check. `findsHidden`: `*` also matches names that begin with a dot, as in
 * PowerShell.
 */
export async function findMatches(pattern: string, findsHidden: boolean): Promise<readonly string[] | null> {
  const texts = withoutBraces(pattern);
  if (texts.length > MOST_TEXTS) return null;
  const found: string[] = [];
  let left = MOST_NAMES;
  for (const text of texts) {
    let places = [''];
    for (const [at, segment] of text.split('/').entries()) {
      const entered = at === 0 ? segment : `/${segment}`;
      if (!/[*?[]/.test(segment)) {
        places = places.map(place => place + entered);
        continue;
      }
      const lists = await Promise.all(places.map(place => namesIn(place)));
      left -= lists.reduce((sum, names) => sum + names.length + 1, 0);
      if (left < 0) return null;
      const matches = matcherOf(segment, findsHidden);
      places = places.flatMap((place, i) => (lists[i] ?? []).filter(matches).map(name => `${place}/${name}`));
    }
    found.push(...places);
  }
  return found;
}

async function namesIn(directory: string): Promise<readonly string[]> {
  const names = await unlessCode(readdir(directory === '' ? '/' : directory), PASSED_OVER, []);
  return [...names, '..'];
}

type Piece = '*' | ((character: string) => boolean);

/**
 * Matches too much rather than too little: ignores case, the language-dependent meaning of unusual brackets, and how
 * many non-ASCII characters `?` matches; a name equal to the pattern also matches.
 */
function matcherOf(segment: string, findsHidden: boolean): (name: string) => boolean {
  const pattern = segment.toLowerCase();
  const pieces = piecesOf(pattern);
  const loose = piecesOf(pattern.replace(/\[.*\]|[?[\]\u0080-\uffff]/gs, '*'));
  const dot = findsHidden || segment.startsWith('.');
  return name => {
    // In older shells, these patterns match the parent directory, too.
    if (name === '..') return /^\.(?:\*+|\?)$/.test(segment);
    if (name === segment || segment.length > 1000) return true;
    if (name.startsWith('.') && !dot) return false;
    return isMatch(name.toLowerCase(), /^[\0-\x7f]*$/.test(name) ? pieces : loose);
  };
}

function piecesOf(pattern: string): readonly Piece[] {
  const texts = pattern.match(/\[[!^]?(?:[a-z\d](?:-[a-z\d])?|[._])+\]|\[.*\]|[^]/gs) ?? [];
  return texts.map(text => {
    if (text === '*' || (text.length > 1 && !/^\[[!^]?[\w.-]+\]$/.test(text))) return '*';
    if (text === '?') return () => true;
    if (text.length === 1) return character => character === text;
    const set = new RegExp(text.replace(/^\[!/, '[^').replace('.', '\\.'));
    return character => set.test(character);
  });
}

/** Backtracks only to the last star, which then takes one more character. */
function isMatch(name: string, pieces: readonly Piece[]): boolean {
  let [at, own, star, starAt] = [0, 0, -1, 0];
  while (at < name.length) {
    const piece = pieces[own];
    if (piece === '*') {
      star = own++;
      starAt = at;
    } else if (piece?.(name.charAt(at)) === true) {
      own++;
      at++;
    } else if (star >= 0) {
      own = star + 1;
      at = ++starAt;
    } else return false;
  }
  return pieces.slice(own).every(piece => piece === '*');
}

/** Expands braces; a sequence such as `{1..9}` becomes a star, which matches more. */
function withoutBraces(text: string): readonly string[] {
  const pending = [text];
  const done: string[] = [];
  while (pending.length > 0 && pending.length + done.length <= MOST_TEXTS) {
    const next = pending.pop() ?? '';
    // The innermost first, so that its content has no braces.
    const [whole, inside = ''] = /\{([^{}]*)\}/.exec(next) ?? [];
    if (whole === undefined) {
      done.push(next.replaceAll('\u{1}', '{').replaceAll('\u{2}', '}'));
      continue;
    }
    const parts = inside.includes(',') ? inside.split(',') : [inside.includes('..') ? '*' : `\u{1}${inside}\u{2}`];
    pending.push(...parts.map(part => next.replace(whole, () => part)));
  }
  return [...new Set([...done, ...pending])];
}

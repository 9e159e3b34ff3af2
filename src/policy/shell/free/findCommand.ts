import type { PlainWord } from './plainLine';
import type { UsedPath } from './program';

const NUMBER = /^[+-]?\d{1,9}[bcwkMG]?$/;
const ANY = /^/;
/** A date as people write it. One with a quote could name a file for the time zone. */
const DATE = /^[\w :.,+-]{1,60}$/;
/** Tests and options that take a value as the next word. */
const VALUED: Readonly<Record<string, RegExp>> = {
  name: ANY,
  iname: ANY,
  path: ANY,
  ipath: ANY,
  wholename: ANY,
  iwholename: ANY,
  regex: ANY,
  iregex: ANY,
  regextype: /^[a-z-]+$/,
  type: /^[bcdpfls](?:,[bcdpfls])*$/,
  maxdepth: NUMBER,
  mindepth: NUMBER,
  size: NUMBER,
  mtime: NUMBER,
  mmin: NUMBER,
  ctime: NUMBER,
  cmin: NUMBER,
  atime: NUMBER,
  amin: NUMBER,
  newermt: DATE,
  newerat: DATE,
  newerct: DATE,
  links: NUMBER,
  perm: /^[-/]?[0-7ugorwxst=,+-]+$/,
  user: /^[\w.-]+$/,
  group: /^[\w.-]+$/,
  // `%Y` tells what there is behind a link.
  printf: /^(?:(?!%[-+ #.\d]*Y)[^])*$/,
};
/** Tests that compare with a file. */
const ABOUT_FILE = /^(?:newer|anewer|cnewer)$/;
/** Tests without a value, and actions that only print. */
const ALONE =
  /^(?:empty|not|and|or|a|o|print|print0|ls|prune|quit|daystart|depth|mount|xdev|true|false|nouser|nogroup)$/;

/** Tests that follow links. They are accepted only after `-type f` or the like, for what is no link. */
const FOLLOWING = /^(?:readable|writable|executable)$/;
const NEITHER = /^(?:!|-not|-o|-or|,)$/;

/** The paths that a `find` with only tests and printing looks at; null for any other `find`. */
export function readFind(args: readonly PlainWord[]): readonly UsedPath[] | null {
  const start = args.findIndex(({ value }) => /^[-(!,)]/.test(value));
  const places = start < 0 ? args : args.slice(0, start);
  const paths: UsedPath[] = [];
  for (const { value, isPattern } of places) {
    if (isPattern || value === '' || /[\\\n]/.test(value)) return null;
    paths.push({ value, isPattern, kind: 'place' });
  }
  const rest = args.slice(places.length);
  const isAnd = !rest.some(({ value }) => NEITHER.test(value));
  let isWithoutLinks = false;
  for (let i = 0; i < rest.length; i++) {
    const [word, next] = rest.slice(i, i + 2);
    if (!word || word.isPattern) return null;
    const name = /^-(\w+)$/.exec(word.value)?.[1] ?? '';
    if (/^[!()]$/.test(word.value) || ALONE.test(name) || (isWithoutLinks && FOLLOWING.test(name))) continue;
    if (!next || next.isPattern) return null;
    if (ABOUT_FILE.test(name) && next.value !== '' && !/[\\\n]/.test(next.value)) {
      paths.push({ value: next.value, isPattern: false, kind: 'place' });
    } else if (!Object.hasOwn(VALUED, name) || !VALUED[name]?.test(next.value)) return null;
    isWithoutLinks ||= isAnd && name === 'type' && !next.value.includes('l');
    i++;
  }
  return paths.length > 0 && places.length > 0 ? paths : [{ value: '.', isPattern: false, kind: 'place' }, ...paths];
}

import {
  MAYBE_PATH,
  NUMBER,
  PATH,
  PATHS,
  PLACE,
  PLACES,
  SIGNED,
  TEXT,
  TEXTS,
  WHEN,
  type Programs,
  type Use,
} from './program';

/** With these, `ls -l` would tell what there is behind a link, even outside the workspace. */
const MARKS = ['F', 'classify', 'file-type', 'indicator-style'];
const LONG = ['l', 'g', 'n', 'o', 'full-time', 'format'];

/** Colors, too, depend on what there is behind a link. */
function listsLinksOnly({ options, given }: Use): boolean {
  const has = (names: readonly string[]) => names.some(name => options.has(name));
  const isColored = options.has('color') && given.get('color')?.every(when => when === 'never') !== true;
  return !isColored && !(has(MARKS) && has(LONG));
}

const COUNT = /\d{1,9}[kKMG]?B?/;
const SUM = {
  flags: 'bt',
  long: 'binary text tag zero',
  operands: [PATHS],
} as const;

/** Names of programs, as in `which node`; a path could probe for any file. */
const NAMES = { kind: /[\w.+-]+/, count: 'any' } as const;

/** The conversions that a `printf` format may contain; `%n` would set a variable. */
const FORMAT = /^(?:[^%]|%%|%[-+ #0]*\d{0,4}(?:\.\d{1,4})?[sdiouxXfFeEgGcbq])*$/;

/** Without a name it would show everything. */
const named = ({ operands }: Use): boolean => operands.length > 0;

/** GNU coreutils and bash builtins that only look or print. */
export const COREUTILS: Programs = {
  ls: {
    flags: 'aAbBcCdfFghiklmnNopqQrRsStuUvxX1Z',
    long:
      'all almost-all author escape ignore-backups directory classify file-type full-time group-directories-first ' +
      'no-group human-readable si inode kibibytes numeric-uid-gid literal hide-control-chars quote-name reverse ' +
      'recursive size color zero',
    values: {
      w: NUMBER,
      T: NUMBER,
      I: 'text',
      ignore: 'text',
      hide: 'text',
      sort: /[a-z]+/,
      time: /[a-z]+/,
      format: /[a-z-]+/,
      width: NUMBER,
    },
    optional: { color: WHEN, 'time-style': /[\w+:%. -]+/, 'indicator-style': /[a-z-]+/ },
    operands: [PLACES],
    // It puts links to folders among the folders.
    looksThrough: ({ options }) =>
      options.has('group-directories-first')
        ? { count: options.has('R') || options.has('recursive') ? Infinity : 1, hidden: true }
        : null,
    holds: listsLinksOnly,
  },
  cat: {
    flags: 'AbeEnstTuv',
    long: 'show-all number-nonblank show-ends number squeeze-blank show-tabs show-nonprinting',
    operands: [PATHS],
  },
  tac: { operands: [PATHS] },
  rev: { operands: [PATHS] },
  head: {
    flags: 'qvz',
    long: 'quiet silent verbose zero-terminated',
    values: { n: /[+-]?\d{1,12}[kKMG]?/, c: /[+-]?\d{1,12}[kKMG]?/, lines: SIGNED, bytes: SIGNED },
    takesNumber: true,
    operands: [PATHS],
  },
  tail: {
    flags: 'qvz',
    long: 'quiet silent verbose zero-terminated',
    values: { n: /[+-]?\d{1,12}[kKMG]?/, c: /[+-]?\d{1,12}[kKMG]?/, lines: SIGNED, bytes: SIGNED },
    takesNumber: true,
    operands: [PATHS],
  },
  wc: {
    flags: 'clLmw',
    long: 'bytes chars lines max-line-length words',
    operands: [PATHS],
  },
  nl: {
    flags: 'p',
    values: {
      b: /a|t|n|p.*/,
      f: /a|t|n/,
      h: /a|t|n/,
      i: NUMBER,
      l: NUMBER,
      n: /ln|rn|rz/,
      s: 'text',
      v: NUMBER,
      w: NUMBER,
    },
    operands: [PATHS],
  },
  cut: {
    flags: 'nsz',
    long: 'complement only-delimited zero-terminated',
    values: {
      b: /[\d,-]+/,
      c: /[\d,-]+/,
      f: /[\d,-]+/,
      d: 'text',
      delimiter: 'text',
      fields: /[\d,-]+/,
      'output-delimiter': 'text',
    },
    operands: [PATHS],
  },
  sort: {
    flags: 'bcCdfghiMnrRsuVz',
    long:
      'ignore-leading-blanks dictionary-order ignore-case general-numeric-sort human-numeric-sort numeric-sort reverse ' +
      'random-sort version-sort unique stable zero-terminated check month-sort',
    values: { k: /[\d.,bdfghiMnRrV]+/, t: 'text', key: /[\d.,bdfghiMnRrV]+/, 'field-separator': 'text' },
    operands: [PATHS],
  },
  // The second operand would be written to.
  uniq: {
    flags: 'cdDiuz',
    long: 'count repeated unique ignore-case',
    values: { f: NUMBER, s: NUMBER, w: NUMBER, 'skip-fields': NUMBER, 'skip-chars': NUMBER, 'check-chars': NUMBER },
    operands: [MAYBE_PATH],
  },
  tr: {
    flags: 'cCdst',
    long: 'complement delete squeeze-repeats truncate-set1',
    operands: [TEXT, { kind: 'text', count: 'optional' }],
  },
  comm: { flags: '123iz', operands: [PATH, PATH] },
  cmp: { flags: 'bls', long: 'print-bytes verbose quiet silent', values: { n: COUNT }, operands: [PATH, PATH] },
  // Folders would be compared with everything in them, even behind links.
  diff: {
    flags: 'abBcdeEinpqstTuwyZ',
    long:
      'brief report-identical-files side-by-side show-c-function ignore-case ignore-all-space ignore-space-change ' +
      'ignore-blank-lines ignore-trailing-space minimal suppress-common-lines text expand-tabs unified context color',
    values: { U: NUMBER, C: NUMBER, W: NUMBER, I: 'text', width: NUMBER, label: 'text', L: 'text' },
    optional: { color: WHEN, unified: NUMBER, context: NUMBER },
    operands: [{ kind: 'file' }, { kind: 'file' }],
  },
  paste: { flags: 'sz', long: 'serial', values: { d: 'text', delimiters: 'text' }, operands: [PATHS] },
  fold: { flags: 'bs', values: { w: NUMBER, width: NUMBER }, operands: [PATHS] },
  column: {
    flags: 'tx',
    values: { s: 'text', c: NUMBER, o: 'text', separator: 'text', 'output-separator': 'text' },
    long: 'table fillrows',
    operands: [PATHS],
  },
  expand: { flags: 'i', values: { t: NUMBER }, operands: [PATHS] },
  md5sum: SUM,
  sha1sum: SUM,
  sha224sum: SUM,
  sha256sum: SUM,
  sha384sum: SUM,
  sha512sum: SUM,
  b2sum: SUM,
  cksum: { operands: [PATHS] },
  base64: { flags: 'di', long: 'decode ignore-garbage', values: { w: NUMBER, wrap: NUMBER }, operands: [MAYBE_PATH] },
  od: {
    flags: 'abcdfhiloOsvx',
    values: { A: /[doxn]/, t: /[acdfoux\dz]+/, N: NUMBER, j: NUMBER },
    // After a space, a number would be a file.
    optional: { w: NUMBER },
    operands: [PATHS],
  },
  stat: {
    flags: 't',
    long: 'terse',
    values: { c: 'text', format: 'text', printf: 'text' },
    operands: [PLACES],
  },
  du: {
    flags: 'abchkmsSx0',
    long: 'all apparent-size bytes total human-readable summarize separate-dirs one-file-system null si',
    values: { d: NUMBER, 'max-depth': NUMBER, t: SIGNED, exclude: 'text', B: COUNT },
    operands: [PLACES],
  },
  df: {
    flags: 'ahHiklPT',
    long: 'all human-readable si inodes local portability print-type total',
    operands: [PLACES],
  },
  realpath: {
    flags: 'emqsz',
    long: 'canonicalize-existing canonicalize-missing quiet strip no-symlinks zero',
    values: { 'relative-to': 'place', 'relative-base': 'place' },
    operands: [PLACES],
  },
  readlink: { flags: 'efmnqsvz', long: 'canonicalize no-newline', operands: [PLACES] },
  basename: { flags: 'az', values: { s: 'text' }, operands: [TEXTS] },
  dirname: { flags: 'z', operands: [TEXTS] },
  pwd: { flags: 'LP' },
  echo: { takesAnything: true },
  printf: { operands: [TEXT, TEXTS], holds: ({ operands }) => FORMAT.test(operands[0] ?? '') },
  true: {},
  false: {},
  ':': { takesAnything: true },
  seq: { flags: 'w', values: { s: 'text' }, operands: [{ kind: /-?\d{1,6}(?:\.\d{1,6})?/, count: 'any' }] },
  sleep: { operands: [{ kind: /\d{1,2}(?:\.\d{1,3})?s?/ }] },
  // An operand without `+` sets the clock, and a time zone is a file name.
  date: {
    flags: 'uR',
    long: 'utc universal rfc-email',
    values: { d: /(?!.*TZ).*/s, date: /(?!.*TZ).*/s, r: 'place', reference: 'place', 'rfc-3339': /date|seconds|ns/ },
    optional: { I: /date|hours|minutes|seconds|ns/, 'iso-8601': /date|hours|minutes|seconds|ns/ },
    operands: [{ kind: /\+[^\\]*/s, count: 'optional' }],
  },
  // An operand would set the host name.
  hostname: { flags: 'fsiId', long: 'fqdn short ip-address all-ip-addresses domain' },
  uname: { flags: 'asnrvmpio', long: 'all kernel-name nodename kernel-release machine operating-system' },
  arch: {},
  nproc: { long: 'all' },
  whoami: {},
  id: { flags: 'ugnGr', long: 'user group name groups real' },
  groups: {},
  uptime: { flags: 'ps', long: 'pretty since' },
  free: { flags: 'bkmght', long: 'human mega giga total' },
  tty: { flags: 's' },
  which: { flags: 'a', operands: [NAMES] },
  type: { flags: 'aptPf', isOrdered: true, operands: [NAMES] },
  // Without one of these options it runs the named program.
  command: {
    flags: 'vV',
    isOrdered: true,
    operands: [NAMES],
    holds: ({ options }) => options.has('v') || options.has('V'),
  },
  whereis: { flags: 'bms', operands: [NAMES] },
  // Only variables that every program may know and that it gets here (see `harmlessEnvironment`).
  printenv: {
    operands: [{ kind: /PATH|HOME|PWD|USER|LOGNAME|SHELL|LANG|LC_\w+|TERM|TZ|NODE_ENV|CI/, count: 'any' }],
    holds: named,
  },
  locale: {},
  lscpu: { flags: 'J', long: 'json' },
  cal: { flags: '13jmsy', operands: [{ kind: /\d{1,4}/, count: 'any' }] },
  expr: { takesAnything: true },
  numfmt: {
    long: 'grouping',
    values: { from: /[a-z-]+/, to: /[a-z-]+/, padding: SIGNED, round: /[a-z-]+/, suffix: 'text', format: 'text' },
    operands: [{ kind: /-?[\d.]{1,20}[A-Za-z]{0,2}/, count: 'any' }],
  },
  // Excluded: `-o` writes, and `--random-source` reads another file.
  shuf: { flags: 'z', values: { n: NUMBER, i: /\d{1,9}-\d{1,9}/ }, operands: [MAYBE_PATH] },
  cd: { flags: 'LP', operands: [PLACE], holds: ({ operands }) => operands[0]?.startsWith('-') !== true },
};

import {
  MAYBE_PATH,
  NUMBER,
  PATHS,
  PLACES,
  SOURCES,
  TEXT,
  WHEN,
  type Program,
  type Programs,
  type Seen,
  type Use,
} from './program';

/** If only such globs are included, `grep` searches no other files. */
const ONLY_SOURCES = new RegExp(`^\\*\\.${SOURCES}$`);

const COUNT = /\d{1,9}/;

const GREP: Program = {
  // Excluded: `-R`, which follows links, and `-d`, which can.
  flags: 'abcEFGHhiILlnoPqrsTUvwxyz',
  long:
    'text byte-offset count extended-regexp fixed-strings basic-regexp with-filename no-filename ignore-case ' +
    'no-ignore-case files-without-match files-with-matches line-number only-matching perl-regexp quiet silent ' +
    'recursive no-messages initial-tab invert-match word-regexp line-regexp null null-data line-buffered',
  values: {
    e: 'text',
    regexp: 'text',
    f: 'path',
    file: 'path',
    A: COUNT,
    B: COUNT,
    C: COUNT,
    m: COUNT,
    'after-context': COUNT,
    'before-context': COUNT,
    context: COUNT,
    'max-count': COUNT,
    include: 'text',
    exclude: 'text',
    'exclude-dir': 'text',
    'binary-files': /binary|text|without-match/,
    label: 'text',
  },
  optional: { color: WHEN, colour: WHEN },
  takesNumber: true,
  operands: [TEXT, PATHS],
  givenBy: ['e', 'regexp', 'f', 'file'],
  searches: ({ options, given }) => {
    if (!options.has('r') && !options.has('recursive')) return null;
    const included = given.get('include') ?? [];
    return included.length > 0 && included.every(glob => ONLY_SOURCES.test(glob)) ? 'sources' : 'all';
  },
};

/** Programs that search, and filters. */
export const SEARCH: Programs = {
  grep: GREP,
  egrep: GREP,
  fgrep: GREP,
  rg: {
    // Excluded: `-L`, which follows links, and `-z` and `--pre`, which run programs.
    flags: 'abcFHiIlnNopPqsSuUvwxX0.',
    long:
      'files files-with-matches files-without-match count count-matches line-number no-line-number ignore-case ' +
      'smart-case case-sensitive fixed-strings word-regexp line-regexp invert-match only-matching hidden no-ignore ' +
      'no-ignore-vcs no-heading heading with-filename no-filename multiline multiline-dotall pcre2 pretty json stats ' +
      'trim column no-column text vimgrep quiet no-messages null no-config unrestricted type-list crlf',
    values: {
      e: 'text',
      regexp: 'text',
      f: 'path',
      file: 'path',
      g: 'text',
      glob: 'text',
      iglob: 'text',
      t: /[\w-]+/,
      type: /[\w-]+/,
      T: /[\w-]+/,
      'type-not': /[\w-]+/,
      A: COUNT,
      B: COUNT,
      C: COUNT,
      m: COUNT,
      'after-context': COUNT,
      'before-context': COUNT,
      context: COUNT,
      'max-count': COUNT,
      d: COUNT,
      'max-depth': COUNT,
      M: COUNT,
      'max-columns': COUNT,
      'max-filesize': /\d{1,9}[KMG]?/,
      j: COUNT,
      r: 'text',
      replace: 'text',
      sort: /path|modified|accessed|created|none/,
      sortr: /path|modified|accessed|created|none/,
      color: /always|never|auto|ansi/,
    },
    findsOptions: true,
    operands: [TEXT, PATHS],
    givenBy: ['e', 'regexp', 'f', 'file', 'files', 'type-list'],
    searches: use => (use.options.has('files') || use.options.has('type-list') ? null : seenByRipgrep(use)),
  },
  tree: {
    // Excluded: `-l`, which follows links, `-C` and `-F`, which tell what is behind them, and `-R` and `-o`, which write.
    flags: 'aAcdDfghiJnNpqQrsStuUvxX',
    long: 'dirsfirst filesfirst noreport prune matchdirs ignore-case inodes device du si gitignore',
    values: { L: NUMBER, I: 'text', P: 'text', sort: /\w+/, filelimit: NUMBER },
    operands: [PLACES],
    // It counts links to folders as folders.
    looksThrough: ({ options, given }) => ({
      count: Math.max(...(given.get('L')?.map(Number) ?? [Infinity])),
      hidden: options.has('a'),
    }),
  },
  file: {
    // Excluded: `-f` and `-m`, which name further files, and `-z`, which runs programs.
    flags: 'bhikNnr0',
    long: 'brief mime mime-type mime-encoding extension keep-going no-dereference raw',
    operands: [PATHS],
  },
  // A file whose name begins with `@` would be read as further arguments.
  strings: { flags: 'a', long: 'all', values: { n: NUMBER, t: /[dox]/ }, operands: [MAYBE_PATH] },
  hexdump: { flags: 'bcCdovx', values: { n: NUMBER, s: NUMBER }, operands: [PATHS] },
  // The second operand would be written to, even if it looks like an option.
  xxd: {
    flags: 'abeipuE',
    values: { l: NUMBER, s: NUMBER, c: NUMBER, g: NUMBER },
    isSingle: true,
    isOrdered: true,
    operands: [MAYBE_PATH],
  },
  jq: {
    // Excluded: `-f`, `-L`, `--slurpfile` and `--rawfile`, which name further files.
    flags: 'acCeghjMnrRsS',
    long:
      'compact-output color-output monochrome-output exit-status ascii-output raw-output join-output raw-input ' +
      'null-input slurp sort-keys tab',
    values: { indent: /[0-7]/ },
    pairs: ['arg', 'argjson'],
    findsOptions: true,
    operands: [TEXT, PATHS],
    holds: ({ operands }) => !JQ_READS.test(operands[0] ?? ''),
  },
};

/** Gives a filter access to modules, the environment or file names. Spaces and comments may follow a `$`. */
const JQ_READS = /\b(?:import|include|env|modulemeta|get_search_list|input_filename)\b|\$(?:[\s#]|ENV|__prog)/;

/** Globs that exclude, or that match source files only. Any other glob includes the hidden files that it matches. */
const OF_SOURCES = new RegExp(`^(?:!.*|(?:[\\w./-]+/)?(?:\\*\\*/)?\\*\\.${SOURCES})$`, 's');

function seenByRipgrep({ options, given }: Use): Seen {
  const globs = ['g', 'glob', 'iglob'].flatMap(name => given.get(name) ?? []);
  if (!globs.every(glob => OF_SOURCES.test(glob))) return 'all';
  const isAll = ['hidden', '.', 'u', 'unrestricted', 'no-ignore'].some(option => options.has(option));
  return isAll ? 'all' : 'unhidden';
}

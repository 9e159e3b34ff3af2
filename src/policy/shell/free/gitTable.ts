import { NUMBER, PLACES, TEXT, type Kind, type Operand, type Program, type Programs, type Use } from './program';

const COMMITS: Operand = { kind: 'commit', count: 'any' };
const COMMIT: Operand = { kind: 'commit' };
const COMMIT_VALUE = /[\w./@{}^~+-]+/;
const PATTERNS: Operand = { kind: 'text', count: 'any' };
/** Excludes formats that make git run another program to check a signature. */
const FORMAT = /(?!.*(?:%[-+ ]?G|signature)).*/s;
/** The ranges of `-L`; `-L 1,5:file` names a file of the repository. */
const LINES = /[\w^/,.:+-]+/;
const DATE = /[\w:.@ +,/-]+/;

/** Options for how differences are shown. */
const DIFF_LONG =
  'patch no-patch raw patch-with-stat stat numstat shortstat dirstat summary compact-summary name-only name-status minimal patience ' +
  'histogram check full-index binary exit-code quiet text ignore-space-at-eol ignore-cr-at-eol ignore-space-change ' +
  'ignore-all-space ignore-blank-lines function-context no-color no-ext-diff no-textconv no-renames find-copies-harder ' +
  'irreversible-delete no-prefix pickaxe-all pickaxe-regex word-diff color-words color-moved no-relative no-indent-heuristic';
const DIFF_VALUES: Readonly<Record<string, Kind>> = {
  'diff-algorithm': /[a-z]+/,
  'diff-filter': /[A-Za-z*]+/,
  'inter-hunk-context': NUMBER,
  S: 'text',
  G: 'text',
};
const DIFF_OPTIONAL: Readonly<Record<string, Kind>> = {
  U: NUMBER,
  M: /\d{0,3}%?/,
  C: /\d{0,3}%?/,
  unified: NUMBER,
  stat: /[\d,]+/,
  abbrev: NUMBER,
  color: /always|never|auto/,
  relative: /[\w./-]+/,
  'word-diff': /color|plain|porcelain|none/,
  'word-diff-regex': 'text',
  'find-renames': /\d{0,3}%?/,
  'find-copies': /\d{0,3}%?/,
  'ignore-submodules': /none|untracked|dirty|all/,
  'color-moved': /[a-z-]+/,
};

/** Options that select commits and what is shown about them. */
const LOG_LONG =
  'oneline graph all decorate no-decorate merges no-merges first-parent reverse follow topo-order date-order ' +
  'author-date-order parents children left-right cherry cherry-mark cherry-pick boundary no-walk full-history dense ' +
  'sparse simplify-merges simplify-by-decoration ancestry-path regexp-ignore-case extended-regexp fixed-strings perl-regexp all-match ' +
  'invert-grep abbrev-commit no-abbrev-commit relative-date no-notes log-size cc';
const LOG_VALUES: Readonly<Record<string, Kind>> = {
  n: NUMBER,
  L: LINES,
  'max-count': NUMBER,
  skip: NUMBER,
  since: DATE,
  until: DATE,
  after: DATE,
  before: DATE,
  author: 'text',
  committer: 'text',
  grep: 'text',
};
const LOG_OPTIONAL: Readonly<Record<string, Kind>> = {
  format: FORMAT,
  pretty: FORMAT,
  date: /[\w:%. +/-]+/,
  decorate: /short|full|auto|no/,
  branches: /[\w./*-]+/,
  tags: /[\w./*-]+/,
  remotes: /[\w./*-]+/,
};

const DIFF: Program = {
  flags: 'pusRawbBWDz',
  long: `${DIFF_LONG} cached staged merge-base`,
  values: DIFF_VALUES,
  optional: DIFF_OPTIONAL,
  isSingle: true,
  operands: [COMMITS],
};
const LOG: Program = {
  flags: 'pusRawbBWDziEFgmc',
  long: `${DIFF_LONG} ${LOG_LONG}`,
  values: { ...DIFF_VALUES, ...LOG_VALUES },
  optional: { ...DIFF_OPTIONAL, ...LOG_OPTIONAL },
  takesNumber: true,
  isSingle: true,
  operands: [COMMITS],
};

/** Options that turn the command into a listing. */
const SELECTS = ['contains', 'no-contains', 'points-at', 'merged', 'no-merged'];

/** Without a listing option there may be no operand, because it would be the name to create. */
const lists =
  (...options: readonly string[]) =>
  (use: Use) =>
    use.operands.length === 0 || options.some(option => use.options.has(option));

/** Git subcommands that only look at the repository that they run in. */
export const GIT: Programs = {
  status: {
    flags: 'sbvuz',
    long: 'short branch show-stash porcelain long verbose ahead-behind no-ahead-behind no-renames',
    optional: {
      u: /no|normal|all/,
      'untracked-files': /no|normal|all/,
      porcelain: /v?[12]/,
      ignored: /traditional|no|matching/,
      'ignore-submodules': /none|untracked|dirty|all/,
    },
    operands: [COMMITS],
  },
  diff: DIFF,
  log: LOG,
  show: LOG,
  shortlog: { flags: 'nse', long: 'numbered summary email all no-merges', values: LOG_VALUES, operands: [COMMITS] },
  blame: {
    flags: 'lstfneweb',
    long: 'porcelain line-porcelain show-name show-number show-email root show-stats no-textconv',
    values: { L: LINES, date: /[a-z-]+/ },
    optional: { M: NUMBER, C: NUMBER },
    operands: [COMMIT, COMMITS],
  },
  'rev-parse': {
    long:
      'verify quiet abbrev-ref symbolic symbolic-full-name short all branches tags remotes show-toplevel show-prefix ' +
      'show-cdup git-dir absolute-git-dir is-inside-work-tree is-inside-git-dir is-bare-repository is-shallow-repository',
    flags: 'q',
    optional: { short: NUMBER, 'abbrev-ref': /strict|loose/ },
    operands: [COMMITS],
  },
  'rev-list': {
    flags: '',
    long: `${LOG_LONG} count`,
    values: LOG_VALUES,
    optional: LOG_OPTIONAL,
    takesNumber: true,
    operands: [COMMIT, COMMITS],
  },
  'ls-files': {
    flags: 'cdmostuzkv',
    long:
      'cached deleted modified others ignored stage unmerged killed exclude-standard error-unmatch full-name ' +
      'directory no-empty-directory eol abbrev',
    values: { x: 'text', exclude: 'text' },
    operands: [COMMITS],
  },
  'ls-tree': {
    flags: 'drtlz',
    long: 'long name-only name-status full-name full-tree',
    operands: [COMMIT, COMMITS],
  },
  'cat-file': { flags: 'tspe', isSingle: true, operands: [COMMIT, { kind: 'commit', count: 'optional' }] },
  describe: {
    long: 'tags all always long first-parent exact-match',
    values: { match: 'text', exclude: 'text' },
    optional: { dirty: /[\w.-]+/, abbrev: NUMBER },
    operands: [COMMITS],
  },
  'merge-base': { flags: 'a', long: 'all is-ancestor fork-point octopus independent', operands: [COMMIT, COMMITS] },
  'name-rev': { long: 'tags name-only always all', operands: [COMMITS] },
  'for-each-ref': {
    long: 'ignore-case',
    values: { format: FORMAT, count: NUMBER, sort: /-?[\w:]+/, contains: COMMIT_VALUE, 'points-at': COMMIT_VALUE },
    operands: [PATTERNS],
  },
  'show-ref': { flags: 'dqs', long: 'heads tags head verify quiet hash abbrev dereference', operands: [PATTERNS] },
  'count-objects': { flags: 'vH', long: 'verbose human-readable' },
  'check-ignore': { flags: 'vqn', long: 'verbose quiet non-matching', operands: [{ kind: 'place' }, PLACES] },
  'diff-tree': {
    flags: 'prtsuz',
    long: `${DIFF_LONG} root no-commit-id always`,
    values: DIFF_VALUES,
    optional: { ...DIFF_OPTIONAL, pretty: FORMAT, format: FORMAT },
    operands: [COMMIT, COMMITS],
  },
  // A second word would be the new target.
  'symbolic-ref': { flags: 'q', long: 'short quiet', operands: [{ kind: /HEAD|refs\/[\w./-]+/ }] },
  bisect: { operands: [{ kind: /log/ }] },
  var: { operands: [{ kind: /GIT_(?:(?:AUTHOR|COMMITTER)_IDENT|EDITOR|PAGER|DEFAULT_BRANCH)/ }] },
  cherry: { flags: 'v', operands: [COMMITS] },
  reflog: {
    flags: '',
    long: 'oneline',
    values: { n: NUMBER },
    takesNumber: true,
    operands: [{ kind: /show|HEAD/, count: 'optional' }],
  },
  grep: {
    // Excluded: `-O`, which starts a pager, and `--no-index`, `--untracked` and `-f`, which look at other files.
    flags: 'aiIwvhHEGPFnlLcopWq',
    long:
      'text ignore-case word-regexp invert-match extended-regexp basic-regexp perl-regexp fixed-strings line-number ' +
      'name-only files-with-matches files-without-match count only-matching column show-function function-context ' +
      'cached and or not all-match quiet break heading full-name no-color no-textconv',
    values: { e: 'text', A: NUMBER, B: NUMBER, C: NUMBER, m: NUMBER, 'max-depth': NUMBER, 'max-count': NUMBER },
    optional: { color: /always|never|auto/ },
    takesNumber: true,
    operands: [TEXT, COMMITS],
    givenBy: ['e'],
  },
  branch: {
    flags: 'avri',
    long: 'all remotes list show-current verbose ignore-case no-color no-column',
    values: {
      contains: COMMIT_VALUE,
      'no-contains': COMMIT_VALUE,
      'points-at': COMMIT_VALUE,
      sort: /-?[\w:]+/,
      format: FORMAT,
    },
    optional: { merged: COMMIT_VALUE, 'no-merged': COMMIT_VALUE, color: /always|never|auto/ },
    operands: [PATTERNS],
    holds: lists('list', ...SELECTS),
  },
  tag: {
    flags: 'li',
    long: 'list ignore-case no-column',
    values: { contains: COMMIT_VALUE, 'points-at': COMMIT_VALUE, sort: /-?[\w:]+/, format: FORMAT },
    optional: { n: NUMBER, merged: COMMIT_VALUE, 'no-merged': COMMIT_VALUE },
    operands: [PATTERNS],
    holds: lists('l', 'list', ...SELECTS),
  },
  remote: {
    flags: 'v',
    long: 'verbose',
    operands: [
      { kind: /get-url|show/, count: 'optional' },
      { kind: /[\w.-]+/, count: 'optional' },
    ],
    // Details about a remote would be requested from its server.
    holds: ({ operands }) => operands[0] !== 'show' || operands.length === 1,
  },
  stash: {
    flags: 'pu',
    long: DIFF_LONG,
    optional: { stat: /[\d,]+/ },
    isSingle: true,
    operands: [{ kind: /list|show/ }, { kind: /stash@\{\d{1,4}\}|\d{1,4}/, count: 'optional' }],
  },
  worktree: { long: 'porcelain', operands: [{ kind: /list/ }] },
  config: {
    long: 'get',
    operands: [
      {
        kind: /user\.(?:name|email)|remote\.[\w-]+\.url|branch\.[\w./-]+\.(?:remote|merge)|core\.(?:autocrlf|eol|ignorecase|filemode)|init\.defaultbranch|pull\.rebase|push\.default/i,
      },
    ],
  },
};

import { gitWords } from '../git';
import type { Use } from './program';

/**
 * What a git command shows of a repository: names and numbers (`tells`), also `addresses`, the files' current content
 * (`shows`), or also earlier content (`looksBack`).
 */
export type GitReach = 'tells' | 'addresses' | 'shows' | 'looksBack';

/** Options of `log` that report on commits but not on file contents. */
const OF_LOG =
  /^(?:oneline|graph|all|(?:no-)?decorate|(?:no-)?merges|first-parent|reverse|follow|topo-order|date-order|author-date-order|parents|children|left-right|cherry|cherry-mark|cherry-pick|boundary|no-walk|full-history|dense|sparse|simplify-merges|simplify-by-decoration|ancestry-path|regexp-ignore-case|extended-regexp|fixed-strings|perl-regexp|all-match|invert-grep|(?:no-)?abbrev-commit|relative-date|no-notes|log-size|n|number|max-count|skip|since|until|after|before|author|committer|grep|format|pretty|date|branches|tags|remotes|i|E|F|abbrev)$/;
/** Options of commands that show differences that only name files and count lines. */
const OF_DIFF =
  /^(?:s|no-patch|raw|stat|numstat|shortstat|dirstat|summary|compact-summary|name-only|name-status|quiet|exit-code|no-color|color|no-ext-diff|no-textconv|(?:no|find)-renames|find-copies|diff-filter|ignore-submodules|no-relative|relative|z|M|C|minimal|patience|histogram|diff-algorithm)$/;
/** Options of `diff-tree`, which only names files unless told to show them. */
const OF_TREE = /^(?:r|t|root|no-commit-id|always)$/;
/** With one of these options, the differences themselves are not shown. */
const NO_PATCH =
  /^(?:s|no-patch|raw|stat|numstat|shortstat|dirstat|summary|compact-summary|name-only|name-status|quiet)$/;
/** Differences to what was committed, which include removed lines. */
const TO_COMMIT = ['cached', 'staged', 'merge-base'];

/** How far a git subcommand sees into files. Unless it is known to see less, it sees everything. */
export function gitReach(command: string, { options, operands }: Use): GitReach {
  const all = [...options];
  switch (command) {
    case 'log':
      return all.every(option => OF_LOG.test(option) || OF_DIFF.test(option)) ? 'tells' : 'looksBack';
    case 'diff':
      if (all.some(option => NO_PATCH.test(option)) && all.every(isQuietDiff)) return 'tells';
      return operands.length === 0 && !TO_COMMIT.some(option => options.has(option)) ? 'shows' : 'looksBack';
    case 'grep':
      return operands.length <= (options.has('e') ? 0 : 1) && !options.has('cached') ? 'shows' : 'looksBack';
    case 'blame':
      return operands.length === 1 ? 'shows' : 'looksBack';
    case 'stash':
      return operands[0] === 'list' && all.length === 0 ? 'tells' : 'looksBack';
    case 'cat-file':
      return options.has('p') || operands.length > 1 ? 'looksBack' : 'tells';
    case 'status':
      return options.has('v') || options.has('verbose') ? 'looksBack' : 'tells';
    case 'diff-tree':
      return all.every(option => OF_TREE.test(option) || isQuietDiff(option)) && !options.has('p')
        ? 'tells'
        : 'looksBack';
    case 'show':
      return 'looksBack';
    case 'remote':
      return operands.length > 0 || all.length > 0 ? 'addresses' : 'tells';
    case 'config':
      return operands.every(key => /^(?:remote|branch)\./i.test(key)) ? 'addresses' : 'tells';
    // In place of a remote's name, a branch may have an address.
    case 'branch':
    case 'for-each-ref':
      return options.has('format') ? 'addresses' : 'tells';
    default:
      return 'tells';
  }
}

function isQuietDiff(option: string): boolean {
  return OF_DIFF.test(option) || TO_COMMIT.includes(option);
}

/** Subcommands that show current or earlier file contents in some form. */
const SHOWS =
  /^(?:annotate|archive|blame|bundle|cat-file|checkout-index|diff|diff-files|diff-index|diff-tree|fast-export|format-patch|grep|log|pack-objects|range-diff|request-pull|show|stash|whatchanged)$/;

/** How far a git command that needs a rule sees into files, and its folder; null if it shows no file contents. */
export function reachByRule(words: readonly { readonly value: string }[]): { reach: GitReach; folder: string } | null {
  const [name, ...args] = words.map(({ value }) => value);
  if (name !== 'git') return null;
  const own = gitWords(args);
  if (!SHOWS.test(own[0] ?? '')) return null;
  const at = args.slice(0, args.length - own.length).lastIndexOf('-C');
  return { reach: 'looksBack', folder: at < 0 ? '.' : (args[at + 1] ?? '.') };
}

/** The operands that may be an object's hash, with which git shows even objects that no name leads to any more. */
export function hashesIn({ operands }: Use): readonly string[] {
  return operands
    .flatMap(operand => operand.split(/\.{2,3}/))
    .flatMap(part => /^\^?([\da-f]{4,64})(?![\w/-])/i.exec(part)?.[1] ?? []);
}

import type { ShellAnalysis, SimpleCommand, Word } from './command';
import { gitWords } from './git';
import { doubtOf, isNothing } from './programs';

/** Programs that only look, whatever their options, unless `doubtOf` has one against them. */
const READ_ONLY = new Set([
  'ls',
  'cat',
  'head',
  'tail',
  'grep',
  'egrep',
  'fgrep',
  'rg',
  'wc',
  'cut',
  'echo',
  'printf',
  'id',
  'nl',
  'pwd',
  'rev',
  'seq',
  'stat',
  'tr',
  'uname',
  'uniq',
  'which',
  'whoami',
  'tac',
  'numfmt',
  'expr',
  'find',
  'sed',
  'base64',
  'basename',
  'dirname',
  'realpath',
  'readlink',
  'date',
  'du',
  'df',
  'file',
  'sort',
  'diff',
  'cmp',
  'comm',
  'column',
  'fold',
  'paste',
  'md5sum',
  'sha1sum',
  'sha256sum',
  'tree',
  'type',
  'test',
  'nproc',
  'hostname',
  'cd',
  'jq',
  'sleep',
]);
/** Of those, the ones that take any number of files to look at. */
const TAKES_FILES = new Set(
  'ls cat head tail wc grep egrep fgrep rg stat file du md5sum sha1sum sha256sum cut rev tac fold nl'.split(' '),
);
const READ_ONLY_GIT =
  /^(?:status|log|diff|show|blame|rev-parse|ls-files|ls-tree|describe|shortlog|rev-list|merge-base|cat-file|grep|name-rev|count-objects|var|for-each-ref)$/;

/** True for a command that only looks, with the options it has. Where it looks is another question. */
export function isReadOnly(words: readonly Word[]): boolean {
  const name = words[0]?.value ?? '';
  if (!words.every(word => word.isStatic || (word.isFilePattern && TAKES_FILES.has(name))) || doubtOf(words) !== null)
    return false;
  const args = words.slice(1).map(word => word.value);
  if (name !== 'git') return READ_ONLY.has(name);
  const [command = '', ...rest] = gitWords(args);
  const own = args[0] === '-C' ? args.slice(2) : args;
  if (own[0] !== command) return false;
  if (command === 'branch')
    return rest.every(arg => /^(?:-[avr]+|--(?:list|all|show-current|contains|merged|no-merged).*)$/.test(arg));
  if (command === 'remote') return rest.every(arg => arg === '-v');
  if (command === 'stash') return rest[0] === 'list' || rest[0] === 'show';
  return READ_ONLY_GIT.test(command);
}

/** True for a line of which every part only looks, and that says so itself: what it runs can change no file. */
export function onlyLooks({ commands, doubts }: ShellAnalysis): boolean {
  return doubts.length === 0 && commands.length > 0 && commands.every(isPlainLook);
}

function isPlainLook({ words, assignments, redirections, doubts, mayStart = [] }: SimpleCommand): boolean {
  const isPlain = [assignments, doubts, mayStart].every(each => each.length === 0);
  const isWriting = redirections.some(({ kind }) => kind === 'write');
  const isStatic = words.length > 0 && words.every(word => word.isStatic);
  return isPlain && !isWriting && isStatic && (isReadOnly(words) || isNothing(words));
}

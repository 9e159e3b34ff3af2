// What a command contains besides the words of the rule that allows it: options that run, load or write something.
import { baseName, type Word } from '../command';
import { isSecretFile } from '../../secretFiles';
import { gitWords } from '../git';
import { GIT, GIT_SUBCOMMANDS } from './gitOptions';
import { NETWORK_PROGRAMS } from './networkOptions';
import { readOptions, type OptionGrammar, type StrangeWord } from './optionGrammar';
import { PACKAGE_PROGRAMS, PACKAGE_SUBCOMMANDS } from './packageOptions';
import { PROGRAMS, strangeCompilerWords } from './programOptions';
import { NAMED_PART, namesGroup, UNLISTED } from './unlisted';

const COMPILER = /^(?:[\w-]+-)?(?:gcc|g\+\+|clang|clang\+\+|cc|c\+\+)(?:-[\d.]+)?$/;
/** Options that in most programs run, load or write something. */
const SHADY_OPTION =
  /^--?(?:[\w-]*-)?(?:exec|execute|command|cmd|program|plugins?|scripts?|eval|evaluate|shell|hooks?|require|import|loader|load|preload|init-script|output|output-file|outfile|out|log-file|pager|editor|wrapper|rsh|ssh|runner|processor|config|config-file|rcfile|env-file|use-compress-program|interpreter|javaagent|agentpath|lib-path|library-path|post-renderer|output-(?:path|dir)|out-dir|plugin-dir)(?:[=:].*)?$/is;
/** Words that, in any position, start a program or use other protocols than the web's. */
const SHADY_WORD = /^(?:file|ext|fd|gopher|dict|data|javascript):|^--?[\w-]+=(?:file|ext|fd|gopher|dict):|\$\(|`|^[|]/i;
const SHADY_SUBCOMMAND = /^(?:plugins?|extensions?|exec|eval|alias|shell|repl|console)$/;
const SHELL = /^(?:cd|pushd|command|(?:ba|da|z|k)?sh)$/;
const SHADY_UNKNOWN = /^(?:run|lua|script|install|publish|deploy|delete|remove|push|login|import)$/;
/** Programs whose words are text. */
const TEXT_PROGRAM = /^(?:echo|printf|grep|egrep|fgrep|rg|sed|expr|test|\[|tr|basename|dirname|read|xargs|env|find)$/;
const TAKES_ADDRESSES = /^(?:curl|wget)$/;
/** Programs each of whose words is a task of its own. */
const TAKES_TASKS = /^(?:g?make|gradlew?|ant|rake|just|task|invoke)$/;
/** With the first, a formatter only says what the others make it change. */
const ONLY_CHECKS = /^(?:-l|-d|-L|--check|--diff|--dry-run|--lint)$/;
const CHANGES = /^-(?:\w*[waxA]\w*|-write|-fix|-autocorrect)$/;
/** Programs that execute their input. */
const READS_PROGRAM =
  /^(?:psql|mysql|mariadb|redis-cli|sqlite3|duckdb|mongo|mongosh|Rscript|R|julia|ipython|gnuplot|gdb|lldb|ftp|sftp|telnet|nc|ncat|bc|dc|m4|at|batch|jshell|iex|erl|ghci|irb|elixir|scala|groovy|octave|cqlsh|sqlcmd|tclsh|expect|ed|ex)$/;
/** Git subcommands that show or store the files named by their operands. */
const TAKES_FILES = /^(?:add|annotate|blame|hash-object|notes|update-index)$/;
/** Framework scripts whose first word says what they do. */
const FRAMEWORK = /^(?:manage\.py|artisan)$/;

/** True for a program that executes its input. */
export function readsProgram(name: string): boolean {
  return READS_PROGRAM.test(baseName(name));
}

/** True for a program whose options are listed. */
export function isListed(name: string): boolean {
  const own = baseName(name);
  return own === 'git' || COMPILER.test(own) || grammarOf(own) !== undefined || Object.hasOwn(PACKAGE_SUBCOMMANDS, own);
}

/** The words that do more than the program and its plain options say. The first `named` words are the rule's own. */
export function strangeWords(words: readonly Word[], named: number): readonly StrangeWord[] {
  const values = words.map(({ value }) => value);
  const name = baseName(values[0] ?? '');
  return strangeOf(values, name, named);
}

/** Like `strangeWords`, for a program that nothing is known about: beyond a rule's words, it may be given only files. */
export function wordsOfUnknown(words: readonly Word[], named: number): readonly StrangeWord[] {
  const values = words.map(({ value }) => value);
  const name = values[0] ?? '';
  // A script with a path is the user's own.
  const isUnknown =
    !/[/\\]/.test(name) &&
    !isListed(name) &&
    !TEXT_PROGRAM.test(name) &&
    !SHELL.test(name) &&
    !Object.hasOwn(UNLISTED, name);
  if (!isUnknown) return [];
  const subcommand = { index: 1, name: values[1] ?? '' };
  const isOther = named === 1 && SHADY_UNKNOWN.test(subcommand.name);
  return [...(isOther ? [subcommand] : []), ...beyond(values, named)];
}

/** What of the words after the rule's own is neither a file nor an option that all programs have. */
function beyond(values: readonly string[], named: number): readonly StrangeWord[] {
  return readOptions(values, named, NAMED_PART).strange;
}

/** A word that is the path of a secret, on its own or after an option; undefined if none, or if all words are text. */
export function secretWord(words: readonly Word[]): string | undefined {
  const name = baseName(words[0]?.value ?? '');
  const values = words.slice(1).map(({ value }) => value);
  // Git's words are names of branches or search texts, unless a subcommand takes files.
  const isText = name === 'git' ? !values.some(value => TAKES_FILES.test(value)) : TEXT_PROGRAM.test(name);
  if (isText) return undefined;
  return values.find(value => !/\s/.test(value) && isSecretFile(value.replace(/^-[a-zA-Z](?=[./])|^.*[=@<,]/s, '')));
}

function strangeOf(values: readonly string[], name: string, named: number): readonly StrangeWord[] {
  const script = baseName(values[1] ?? '');
  if (/^(?:python[\d.]*|php)$/.test(name) && FRAMEWORK.test(script) && Object.hasOwn(UNLISTED, script)) {
    const own = strangeTo(UNLISTED[script] ?? NAMED_PART, values.slice(1), named - 1);
    return own.map(({ index, name: word }) => ({ index: index + 1, name: word }));
  }
  if (COMPILER.test(name))
    return strangeCompilerWords(values.slice(1)).map(i => ({ index: i + 1, name: values[i + 1] ?? '' }));
  if (name === 'git')
    return withSubcommand(values, GIT, GIT_SUBCOMMANDS, named, values.length - gitWords(values.slice(1)).length);
  const grammar = grammarOf(name);
  if (grammar) {
    const { strange, operands } = readOptions(values, 1, grammar);
    return [...strange, ...further(name, operands, values, named).map(index => ({ index, name: values[index] ?? '' }))];
  }
  const subcommands = Object.hasOwn(PACKAGE_SUBCOMMANDS, name) ? PACKAGE_SUBCOMMANDS[name] : undefined;
  if (subcommands) return withSubcommand(values, GLOBAL, subcommands, named);
  if (TEXT_PROGRAM.test(name)) return [];
  const unlisted = Object.hasOwn(UNLISTED, name) ? UNLISTED[name] : undefined;
  if (unlisted) return strangeTo(unlisted, values, named);
  const shady = SHADY_SUBCOMMAND.test(values[1] ?? '') ? [{ index: 1, name: values[1] ?? '' }] : [];
  return [...shady, ...shadyWords(values, 1)];
}

/** The operands beyond the rule's own: a rule that names an address or a task covers only that one. */
function further(
  name: string,
  operands: readonly number[],
  values: readonly string[],
  named: number,
): readonly number[] {
  const isTask = (index: number) => !values[index]?.includes('=');
  const own = TAKES_ADDRESSES.test(name) ? operands : TAKES_TASKS.test(name) ? operands.filter(isTask) : [];
  return own.some(index => index < named) ? own.filter(index => index >= named) : [];
}

/** Only a few options before a subcommand mean the same in all programs. */
const GLOBAL: OptionGrammar = {
  options: '-q -v -s --quiet --verbose --silent --version --help -V -h --locked --offline --frozen',
  isOver: true,
};

function grammarOf(name: string): OptionGrammar | undefined {
  return [PROGRAMS, NETWORK_PROGRAMS, PACKAGE_PROGRAMS]
    .map(each => (Object.hasOwn(each, name) ? each[name] : undefined))
    .find(Boolean);
}

function withSubcommand(
  values: readonly string[],
  global: OptionGrammar,
  subcommands: Readonly<Record<string, OptionGrammar>>,
  named: number,
  known?: number,
): readonly StrangeWord[] {
  const before = readOptions(values, 1, global);
  const at = known ?? before.operands[0] ?? values.length;
  const own = before.strange.filter(({ index }) => index < at);
  const subcommand = values[at];
  if (subcommand === undefined) return own;
  const grammar = Object.hasOwn(subcommands, subcommand) ? subcommands[subcommand] : undefined;
  if (grammar) {
    const read = readOptions(values, at + 1, grammar);
    return [...own, ...read.strange, ...passedWords(values, read.passed, grammar.passesOn)];
  }
  if (named <= at) return [...own, { index: at, name: subcommand }];
  // The rule's own words end with an option's value, such as in `--filter app`: the subcommand comes after them.
  const isBefore = before.strange.length > 0 && Object.hasOwn(subcommands, values[named] ?? '');
  if (isBefore) return [...own, ...withSubcommand(values, global, subcommands, named, named)];
  // A subcommand named by the rule is allowed.
  return [...own, ...beyond(values, named)];
}

function passedWords(
  values: readonly string[],
  start: number | undefined,
  grammar: OptionGrammar['passesOn'],
): readonly StrangeWord[] {
  if (start === undefined || grammar === undefined) return [];
  return grammar === 'any' ? shadyWords(values, start) : readOptions(values, start, grammar).strange;
}

/** The rule's own words are allowed; the remaining ones are checked. */
function strangeTo(grammar: OptionGrammar, values: readonly string[], named: number): readonly StrangeWord[] {
  const { strange, operands } = readOptions(values, 1, grammar);
  const name = baseName(values[0] ?? '');
  const own = values.slice(1, named);
  return [
    ...strange.filter(({ index }) => index >= named),
    ...further(name, operands, values, named).map(index => ({ index, name: values[index] ?? '' })),
    ...(own.some(word => ONLY_CHECKS.test(word)) ? changing(values, named) : []),
    ...(namesGroup(name, own) ? beyond(values, named) : []),
  ];
}

function changing(values: readonly string[], named: number): readonly StrangeWord[] {
  return values.flatMap((value, index) => (index >= named && CHANGES.test(value) ? [{ index, name: value }] : []));
}

function shadyWords(values: readonly string[], start: number): StrangeWord[] {
  return values.flatMap((value, index) =>
    index >= start && (SHADY_OPTION.test(value) || SHADY_WORD.test(value))
      ? [{ index, name: value.replace(/=.*/s, '') }]
      : [],
  );
}

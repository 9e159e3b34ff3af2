// Options as listed in a manual, and the words of a command that are not among them.
import { hostOf } from '../../fetchHosts';
import { isProtected, runsByItself } from '../../protectedFiles';
import { DOCKER_FILTER, DOCKER_FORMAT } from '../free/tools';

/**
 * The options of a program or subcommand that do no more than its name says. `options` is a list as in a manual:
 * `-abc` are three switches, `-n:` takes a value, `-n?` takes an attached value, and `--name`, `--name=` and
 * `--name?` work likewise. A kind of value may follow: `--out=build`. Anything that isn't listed is unknown,
 * including abbreviations.
 */
export interface OptionGrammar {
  readonly options: string;
  /** `words`: long options may have one dash (`go`). `old`: the first word may be letters without a dash (`tar`). */
  readonly style?: 'words' | 'old';
  /** The words after the first operand belong to something else, such as the script of an interpreter. */
  readonly isOver?: true;
  /** Without an operand, the program reads its task from its input, unless one of these options is given. */
  readonly needs?: RegExp;
  /**
   * The words after `--`, and after the operand that ends the options, belong to another program: one with these
   * options, or with `any`, an unknown one.
   */
  readonly passesOn?: OptionGrammar | 'any';
  /** False for an operand that makes the program do something else. */
  readonly operand?: (value: string, index: number) => boolean;
}

/** A word that is not in the grammar. `name`: the option without its value, or the operand. */
export interface StrangeWord {
  readonly index: number;
  readonly name: string;
}

type Kind = keyof typeof KINDS;
interface Option {
  readonly takes: 'nothing' | 'value' | 'attached';
  readonly kind: Kind;
}
type Options = ReadonlyMap<string, Option>;

const isInside = (value: string): boolean =>
  !/^[/~\\-]|(?:^|[/\\])\.\.(?:[/\\]|$)|[:$`|]/.test(value) && !isProtected(value) && !runsByItself(value);

/** Kinds of values. */
const KINDS = {
  any: () => true,
  /** An option with a value that only a rule naming it may allow. */
  never: () => false,
  /** A file or folder of the workspace that nothing runs on its own. */
  path: isInside,
  /** Something built in, not the path of a module. */
  name: (value: string) => /^[\w+-][\w+.:,=-]*$/.test(value) && !/\.\w{1,4}$/.test(value),
  /** This machine, or one known by a short name: no address elsewhere. */
  near: (value: string) => /^(?:localhost|127\.0\.0\.1|::1|[\w-]+)$/.test(value),
  number: (value: string) => /^[\d.]+[a-zA-Z%]{0,3}$/.test(value),
  /** Where builds put their results. */
  build: (value: string) =>
    isInside(value) && /^(?:\.\/)?(?:bin|build|dist|out|target|lib|coverage)(?:\/[\w.@+-]+)*\/?$/.test(value),
  /** Text that doesn't name a file to read it from. */
  text: (value: string) => !/^[@<]|%output/.test(value),
  /** `NAME=value`, which can't be a file to read. */
  pair: (value: string) => value.includes('=') && !value.startsWith('@'),
  url: isWebAddress,
  method: (value: string) => /^(?:GET|HEAD|OPTIONS)$/.test(value),
  stdout: (value: string) => value === '-' || value === '/dev/null',
  linkerNames: (value: string) =>
    /^(?:-[sw]|-X[ =]'?[\w./-]+=[\w.+:-]*'?)(?: (?:-[sw]|-X[ =]'?[\w./-]+=[\w.+:-]*'?))*$/.test(value),
  warning: (value: string) => /^(?:ignore|error|default|always|module|once)(?::[^:]*:?(?:\w*Warning)?)?$/.test(value),
  pythonSwitch: (value: string) =>
    /^(?:dev|utf8(?:=[01])?|importtime|faulthandler|tracemalloc(?:=\d+)?|frozen_modules=\w+|no_debug_ranges|int_max_str_digits=\d+)$/.test(
      value,
    ),
  /** A reporter that comes with the program. */
  reporter: (value: string) =>
    /^(?:basic|blob|checkstyle|clover|cobertura|compact|default|doc|dot|github(?:-actions)?|hanging-process|html|json(?:-stream|-summary|-with-metadata)?|jslint-xml|junit|landing|lcov(?:only)?|line|list|markdown|min|none|null|nyan|progress|spec|stylish|tap(?:-flat)?|teamcity|text(?:-lcov|-summary)?|tree|unix|verbose|visualstudio|xunit)$/.test(
      value,
    ),
  coverage: (value: string) => /^(?:term|term-missing|html|xml|json|lcov|annotate)(?::skip-covered)?$/.test(value),
  /** A report, not a source file. */
  report: (value: string) =>
    isInside(value) && /(?:\.(?:cov|coverprofile|out|prof|txt)|(?:^|\/)c(?:over\w*|ov))$/.test(value),
  /** A commit or a branch. */
  ref: (value: string) => /^[\w@][\w./@~^-]*$/.test(value),
  /** `owner/name` on the host the program is signed in to, with no other host named. */
  repository: (value: string) => /^[\w-][\w.-]*\/[\w.-]+$/.test(value),
  /** A `jq` filter that reads only its input. */
  filter: (value: string) => !READS_MORE.test(value),
  containerFilter: (value: string) => wholly(DOCKER_FILTER, value),
  containerFormat: (value: string) => wholly(DOCKER_FORMAT, value),
  /** The name of a compiler's lint. */
  lint: (value: string) => /^[\w:-]+$/.test(value),
  pool: (value: string) => /^(?:threads|forks|vmThreads|vmForks|typescript)$/.test(value),
  ui: (value: string) => /^(?:bdd|tdd|qunit|exports)$/.test(value),
  modules: (value: string) => /^(?:readonly|vendor)$/.test(value),
  /** Folders or packages of the workspace. */
  packages: (value: string) => /^[\w@.{}[\]/*^!-]+$/.test(value) && !/^\/|(?:^|\/)\.\.(?:\/|$)/.test(value),
  /** A format that git makes itself, without a program that its configuration names. */
  archive: (value: string) => /^(?:tar|tgz|tar\.gz|zip)$/.test(value),
  /** A format for which git starts no program that checks signatures. */
  unsigned: (value: string) => !/%[-+ ]?G|%\(\*?signature/.test(value),
  /** A way to merge that git knows itself; for another one it runs a program of that name. */
  strategy: (value: string) => /^(?:ort|recursive|resolve|octopus|ours|subtree)$/.test(value),
  language: (value: string) =>
    /^(?:babel(?:-(?:flow|ts))?|flow|typescript|acorn|espree|meriyah|css|less|scss|json5?|jsonc|json-stringify|graphql|markdown|mdx|html|vue|angular|lwc|glimmer|yaml)$/.test(
      value,
    ),
  output: (value: string) => /^(?:json|yaml|wide|name|(?:jsonpath|go-template|custom-columns)=.*)$/s.test(value),
  noPlugin: (value: string) => value.startsWith('no:'),
} as const;

function wholly({ source, flags }: RegExp, value: string): boolean {
  return new RegExp(`^(?:${source})$`, flags).test(value);
}

/** True for an http or https address, or one without a scheme (fetched over HTTP); false for metadata services. */
export function isWebAddress(value: string): boolean {
  const isAddress = /^(?:https?:\/\/)?(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d+)?(?:[/?#].*)?$/is.test(value);
  const host = hostOf(/^https?:/i.test(value) ? value : `http://${value}`);
  return isAddress && !value.startsWith('-') && !(host !== null && TELLS_KEYS.test(host));
}

/** Hosts where cloud machines obtain their credentials. The URL parser has already normalized the spelling. */
const TELLS_KEYS =
  /^(?:169\.254\.\d+\.\d+|100\.100\.100\.200|168\.63\.129\.16|\[(?:fe80:|fd00:ec2:|::ffff:(?:a9fe|64[0-7]\w):).*\]|metadata(?:\..*)?|instance-data(?:\..*)?)\.?(?::\d+)?$/i;

/** Makes a filter of `jq` or `yq` read more than its input. */
export const READS_MORE =
  /\b(?:import|include|env|strenv|envsubst|load\w*|modulemeta|get_search_list|input_filename|system)\b|\$(?:[\s#]|ENV|__prog)/;

/** True for a relative path inside the workspace to something that nothing runs on its own. */
export function isInsidePath(value: string): boolean {
  return KINDS.path(value);
}

const parsed = new Map<OptionGrammar, Options>();

function optionsOf(grammar: OptionGrammar): Options {
  const known = parsed.get(grammar);
  if (known) return known;
  const options = new Map<string, Option>();
  for (const token of grammar.options.split(/\s+/).filter(Boolean)) {
    const [, name = '', sign = '', kind = 'any'] = /^(--?[^:=?]+)([:=?])?(\w+)?$/.exec(token) ?? [];
    const takes = sign === '' ? 'nothing' : sign === '?' ? 'attached' : 'value';
    const names =
      grammar.style === 'words' || name.startsWith('--')
        ? [name]
        : name
            .slice(1)
            .split('')
            .map(each => `-${each}`);
    for (const each of names) options.set(each, { takes, kind: kind as Kind });
  }
  parsed.set(grammar, options);
  return options;
}

interface Reading {
  readonly strange: readonly StrangeWord[];
  /** Indexes of all operands, before and after `--`. */
  readonly operands: readonly number[];
  /** The index where the words for another program begin. */
  readonly passed?: number;
}

/** Parses the words from index `start`, the first argument, as options and operands of a grammar. */
export function readOptions(words: readonly string[], start: number, grammar: OptionGrammar): Reading {
  const options = optionsOf(grammar);
  const [strange, operands]: [StrangeWord[], number[]] = [[], []];
  let passed: number | undefined;
  const operandAt = (index: number) => {
    const value = words[index] ?? '';
    if (grammar.operand?.(value, operands.length) === false) strange.push({ index, name: value });
    operands.push(index);
  };
  for (let i = start; i < words.length; i++) {
    const word = words[i] ?? '';
    if (word === '--') {
      if (grammar.passesOn) passed = i + 1;
      else for (let rest = i + 1; rest < words.length; rest++) operandAt(rest);
      break;
    }
    const isOld = grammar.style === 'old' && i === start && !word.startsWith('-');
    if (!isOld && (word.length < 2 || !word.startsWith('-'))) {
      operandAt(i);
      if (!grammar.isOver) continue;
      if (grammar.passesOn) passed = i + (words[i + 1] === '--' ? 2 : 1);
      break;
    }
    const read =
      grammar.style === 'words' || word.startsWith('--')
        ? readLong(word, words[i + 1], options, grammar.style === 'words')
        : isOld
          ? readOld(word, words.slice(i + 1), options)
          : readCluster(word, words[i + 1], options);
    if (read.strange !== undefined) strange.push({ index: i, name: read.strange });
    i += read.used;
  }
  const isIdle = grammar.needs && operands.length === 0 && !words.slice(start).some(word => grammar.needs?.test(word));
  if (isIdle) strange.push({ index: words.length, name: '-' });
  return { strange, operands, ...(passed !== undefined && { passed }) };
}

/** `used`: how many of the following words are values. */
interface Read {
  readonly strange?: string;
  readonly used: number;
}

function readLong(word: string, next: string | undefined, options: Options, isOneDash: boolean): Read {
  const [, name = word, value] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
  const option = options.get(isOneDash ? name.replace(/^--/, '-') : name);
  if (!option || (option.takes === 'nothing' && value !== undefined)) return { strange: name, used: 0 };
  if (option.takes === 'nothing' || (option.takes === 'attached' && value === undefined)) return { used: 0 };
  const used = value === undefined ? 1 : 0;
  return KINDS[option.kind](value ?? next ?? '') ? { used } : { strange: name, used };
}

function readCluster(word: string, next: string | undefined, options: Options): Read {
  for (let at = 1; at < word.length; at++) {
    const name = `-${word[at]}`;
    const option = options.get(name);
    if (!option) return { strange: name, used: 0 };
    if (option.takes === 'nothing') continue;
    const rest = word.slice(at + 1).replace(/^=/, '');
    if (rest === '' && option.takes === 'attached') return { used: 0 };
    const used = rest === '' ? 1 : 0;
    return KINDS[option.kind](rest === '' ? (next ?? '') : rest) ? { used } : { strange: name, used };
  }
  return { used: 0 };
}

/** `cIf`: the values of the letters follow in the same order. */
function readOld(word: string, next: readonly string[], options: Options): Read {
  let used = 0;
  for (const letter of word) {
    const option = options.get(`-${letter}`);
    if (!option) return { strange: `-${letter}`, used };
    if (option.takes !== 'value') continue;
    if (!KINDS[option.kind](next[used] ?? '')) return { strange: `-${letter}`, used };
    used++;
  }
  return { used };
}

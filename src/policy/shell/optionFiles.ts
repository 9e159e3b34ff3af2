import { baseName, isFlag, operandsOf, type Word } from './command';

/** Letters of options whose value is a text, number or marker. The value of any other letter may be a file. */
const TEXT_LETTERS: Readonly<Record<string, string>> = {
  column: 'cdHNoRstTW',
  cut: 'bcdf',
  date: 'dI',
  diff: 'CFILUWx',
  du: 'Bdt',
  egrep: 'ABCDdem',
  fgrep: 'ABCDdem',
  find: 'O',
  fold: 'w',
  git: 'ABCDGLMSUbcdjmntu',
  'git blame': 'CLM',
  grep: 'ABCDdem',
  head: 'cn',
  jq: '',
  ls: 'ITw',
  nl: 'bdfhilnsvw',
  paste: 'd',
  rg: 'ABCEMTdegjmrt',
  sed: 'el',
  seq: 'fs',
  sort: 'Sktz',
  stat: 'c',
  tail: 'cn',
  tree: 'DILP',
  uniq: 'fsw',
};
/** Long options whose value is not a file either. */
const TEXT_OPTION =
  /^--(?:author|committer|delimiter|diff-filter|exclude|exclude-dir|expression|field-separator|format|glob|grep|hide|iglob|ignore|include|include-dir|output-delimiter|pattern|pretty|printf|regexp|replace|separator|word-diff-regex)=/;
/**
 * Options that give the pattern or script, so that every operand is a file; with `jq`, even the filter counts as one.
 */
const PATTERN_GIVEN: Readonly<Record<string, RegExp>> = {
  awk: /^(?:-[a-zA-Z]*f|--fi)/,
  egrep: /^(?:-[a-zA-Z]*[ef]|--reg|--fi)/,
  fgrep: /^(?:-[a-zA-Z]*[ef]|--reg|--fi)/,
  grep: /^(?:-[a-zA-Z]*[ef]|--reg|--fi)/,
  jq: /^/,
  rg: /^(?:-[a-zA-Z.]*[ef]|--(?:regexp|file|files|ignore-file|type-list)(?:=|$))/,
  sed: /^(?:-[a-zA-Z]*[ef]|--e|--fi)/,
};
/** Combined options such as `-la` and `-rn`. Letters that often take a file name are excluded. */
const OPTIONS_IN_ONE = /^-[a-eg-np-zA-EG-WYZ][a-zA-Z]+$/;
/** Git options that take the next word as a file name. */
const GIT_NEXT = /^(?:-[XOS]|--(?:exclude-(?:from|per)|pathspec-from|ignore-revs|con|order|from-f)[a-z-]*)$/;

/** The files among the words after a searching program's name: all operands except its pattern or script. */
export function searchedFiles(words: readonly Word[]): Word[] {
  const name = baseName(words[0]?.value ?? '');
  const args = words.slice(1);
  const given = Object.hasOwn(PATTERN_GIVEN, name) ? PATTERN_GIVEN[name] : undefined;
  const operands = operandsOf(args);
  if (!args.some(({ value }) => isFlag(value) && given?.test(value))) return operands.slice(name === 'jq' ? 0 : 1);
  const isPattern = (word: Word) =>
    /^(?:-[a-zA-Z]*e|--reg\w*|--exp\w*)$/.test(args[args.indexOf(word) - 1]?.value ?? '');
  return operands.filter(word => !isPattern(word));
}

/** The places where `find` searches; only a few options may come before them. */
export function findPlaces(words: readonly Word[]): Word[] {
  const args = words.slice(1);
  const first = args.findIndex(({ value }) => !/^-(?:[HLP]|O\d?|D)$/.test(value));
  const places = first < 0 ? [] : args.slice(first);
  const end = places.findIndex(({ value }) => isFlag(value) || /^[(!]$/.test(value));
  return end < 0 ? places : places.slice(0, end);
}

/** Files from which `find` reads its starting points, or with which it compares. */
export function findLists(words: readonly Word[]): Word[] {
  const wants = /^-(?:files0-from|newer\w*|[ac]newer|samefile)$/;
  return words.filter((_, i) => wants.test(words[i - 1]?.value ?? ''));
}

/** Option values of a program that may be files: `-f../x`, `--file=../x`. `program` may be `git blame`. */
export function optionFiles(args: readonly Word[], program: string): Word[] {
  const name = Object.hasOwn(TEXT_LETTERS, program) ? program : program.replace(/ .*/, '');
  const letters = (Object.hasOwn(TEXT_LETTERS, name) ? TEXT_LETTERS[name] : undefined) ?? '';
  return args.flatMap((word, i) => {
    const { value } = word;
    const before = args[i - 1]?.value ?? '';
    const isNext = name.startsWith('git') && GIT_NEXT.test(before) && !(name === 'git' && before === '-S');
    if (isNext && !isFlag(value)) return [word];
    if (!isFlag(value)) return [];
    return valuesWith(value, letters).map(each => ({
      ...word,
      value: each,
      ...(OPTIONS_IN_ONE.test(value) && { isGuessed: true as const }),
    }));
  });
}

function valuesWith(option: string, textLetters: string): string[] {
  if (option.startsWith('--')) {
    const value = /^--[\w-]+=(.+)$/s.exec(option)?.[1];
    return value === undefined || TEXT_OPTION.test(option) ? [] : [value];
  }
  const own = /^-([a-zA-Z])(.+)$/s.exec(option);
  if (!own?.[1] || !own[2] || textLetters.includes(own[1])) return [];
  // Another letter may come before the one with the value.
  const path = /^[a-zA-Z]([.~/].+)$/s.exec(own[2]);
  const isText = path && textLetters.includes(own[2].charAt(0));
  return path?.[1] && !isText ? [own[2], path[1]] : [own[2]];
}

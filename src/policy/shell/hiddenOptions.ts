import { baseName, type Word } from './command';
import { isListed } from './options/smuggled';
import { hasUnsafeOptions } from './programs';

/** Whether a word that is known only at run time may be an option that matters. */
export function hidesOption(words: readonly Word[]): boolean {
  const name = words[0]?.value ?? '';
  if (!(hasUnsafeOptions(name) || isListed(name)) || isPlainTest(words)) return false;
  return words.some(({ isStatic, isFilePattern }) => !isStatic && !(isFilePattern && takesFiles(name)));
}

/** Programs that take any number of files, so a pattern of files can't hide an option. */
function takesFiles(name: string): boolean {
  return /^(?:pytest|eslint|prettier|jest|vitest|mocha)$/.test(baseName(name));
}

/** `test -z "$x"` and `test "$x" = y`: the operators are literal, and each operand stays one word. */
function isPlainTest(words: readonly Word[]): boolean {
  const [name, ...args] = words;
  if (name?.value !== 'test') return false;
  const isOne = (word: Word | undefined) => word !== undefined && (word.isStatic || word.isOne === true);
  const is = (word: Word | undefined, pattern: RegExp) => word?.isStatic === true && pattern.test(word.value);
  if (args.length === 2) return is(args[0], /^-[znefdrwxsLh]$/) && isOne(args[1]);
  return args.length === 3 && is(args[1], /^(?:==?|!=)$/) && isOne(args[0]) && isOne(args[2]);
}

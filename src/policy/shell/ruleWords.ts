import type { Rule } from '../rule';
import type { SimpleCommand, Word } from './command';
import { touchOf } from './effects';
import { readsProgram, strangeWords, wordsOfUnknown } from './options/smuggled';
import { spelledBy } from './patternWords';
import { resolvePowerShellName } from './powershell';
import { isExactly } from './ruleShapes';

/** True if `own`, the last words of a command, contains more than the rule and its program's plain options. */
export function isSmuggled(rule: Rule, command: SimpleCommand, own: readonly Word[]): boolean {
  const { words, cmdlet, text } = command;
  if (isExactly(rule, text)) return false;
  const isFed = command.isFed || command.redirections.some(({ kind }) => kind !== 'write');
  if (isFed && readsProgram(own[0]?.value ?? '')) return true;
  const source = rule.commandRegex?.source ?? rule.argsPattern?.source;
  if (source !== undefined) return isStrangeTo(source, command, own);
  const prefixes = rule.commandPrefixes ?? [];
  const spelled = cmdlet === undefined ? words : inWordsOf(words, cmdlet, prefixes);
  return prefixes.every(prefix => {
    const count = matchesPlainly(spelled, prefix);
    if (count === null) return true;
    const named = Math.max(1, count - (words.length - own.length));
    const strange = strangeIn(command, own, named);
    const allowed = new Set(strange.filter(({ index }) => index < named).map(({ name }) => name));
    return strange.some(({ index, name }) => index >= named && !allowed.has(name));
  });
}

/** The same for an expression: its own words are those that it spells out, from the first on without a gap. */
function isStrangeTo(source: string, command: SimpleCommand, own: readonly Word[]): boolean {
  const spelled = spelledBy(source);
  const open = own.findIndex(({ isStatic, value }) => !isStatic || !spelled.has(value));
  const named = Math.max(1, open < 0 ? own.length : open);
  return strangeIn(command, own, named).some(({ name }) => !spelled.has(name));
}

function strangeIn(command: SimpleCommand, own: readonly Word[], named: number) {
  const isUnknown = command.cmdlet === undefined && !touchOf(command).isKnown;
  return [...strangeWords(own, named), ...(isUnknown ? wordsOfUnknown(own, named) : [])];
}

/** Aliases that newer versions of PowerShell don't have: there, these are programs of their own. */
const OTHERWISE = /^(?:sc|curl|wget)$/i;

/** The words with the program name that a rule uses, if that is another name of the same cmdlet. */
export function inWordsOf(words: readonly Word[], cmdlet: string, prefixes: readonly string[]): readonly Word[] {
  const [name, ...rest] = words;
  const names = prefixes.map(prefix => prefix.trim().split(/\s+/)[0] ?? '');
  if (!name || /[./\\]/.test(name.value) || OTHERWISE.test(name.value) || names.includes(name.value)) return words;
  const value = names.find(each => resolvePowerShellName(each) === cmdlet);
  return value === undefined ? words : [{ ...name, value }, ...rest];
}

/** The number of words of a command that a prefix covers; null unless each word matches and is known before it runs. */
export function matchesPlainly(words: readonly Word[], prefix: string): number | null {
  const wanted = prefix.trim().split(/\s+/);
  const skipped = wanted.length > 1 ? gitPreamble(words) : 0;
  const fits = wanted.every((value, i) => {
    const word = words[i > 0 ? i + skipped : i];
    return word?.isStatic && word.value === value;
  });
  return fits ? wanted.length + skipped : null;
}

/** How many words before git's subcommand only set its pager or working directory; these don't change what it does. */
function gitPreamble(words: readonly Word[]): number {
  if (words[0]?.value !== 'git') return 0;
  let at = 1;
  for (;;) {
    if (words[at]?.value === '--no-pager') at++;
    else if (words[at]?.value === '-C' && words[at + 1]?.isStatic) at += 2;
    else return at - 1;
  }
}

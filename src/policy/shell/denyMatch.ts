import { baseName, isFlag, type Word } from './command';

/** Options before a subcommand that take the next word as their value. */
const GLOBAL_VALUES: Readonly<Record<string, RegExp>> = {
  git: /^(?:-C|-c|--git-dir|--work-tree|--namespace|--exec-path|--super-prefix|--config-env)$/,
  npm: /^(?:--prefix|-w|--workspace|--loglevel)$/,
  docker: /^(?:-H|--host|-c|--context|--config|-l|--log-level)$/,
  kubectl: /^(?:-n|--namespace|--context|--kubeconfig|--cluster|--user|-s|--server)$/,
};
/** Long options, and their one-letter equivalents. */
const LETTERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  rm: { '--recursive': 'r', '--force': 'f', '-R': 'r' },
  cp: { '--recursive': 'r', '--force': 'f', '-R': 'r' },
  chmod: { '--recursive': 'R' },
  chown: { '--recursive': 'R' },
  git: { '--force': 'f' },
};

/**
 * True if a command begins with `prefix` in any spelling: with a path to the program, with options in between, in
 * another order or combined. Errs on the side of matching.
 */
export function matchesLoosely(words: readonly Word[], prefix: string): boolean {
  return fits(words, prefix, false);
}

/** True if words that are known only at run time could make the command one that begins with `prefix`. */
export function couldMatch(words: readonly Word[], prefix: string): boolean {
  return words.some(isOpen) && fits(words, prefix, true);
}

/** Known only at run time, and not the name of a file. */
function isOpen({ isStatic, isFilePattern }: Word): boolean {
  return !isStatic && !isFilePattern;
}

function fits(words: readonly Word[], prefix: string, isGuessed: boolean): boolean {
  const [name = '', ...rest] = prefix.trim().split(/\s+/);
  const own = words[0]?.value ?? '';
  if (own !== name && nameOf(own) !== nameOf(name)) return false;
  const program = nameOf(name);
  // An unknown word can be any wanted word, any number of times.
  const given = words.slice(1).map(word => (isGuessed && isOpen(word) ? null : word.value));
  const operands = rest.filter(word => !isFlag(word));
  return hasFlags(program, given, rest.filter(isFlag)) && hasOperands(program, given, operands);
}

/** The name of a program without its directory and `.exe`, in lower case because some file systems ignore case. */
function nameOf(name: string): string {
  return baseName(name)
    .replace(/\.(?:exe|cmd|bat|com)$/i, '')
    .toLowerCase();
}

/** True if each wanted option is given: on its own, with a value, or as letters among others. */
function hasFlags(program: string, values: readonly (string | null)[], flags: readonly string[]): boolean {
  if (values.includes(null)) return true;
  const known = values.filter(value => value !== null);
  const given = known.filter(isFlag).map(value => shortForm(program, value.split('=', 1)[0] ?? value));
  // Programs such as find have long options with a single dash.
  const letters = new Set(
    program === 'find'
      ? []
      : given.filter(value => !value.startsWith('--')).flatMap(value => value.slice(1).split(/(?:)/u)),
  );
  return flags.every(flag => {
    const wanted = shortForm(program, flag.split('=', 1)[0] ?? flag);
    return (
      given.includes(wanted) ||
      (!wanted.startsWith('--') &&
        wanted
          .slice(1)
          .split(/(?:)/u)
          .every(each => letters.has(each)))
    );
  });
}

function shortForm(program: string, option: string): string {
  const known = Object.hasOwn(LETTERS, program) ? LETTERS[program] : undefined;
  if (!known) return option;
  if (option.startsWith('--')) return Object.hasOwn(known, option) ? `-${known[option]}` : option;
  return `-${option
    .slice(1)
    .split(/(?:)/u)
    .map(each => known[`-${each}`] ?? each)
    .join('')}`;
}

/** True if the operands begin with the wanted ones. Each option in between may have taken one word as its value. */
function hasOperands(program: string, values: readonly (string | null)[], wanted: readonly string[]): boolean {
  const takesValue = GLOBAL_VALUES[program];
  let skips = 0;
  let found = 0;
  for (let i = 0; i < values.length && found < wanted.length; i++) {
    const value = values[i] ?? null;
    if (value === null) return true;
    if (isFlag(value)) {
      if (takesValue?.test(value)) i++;
      else skips++;
    } else if (value === wanted[found]) found++;
    else if (skips > 0) skips--;
    else return false;
  }
  return found === wanted.length;
}

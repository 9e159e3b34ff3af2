import { baseName, isFlag, type Word } from './command';
import { gitWords } from './git';

/** Options whose value is a folder to work in, or a file that determines what runs. */
const USING: Readonly<Record<string, RegExp>> = {
  git: /^-C()$/,
  make: /^(?:-[a-zA-Z]*?[CI]|--(?:di|inc)[a-z-]*=?)(.*)$/s,
  tsc: /^--?(?:p|project|b|build|rootDir|outDir|outFile|declarationDir|tsBuildInfoFile|typeRoots|baseUrl)()$/i,
  yarn: /^--cwd=?(.*)$/s,
  pnpm: /^(?:-C|--dir=?)(.*)$/s,
  bun: /^--cwd=?(.*)$/s,
  go: /^-C=?(.*)$/s,
  cargo: /^(?:-C|--manifest-path=?)(.*)$/s,
  jest: /^--roots=?(.*)$/s,
};

/** The folders and files that determine what a command runs. */
export function usedBy(words: readonly Word[]): Word[] {
  const name = baseName(words[0]?.value ?? '');
  const args = words.slice(1);
  // Each may be a folder with code that runs before its tests do.
  if (name === 'pytest')
    return args.filter(({ value, isStatic }) => isStatic && !isFlag(value) && /^~|^\.\.$|\//.test(value));
  const option = Object.hasOwn(USING, name) ? USING[name] : undefined;
  if (!option) return [];
  const own = name === 'git' ? args.slice(0, args.length - gitWords(args.map(({ value }) => value)).length) : args;
  return own.flatMap((word, i) => {
    const value = option.exec(word.value)?.[1];
    const next = args[i + 1];
    return value === undefined ? [] : value !== '' ? [{ ...word, value }] : next ? [next] : [];
  });
}

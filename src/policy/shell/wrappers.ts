import { baseName, isFlag, type Word } from './command';

/** The words of the program that another one merely runs, such as `npx` or `python -m`; null if there is none. */
export function wrappedProgram(words: readonly Word[]): readonly Word[] | null {
  const name = baseName(words[0]?.value ?? '');
  const at = (pattern: RegExp) => words.findIndex(({ value }, i) => i > 0 && pattern.test(value));
  const verb = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined;
  const isPython = /^python[\d.]*$/.test(name);
  const start = isPython ? at(/^-m$/) : verb ? at(verb) : -1;
  const isVerb = isPython || words[start]?.value.match(/^(?:exec|x|run)$/) !== null;
  const inner = start < 0 ? [] : words.slice(isVerb ? start + 1 : start);
  const first = inner.findIndex(({ value }) => !isFlag(value));
  return first < 0 ? null : inner.slice(first);
}

/** The word after which, or with which, the wrapped program begins. */
const WRAPPERS: Readonly<Record<string, RegExp>> = {
  npx: /^[^-]/,
  bunx: /^[^-]/,
  pnpx: /^[^-]/,
  uvx: /^[^-]/,
  yarn: /^(?:eslint|prettier|jest|vitest|mocha|tsc)$/,
  npm: /^(?:exec|x)$/,
  pnpm: /^exec$/,
  uv: /^run$/,
  poetry: /^run$/,
  pipenv: /^run$/,
  bundle: /^exec$/,
};

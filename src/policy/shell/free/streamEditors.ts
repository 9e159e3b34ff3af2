import { isPlainAwkScript } from './awkScript';
import type { PlainWord } from './plainLine';
import { PATHS, TEXT, type Program, type Use } from './program';
import { readUse } from './readUse';
import { isPlainSedScript } from './sedScript';

const SED: Program = {
  flags: 'nErsuz',
  long: 'quiet silent regexp-extended separate unbuffered null-data',
  operands: [TEXT, PATHS],
};
const AWK: Program = { isOrdered: true, values: { F: /[^\\]{1,10}|\\t/ }, operands: [TEXT, PATHS] };

/**
 * `sed` with scripts that only print, else null. Each script is its own word: after `-e`, or the first operand. After an
 * operand, `-e` is a file on some systems.
 */
export function readSed(args: readonly PlainWord[]): Use | null {
  const scripts: string[] = [];
  const rest: PlainWord[] = [];
  const end = args.findIndex(({ value }) => value === '--');
  let isTaken = false;
  let hasOperand = false;
  for (const [i, word] of args.entries()) {
    if (isTaken) {
      isTaken = false;
      continue;
    }
    isTaken = (end < 0 || i < end) && /^(?:-e|--expression|-[nErsz]{1,3}e)$/.test(word.value);
    if (!isTaken) {
      rest.push(word);
      hasOperand ||= !word.value.startsWith('-');
    } else if (hasOperand) return null;
    else {
      const script = args[i + 1];
      if (!script || script.isPattern) return null;
      if (/^-[nErsz]/.test(word.value)) rest.unshift({ ...word, value: word.value.slice(0, -1) });
      scripts.push(script.value);
    }
  }
  const use = readUse(scripts.length > 0 ? { ...SED, operands: [PATHS] } : SED, rest);
  const all = scripts.length > 0 ? scripts : [use?.operands[0] ?? ''];
  return use && all.every(isPlainSedScript) ? use : null;
}

export function readAwk(args: readonly PlainWord[]): Use | null {
  const use = readUse(AWK, args);
  // `name=value` among the files sets a variable.
  const isPlain =
    use?.operands.slice(1).every(value => !value.includes('=')) && isPlainAwkScript(use.operands[0] ?? '');
  return isPlain && args.every(({ isPattern }) => !isPattern) ? use : null;
}

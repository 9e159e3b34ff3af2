import type { PlainWord } from './plainLine';
import type { UsedPath } from './program';

const ABOUT_FILES = /^-[bcdefghkLOprsSuwx]$/;
const ABOUT_TEXT = /^-[nz]$/;
const BETWEEN_TEXTS = /^(?:==?|!=|<|>)$/;
const BETWEEN_NUMBERS = /^-(?:eq|ne|lt|le|gt|ge)$/;
const BETWEEN_FILES = /^-(?:nt|ot|ef)$/;

/** The files that a `test` of literal words looks at; null unless it has one of the few known forms. */
export function readTest(args: readonly PlainWord[]): readonly UsedPath[] | null {
  if (args.some(({ isPattern }) => isPattern)) return null;
  const values = args.map(({ value }) => value);
  const [a = '', b = '', c = '', ...more] = values[0] === '!' && values.length > 1 ? values.slice(1) : values;
  const count = values.length - (values[0] === '!' && values.length > 1 ? 1 : 0);
  if (more.length > 0) return null;
  const path = (value: string): UsedPath[] | null =>
    value === '' || /[\\\n]/.test(value) ? null : [{ value, isPattern: false, kind: 'place' }];
  if (count === 1) return [];
  if (count === 2) return ABOUT_FILES.test(a) ? path(b) : ABOUT_TEXT.test(a) ? [] : null;
  if (count !== 3) return null;
  if (BETWEEN_TEXTS.test(b)) return [];
  if (BETWEEN_NUMBERS.test(b)) return [a, c].every(each => /^-?\d{1,15}$/.test(each)) ? [] : null;
  const [left, right] = [path(a), path(c)];
  return BETWEEN_FILES.test(b) && left && right ? [...left, ...right] : null;
}

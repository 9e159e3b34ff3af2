import type { PlainWord } from './plainLine';
import type { Kind, Operand, Program, Use, UsedPath } from './program';

/**
 * The use of a program according to its arguments; null unless each is in the table in exactly this spelling. Options
 * may appear anywhere before `--`, unless the program stops looking for them at its first operand.
 */
export function readUse(program: Program, args: readonly PlainWord[]): Use | null {
  if (program.takesAnything) return args.some(({ isPattern }) => isPattern) ? null : NOTHING;
  const reader = new UseReader(program);
  let skip = 0;
  for (const [i, word] of args.entries()) {
    if (skip-- > 0) continue;
    const taken = reader.take(word, args[i + 1], args[i + 2]);
    if (taken === 0) return null;
    skip = taken - 1;
  }
  const use = reader.use();
  return use && (program.holds?.(use) ?? true) ? use : null;
}

const NOTHING: Use = { options: new Set(), given: new Map(), operands: [], paths: [], places: [] };

class UseReader {
  readonly #options = new Set<string>();
  readonly #given = new Map<string, readonly string[]>();
  readonly #valued: UsedPath[] = [];
  readonly #operands: PlainWord[] = [];
  #hasEnded = false;

  constructor(private readonly program: Program) {}

  /** How many words it consumed: this one, and up to two more as its value; 0 if the word is not accepted. */
  take(word: PlainWord, next: PlainWord | undefined, second: PlainWord | undefined): 0 | 1 | 2 | 3 {
    const { value } = word;
    if (this.#hasEnded || value === '-' || !value.startsWith('-')) {
      this.#operands.push(word);
      return 1;
    }
    // Whatever a pattern in an option's value matches stays in this option, so it is accepted if the value is text.
    if (word.isPattern) return this.#isTextOption(value) ? 1 : 0;
    if (this.program.isOrdered && this.#operands.length > 0) return 0;
    if (value === '--') {
      this.#hasEnded = true;
      return 1;
    }
    if (this.program.pairs?.some(name => value === `--${name}`)) return this.#pair(value.slice(2), next, second);
    return value.startsWith('--') ? this.#long(value.slice(2), next) : this.#short(value.slice(1), next);
  }

  #pair(name: string, ...words: readonly (PlainWord | undefined)[]): 0 | 3 {
    this.#options.add(name);
    return words.every(word => word !== undefined && !word.isPattern) ? 3 : 0;
  }

  #isTextOption(value: string): boolean {
    const name = /^--([a-z-]+)=[^*?[]*[*?[]/.exec(value)?.[1];
    if (name === undefined || own(this.program.values ?? {}, name) !== 'text') return false;
    this.#options.add(name);
    this.#given.set(name, [...(this.#given.get(name) ?? []), value.slice(value.indexOf('=') + 1)]);
    return true;
  }

  /** Null if there are too few operands, too many, or ones that the program doesn't take. */
  use(): Use | null {
    const { operands: all = [], givenBy = [] } = this.program;
    const wanted = givenBy.some(name => this.#options.has(name)) ? all.slice(1) : all;
    const least = wanted.filter(({ count }) => count === undefined).length;
    if (this.#operands.length < least) return null;
    const places: UsedPath[] = [];
    for (const [i, word] of this.#operands.entries()) {
      const last = wanted.at(-1);
      const operand = wanted[i] ?? (last?.count === 'any' ? last : undefined);
      const found = operand && used(word, operand);
      if (!found) return null;
      places.push(...found);
    }
    const operands = this.#operands.map(({ value }) => value);
    return { options: this.#options, given: this.#given, operands, places, paths: [...places, ...this.#valued] };
  }

  #long(option: string, next: PlainWord | undefined): 0 | 1 | 2 {
    const equals = option.indexOf('=');
    const name = equals < 0 ? option : option.slice(0, equals);
    // One letter is not a long option.
    if (name.length < 2) return 0;
    this.#options.add(name);
    const { values = {}, optional = {}, long = '' } = this.program;
    if (equals >= 0) {
      const kind = own(values, name) ?? own(optional, name);
      return kind && this.#value(name, kind, { value: option.slice(equals + 1), isPattern: false }) ? 1 : 0;
    }
    if (own(optional, name) || long.split(' ').includes(name)) return 1;
    const kind = own(values, name);
    return kind && next && this.#next(name, kind, next) ? 2 : 0;
  }

  #short(letters: string, next: PlainWord | undefined): 0 | 1 | 2 {
    const { flags = '', values = {}, optional = {}, takesNumber, isSingle } = this.program;
    const letter = letters.charAt(0);
    const rest = letters.slice(1);
    if (takesNumber && /^\d{1,9}$/.test(letters)) {
      this.#options.add('number');
      return 1;
    }
    // No program here has long options with a single dash, so letters can be separated.
    const kind = own(values, letter);
    if (kind) {
      this.#options.add(letter);
      if (rest !== '') return this.#value(letter, kind, { value: rest, isPattern: false }) ? 1 : 0;
      return next && this.#next(letter, kind, next) ? 2 : 0;
    }
    const open = own(optional, letter);
    if (open) {
      this.#options.add(letter);
      return rest === '' || this.#value(letter, open, { value: rest, isPattern: false }) ? 1 : 0;
    }
    const all = letters.split(/(?:)/u);
    if ((isSingle && rest !== '') || !all.every(each => flags.includes(each))) return 0;
    for (const each of all) this.#options.add(each);
    return 1;
  }

  /** A value in a word of its own. After an operand, some systems take it for a file to read. */
  #next(name: string, kind: Kind, word: PlainWord): boolean {
    const readsFiles = this.program.operands?.some(operand => operand.kind === 'path' || operand.kind === 'file');
    if (readsFiles && this.program.findsOptions !== true && this.#operands.length > 0) {
      this.#valued.push(...(used(word, { kind: 'path' }) ?? []));
    }
    return this.#value(name, kind, word);
  }

  #value(name: string, kind: Kind, word: PlainWord): boolean {
    this.#given.set(name, [...(this.#given.get(name) ?? []), word.value]);
    const found = word.isPattern ? null : used(word, { kind });
    if (found) this.#valued.push(...found);
    return found !== null;
  }
}

/** The paths that a word refers to; null if it isn't of the required kind. */
function used({ value, isPattern }: PlainWord, { kind, count }: Operand): readonly UsedPath[] | null {
  if (isPattern && (count !== 'any' || typeof kind !== 'string' || kind === 'text')) return null;
  if (kind === 'text') return [];
  if (typeof kind !== 'string') return new RegExp(`^(?:${kind.source})$`, kind.flags).test(value) ? [] : null;
  if (value === '-' && kind !== 'commit') return [];
  // A program may read `@file` as further arguments, and no ordinary name contains a backslash.
  return value === '' || /^@\W?[/.]|[\\\n]/.test(value) || (kind !== 'commit' && value.startsWith('@'))
    ? null
    : [{ value, isPattern, kind }];
}

/** A table's own entry, ignoring inherited properties. */
function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

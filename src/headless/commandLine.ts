/** One flag. */
export interface FlagDefinition {
  /** As written on the command line: words joined by hyphens. */
  readonly name: string;
  /** One letter. */
  readonly short?: string;
  /** `maybeText`: an optional text, empty if omitted. */
  readonly takes: 'nothing' | 'text' | 'maybeText';
}

/** The command line or the prompt is invalid; `message` says what to do. */
export class InputError extends Error {}

/** The parsed arguments, by the names of flags. */
export class CommandLine {
  constructor(
    private readonly values: ReadonlyMap<string, readonly string[]>,
    private readonly switches: ReadonlyMap<string, boolean>,
    readonly positionals: readonly string[],
  ) {}

  /** The last value given. */
  text(name: string): string | undefined {
    return this.values.get(name)?.at(-1);
  }

  /** All values given, in order. */
  texts(name: string): readonly string[] {
    return this.values.get(name) ?? [];
  }

  /** All values given, in order; commas separate values too. */
  list(name: string): readonly string[] {
    return this.texts(name)
      .flatMap(value => value.split(','))
      .map(value => value.trim())
      .filter(value => value !== '');
  }

  isOn(name: string): boolean {
    return this.given(name) ?? false;
  }

  /** Undefined if the switch was not given. */
  given(name: string): boolean | undefined {
    return this.switches.get(name);
  }
}

/**
 * Parses arguments like Gemini CLI: `--output-format json`, `--output-format=json`, `--outputFormat json`, `-o json`,
 * `-ojson` and `-o=json` are the same; a switch is turned off by `--no-yolo`, `--yolo=false` and `--yolo false`;
 * letters can be combined; `--` ends the flags. Throws `InputError`.
 */
export function readCommandLine(args: readonly string[], definitions: readonly FlagDefinition[]): CommandLine {
  return new Reader(args, definitions).read();
}

class Reader {
  readonly #values = new Map<string, string[]>();
  readonly #switches = new Map<string, boolean>();
  readonly #positionals: string[] = [];
  #next = 0;

  constructor(
    private readonly args: readonly string[],
    private readonly definitions: readonly FlagDefinition[],
  ) {}

  read(): CommandLine {
    while (this.#next < this.args.length) {
      const arg = this.args[this.#next++] ?? '';
      if (arg === '--') {
        this.#positionals.push(...this.args.slice(this.#next));
        break;
      }
      if (arg.startsWith('--')) this.#readLong(arg);
      else if (isFlag(arg)) this.#readLetters(arg);
      else this.#positionals.push(arg);
    }
    return new CommandLine(this.#values, this.#switches, this.#positionals);
  }

  #readLong(arg: string): void {
    const [, written = '', joined] = /^--([^=]*)(?:=(.*))?$/s.exec(arg) ?? [];
    const name = withHyphens(written);
    const flag = this.definitions.find(each => each.name === name);
    if (flag) return this.#take(flag, `--${written}`, joined);
    const denied = this.definitions.find(each => each.takes === 'nothing' && `no-${each.name}` === name);
    if (!denied || joined !== undefined) throw new InputError(`There is no flag --${written}. --help lists them.`);
    this.#switches.set(denied.name, false);
  }

  #readLetters(arg: string): void {
    for (let at = 1; at < arg.length; at++) {
      const flag = this.definitions.find(({ short }) => short === arg[at]);
      if (!flag) throw new InputError(`There is no flag -${arg[at]}. --help lists them.`);
      const rest = arg.slice(at + 1);
      const isJoined = rest !== '' && (flag.takes !== 'nothing' || rest.startsWith('='));
      this.#take(flag, `-${arg[at]}`, isJoined ? rest.replace(/^=/, '') : undefined, rest === '');
      if (isJoined) return;
    }
  }

  /** `isLast`: the flag's value may be the next argument. */
  #take({ name, takes }: FlagDefinition, written: string, joined: string | undefined, isLast = true): void {
    if (takes === 'nothing') {
      const isSaid = joined === undefined && isLast && /^(?:true|false)$/.test(this.args[this.#next] ?? '');
      const value = isSaid ? this.args[this.#next++] : (joined ?? 'true');
      if (value !== 'true' && value !== 'false') throw new InputError(`${written} takes true or false: ${value}`);
      this.#switches.set(name, value === 'true');
      return;
    }
    const next = this.args[this.#next];
    const isThere = next !== undefined && !isFlag(next);
    if (joined === undefined && !isThere && takes === 'text') {
      const hint = next === undefined ? '' : ` If ${JSON.stringify(next)} is meant, write ${written}=${next}`;
      throw new InputError(`${written} needs a value.${hint}`);
    }
    const value = joined ?? (isThere ? (this.args[this.#next++] ?? '') : '');
    this.#values.set(name, [...(this.#values.get(name) ?? []), value]);
  }
}

/** A lone hyphen, a negative number and a list item are not flags. */
function isFlag(arg: string): boolean {
  return /^-[^\d\s]/.test(arg);
}

function withHyphens(name: string): string {
  return name.replace(/(?<=[a-z])[A-Z]/g, letter => `-${letter.toLowerCase()}`);
}

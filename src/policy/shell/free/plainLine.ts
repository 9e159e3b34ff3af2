/** A word that a line contains literally: nothing in it is expanded, except that it may be a pattern of files. */
export interface PlainWord {
  /** Without quotes and escapes. */
  readonly value: string;
  /** True if unquoted `*`, `?` or brackets make it a pattern of files. */
  readonly isPattern: boolean;
}

/** One program of a plain line, with its arguments and the files that its input is redirected from. */
export interface PlainCommand {
  readonly words: readonly PlainWord[];
  readonly inputs: readonly PlainWord[];
  /** Its input is the output of the previous command. */
  readonly isPiped: boolean;
}

/** Longer lines are not plain. */
const MAX_LENGTH = 4000;
/** Characters that are not special to the shell outside quotes. `~`, `#`, `{` and `!` are so in some positions. */
const BARE = /[\w./,:=+@%^\p{L}\p{N}-]/u;
const BLANK = /[ \t]/;
/** In double quotes, a dollar sign before one of these characters is literal. */
const AFTER_LITERAL_DOLLAR = /["| ),/]/;
/** Redirections that write nothing: between streams, and to `/dev/null`. */
const TO_NOWHERE = /(?:[12]?>>?[ \t]*\/dev\/null|&>[ \t]*\/dev\/null|[12]?>&[12])(?=[ \t\n;|]|&&|$)/y;

/**
 * The commands of a line in the only form that is considered plain: literal words, joined by `;`, `&&`, `||`, `|` and
 * line ends, with redirections that only read or go to `/dev/null`. Null for any other line. Takes a single pass, one
 * character at a time.
 */
export function readPlainLine(text: string): readonly PlainCommand[] | null {
  return text.length > MAX_LENGTH ? null : new Reader(text).line();
}

class Reader {
  #at = 0;
  readonly #commands: PlainCommand[] = [];
  #words: PlainWord[] = [];
  #inputs: PlainWord[] = [];
  #isPiped = false;

  constructor(private readonly text: string) {}

  line(): readonly PlainCommand[] | null {
    let isOpen = false;
    while (this.#skipBlanks() < this.text.length) {
      if (this.#isJoint()) {
        const joint = this.#joint(isOpen);
        if (joint === null) return null;
        isOpen = joint;
      } else if (this.#part()) isOpen = false;
      else return null;
    }
    // A line that ends with `;` is complete; one that ends with `&&` is not.
    if (isOpen || (this.#words.length === 0 && this.#inputs.length > 0)) return null;
    this.#close();
    return this.#commands.length === 0 ? null : this.#commands;
  }

  /** A line continuation after a space counts as space. */
  #skipBlanks(): number {
    for (;;) {
      if (BLANK.test(this.text.charAt(this.#at))) this.#at++;
      else if (this.text.startsWith('\\\n', this.#at) && /^$|[ \t]/.test(this.text.charAt(this.#at - 1))) this.#at += 2;
      else return this.#at;
    }
  }

  #isJoint(): boolean {
    return /[;|\n]/.test(this.text.charAt(this.#at)) || this.text.startsWith('&&', this.#at);
  }

  /** Consumes a separator. Returns whether a command must follow; null if the separator isn't valid here. */
  #joint(isOpen: boolean): boolean | null {
    const { text } = this;
    const at = this.#at;
    const sign = ['&&', '||'].find(each => text.startsWith(each, at)) ?? text.charAt(at);
    if (this.#words.length === 0) {
      // Lines may be empty, and a line may continue after `&&`.
      this.#at++;
      return sign === '\n' && this.#inputs.length === 0 ? isOpen : null;
    }
    if (/[;&|]/.test(text.charAt(at + sign.length))) return null;
    this.#close();
    this.#at += sign.length;
    this.#isPiped = sign === '|';
    return sign.length === 2 || sign === '|';
  }

  #close(): void {
    if (this.#words.length > 0)
      this.#commands.push({ words: this.#words, inputs: this.#inputs, isPiped: this.#isPiped });
    this.#words = [];
    this.#inputs = [];
    this.#isPiped = false;
  }

  /** Consumes a word or a redirection. */
  #part(): boolean {
    TO_NOWHERE.lastIndex = this.#at;
    const nowhere = TO_NOWHERE.exec(this.text)?.[0];
    if (nowhere !== undefined) {
      this.#at += nowhere.length;
      return true;
    }
    const isInput = this.text.charAt(this.#at) === '<' && !/[<>&(]/.test(this.text.charAt(this.#at + 1));
    if (isInput) {
      this.#at++;
      this.#skipBlanks();
    }
    const word = this.#word();
    if (word === null || (isInput && word.isPattern)) return false;
    (isInput ? this.#inputs : this.#words).push(word);
    return true;
  }

  #word(): PlainWord | null {
    const start = this.#at;
    let value = '';
    let isPattern = false;
    while (this.#at < this.text.length) {
      const character = String.fromCodePoint(this.text.codePointAt(this.#at) ?? 0);
      if (BLANK.test(character) || this.#isJoint()) break;
      // A number right before a redirection is not a word but the stream that is redirected.
      if (/[<>&]/.test(character)) {
        if (/^\d+$/.test(this.text.slice(start, this.#at)) || this.#at === start) return null;
        break;
      }
      const piece = this.#piece(character, start);
      if (piece === null) return null;
      isPattern ||= /[*?[\]]/.test(character);
      value += piece;
    }
    const own = this.text.slice(start, this.#at);
    // A bracket alone is a word. A pattern that contains quotes is not plain, nor is one with a class such as
    // `[[=e=]]`, whose matches depend on the locale.
    if (own === '' || (isPattern && (own !== value || /\[[=:.]/.test(own)))) return null;
    return { value, isPattern: isPattern && !/^[[\]]$/.test(own) };
  }

  /** The value of the next characters of a word; null if they are not plain. */
  #piece(character: string, start: number): string | null {
    if (character === "'") return this.#quoted(singleQuoted(this.text, this.#at));
    if (character === '"') return this.#quoted(doubleQuoted(this.text, this.#at));
    if (character === '\\') {
      const next = this.text.charAt(this.#at + 1);
      if (!/[!-~ ]/.test(next)) return null;
      this.#at += 2;
      return next;
    }
    if (character === '{') return this.#lone(/@\{[\w-]*\}/y, this.#at - 1);
    const before = this.text.charAt(this.#at - 1);
    const isPlain =
      BARE.test(character) ||
      /[*?[\]]/.test(character) ||
      (character === '~' && this.#at > start && !/[=:]/.test(before)) ||
      (character === '#' && this.#at > start) ||
      (character === '!' && this.#words.length > 0);
    if (!isPlain) return null;
    this.#at += character.length;
    return character;
  }

  /** Braces that the shell leaves unchanged, as in `stash@{0}`. */
  #lone(pattern: RegExp, from: number): string | null {
    pattern.lastIndex = from;
    const found = pattern.exec(this.text)?.[0];
    if (found === undefined) return null;
    this.#at = from + found.length;
    return found.slice(1);
  }

  #quoted(found: { readonly value: string; readonly end: number } | null): string | null {
    if (found === null) return null;
    this.#at = found.end;
    return found.value;
  }
}

/** The text within the quotes that begin at `start`, and the offset after them; null if it is not plain. */
function singleQuoted(text: string, start: number): { readonly value: string; readonly end: number } | null {
  const end = text.indexOf("'", start + 1);
  return end < 0 ? null : { value: text.slice(start + 1, end), end: end + 1 };
}

function doubleQuoted(text: string, start: number): { readonly value: string; readonly end: number } | null {
  let value = '';
  for (let i = start + 1; i < text.length; i++) {
    const character = text.charAt(i);
    const next = text.charAt(i + 1);
    if (character === '"') return { value, end: i + 1 };
    if (character === '`' || (character === '$' && !AFTER_LITERAL_DOLLAR.test(next))) return null;
    if (character === '\\' && next === '\n') return null;
    if (character === '\\' && /[$`"\\]/.test(next)) {
      value += next;
      i++;
    } else value += character;
  }
  return null;
}

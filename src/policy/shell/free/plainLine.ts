/** A word that stands in a line as it is: nothing in it is expanded, but for the pattern of files it may be. */
export interface PlainWord {
  /** Without quotes and escapes. */
  readonly value: string;
  /** True if unquoted `*`, `?` or brackets make it a pattern of files. */
  readonly isPattern: boolean;
}

/** One program of a plain line, with its arguments and the files that it is fed from. */
export interface PlainCommand {
  readonly words: readonly PlainWord[];
  readonly inputs: readonly PlainWord[];
  /** It gets the output of the command before it. */
  readonly isPiped: boolean;
}

/** Longer lines are not read. */
const MAX_LENGTH = 4000;
/** Characters that mean nothing to the shell outside of quotes. `~`, `#`, `{` and `!` only do in certain places. */
const BARE = /[\w./,:=+@%^\p{L}\p{N}-]/u;
const BLANK = /[ \t]/;
/** In double quotes, a dollar sign before one of these stands for itself. */
const AFTER_LITERAL_DOLLAR = /["| ),/]/;
/** Redirections that write nothing: between streams, and to nowhere. */
const TO_NOWHERE = /(?:[12]?>>?[ \t]*\/dev\/null|&>[ \t]*\/dev\/null|[12]?>&[12])(?=[ \t\n;|]|&&|$)/y;

/**
 * The commands of a line of the one shape that needs no further reading: words that are literal, joined by `;`, `&&`,
 * `||`, `|` and ends of lines, with redirections that only read or lead to nowhere. Null for every other line. One pass,
 * one character at a time.
 */
export function readPlainLine(text: string): readonly PlainCommand[] | null {
  return text.length > MAX_LENGTH ? null : new Reader(text).line();
}

class Reader {
  private at = 0;
  private readonly commands: PlainCommand[] = [];
  private words: PlainWord[] = [];
  private inputs: PlainWord[] = [];
  private isPiped = false;

  constructor(private readonly text: string) {}

  line(): readonly PlainCommand[] | null {
    let isOpen = false;
    while (this.skipBlanks() < this.text.length) {
      if (this.isJoint()) {
        const joint = this.joint(isOpen);
        if (joint === null) return null;
        isOpen = joint;
      } else if (this.part()) isOpen = false;
      else return null;
    }
    // What ends with `;` is whole, what ends with `&&` is not.
    if (isOpen || (this.words.length === 0 && this.inputs.length > 0)) return null;
    this.close();
    return this.commands.length === 0 ? null : this.commands;
  }

  /** A line that goes on after a blank and a backslash is one line. */
  private skipBlanks(): number {
    for (;;) {
      if (BLANK.test(this.text.charAt(this.at))) this.at++;
      else if (this.text.startsWith('\\\n', this.at) && /^$|[ \t]/.test(this.text.charAt(this.at - 1))) this.at += 2;
      else return this.at;
    }
  }

  private isJoint(): boolean {
    return /[;|\n]/.test(this.text.charAt(this.at)) || this.text.startsWith('&&', this.at);
  }

  /** Whether a command has to follow; null if what stands here joins nothing. */
  private joint(isOpen: boolean): boolean | null {
    const { text, at } = this;
    const sign = ['&&', '||'].find(each => text.startsWith(each, at)) ?? text.charAt(at);
    if (this.words.length === 0) {
      // Lines may be empty, and a line may go on after `&&`.
      this.at++;
      return sign === '\n' && this.inputs.length === 0 ? isOpen : null;
    }
    if (/[;&|]/.test(text.charAt(at + sign.length))) return null;
    this.close();
    this.at += sign.length;
    this.isPiped = sign === '|';
    return sign.length === 2 || sign === '|';
  }

  private close(): void {
    if (this.words.length > 0) this.commands.push({ words: this.words, inputs: this.inputs, isPiped: this.isPiped });
    this.words = [];
    this.inputs = [];
    this.isPiped = false;
  }

  /** A word or a redirection. */
  private part(): boolean {
    TO_NOWHERE.lastIndex = this.at;
    const nowhere = TO_NOWHERE.exec(this.text)?.[0];
    if (nowhere !== undefined) {
      this.at += nowhere.length;
      return true;
    }
    const isInput = this.text.charAt(this.at) === '<' && !/[<>&(]/.test(this.text.charAt(this.at + 1));
    if (isInput) {
      this.at++;
      this.skipBlanks();
    }
    const word = this.word();
    if (word === null || (isInput && word.isPattern)) return false;
    (isInput ? this.inputs : this.words).push(word);
    return true;
  }

  private word(): PlainWord | null {
    const start = this.at;
    let value = '';
    let isPattern = false;
    while (this.at < this.text.length) {
      const character = String.fromCodePoint(this.text.codePointAt(this.at) ?? 0);
      if (BLANK.test(character) || this.isJoint()) break;
      // A digit right before a redirection is no word, but the stream that it is about.
      if (/[<>&]/.test(character)) {
        if (/^\d+$/.test(this.text.slice(start, this.at)) || this.at === start) return null;
        break;
      }
      const piece = this.piece(character, start);
      if (piece === null) return null;
      isPattern ||= /[*?[\]]/.test(character);
      value += piece;
    }
    const own = this.text.slice(start, this.at);
    // A bracket alone is a word; what is quoted within a pattern is not part of it. What a class within brackets finds
    // (`[[=e=]]`) is up to the language.
    if (own === '' || (isPattern && (own !== value || /\[[=:.]/.test(own)))) return null;
    return { value, isPattern: isPattern && !/^[[\]]$/.test(own) };
  }

  /** What the next characters of a word stand for; null if that is not plain. */
  private piece(character: string, start: number): string | null {
    if (character === "'") return this.quoted(singleQuoted(this.text, this.at));
    if (character === '"') return this.quoted(doubleQuoted(this.text, this.at));
    if (character === '\\') {
      const next = this.text.charAt(this.at + 1);
      if (!/[!-~ ]/.test(next)) return null;
      this.at += 2;
      return next;
    }
    if (character === '{') return this.lone(/@\{[\w-]*\}/y, this.at - 1);
    const before = this.text.charAt(this.at - 1);
    const isPlain =
      BARE.test(character) ||
      /[*?[\]]/.test(character) ||
      (character === '~' && this.at > start && !/[=:]/.test(before)) ||
      (character === '#' && this.at > start) ||
      (character === '!' && this.words.length > 0);
    if (!isPlain) return null;
    this.at += character.length;
    return character;
  }

  /** Braces that the shell leaves as they are, as in `stash@{0}`. */
  private lone(pattern: RegExp, from: number): string | null {
    pattern.lastIndex = from;
    const found = pattern.exec(this.text)?.[0];
    if (found === undefined) return null;
    this.at = from + found.length;
    return found.slice(1);
  }

  private quoted(found: { readonly value: string; readonly end: number } | null): string | null {
    if (found === null) return null;
    this.at = found.end;
    return found.value;
  }
}

/** What stands in the quotes that begin at `start`, and where they end; null if that is not plain. */
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

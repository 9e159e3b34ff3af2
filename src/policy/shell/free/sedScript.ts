/** Longer scripts are not accepted. */
const MAX_SCRIPT = 2000;
const CLASS = /\[:(?:alnum|alpha|blank|digit|lower|punct|space|upper|xdigit):\]/y;
const DELIMITERS = '/|#,@:!%~+';

/**
 * True for a script of addresses, substitutions and one-letter commands that print, delete, skip and the like. It
 * neither runs, reads nor writes anything. Takes a single pass.
 */
export function isPlainSedScript(script: string): boolean {
  return script.length <= MAX_SCRIPT && new Script(script).isPlain();
}

class Script {
  #at = 0;

  constructor(private readonly text: string) {}

  isPlain(): boolean {
    for (;;) {
      this.#skip(/[\s;]*/y);
      if (this.#at >= this.text.length) return true;
      if (!this.#addresses() || !this.#command()) return false;
      this.#skip(/[ \t]*/y);
      if (this.#at < this.text.length && !/[;\n]/.test(this.text.charAt(this.#at))) return false;
    }
  }

  #addresses(): boolean {
    if (!this.#address()) return !/[\\/]/.test(this.text.charAt(this.#at));
    if (this.text.charAt(this.#at) === ',') {
      this.#at++;
      if (!this.#skip(/[+~]\d+/y) && !this.#address()) return false;
    }
    this.#skip(/[ \t]*!?[ \t]*/y);
    return true;
  }

  #address(): boolean {
    if (this.#skip(/\d+(?:~\d+)?|\$/y)) return true;
    if (this.text.charAt(this.#at) !== '/' || !this.#upTo('/')) return false;
    this.#skip(/I/y);
    return true;
  }

  #command(): boolean {
    if (this.#skip(/[pdDPnNgGhHx=]|[qQ]\d{0,3}/y)) return true;
    const delimiter = this.text.charAt(this.#at + 1);
    if (!/[sy]/.test(this.text.charAt(this.#at)) || delimiter === '' || !DELIMITERS.includes(delimiter)) return false;
    const isSubstitution = this.text.charAt(this.#at) === 's';
    this.#at++;
    if (!this.#upTo(delimiter)) return false;
    // The middle delimiter ends one part and begins the other.
    this.#at--;
    if (!this.#upTo(delimiter)) return false;
    if (isSubstitution) this.#skip(/[gpiIM\d]*/y);
    return true;
  }

  /** Skips to after the next delimiter. Fails within an open bracket, since programs disagree on where it ends. */
  #upTo(delimiter: string): boolean {
    let isInBrackets = false;
    for (this.#at++; this.#at < this.text.length; this.#at++) {
      const character = this.text.charAt(this.#at);
      if (character === '\n') return false;
      if (character === delimiter) {
        this.#at++;
        return !isInBrackets;
      }
      if (character === '\\') {
        if (isInBrackets || !/[ -~]/.test(this.text.charAt(this.#at + 1))) return false;
        this.#at++;
      } else if (isInBrackets) {
        // All agree on a class such as `[:alpha:]`. Other nested brackets, and a leading `]`, are refused.
        CLASS.lastIndex = this.#at;
        const known = delimiter === ':' ? '' : (CLASS.exec(this.text)?.[0] ?? '');
        this.#at += Math.max(0, known.length - 1);
        if (known !== '') continue;
        if (character === '[') return false;
        if (character === ']') isInBrackets = false;
      } else if (character === '[') {
        isInBrackets = true;
        if (this.text.charAt(this.#at + 1) === '^') this.#at++;
        if (this.text.charAt(this.#at + 1) === ']') return false;
      }
    }
    return false;
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.#at += found.length;
    return found !== '';
  }
}

const ENTER = /[\r\n]/;
const [CTRL_D, BACKSPACE] = ['\x04', '\x7f'];
/** Takes the character before the cursor off the screen. */
const RUB_OUT = '\b \b';

/** What keys come to: what to draw, and the lines that are whole; null for the wish to close the input. */
export interface Typed {
  readonly drawn: string;
  readonly lines: readonly (string | null)[];
}

/** A line that somebody types into a terminal which has no line editing of its own. */
export class TypedLine {
  #characters: string[] = [];
  #drawn = 0;

  /**
   * Takes keys as a terminal gives them. Nothing is drawn unless `isVisible`. A line that is whole is taken off the screen
   * again: whoever gets it says what is to be seen of it.
   */
  take(keys: string, isVisible: boolean): Typed {
    // Cursor and function keys; there is nothing that they could move through.
    if (keys.startsWith('\x1b')) return { drawn: '', lines: [] };
    let drawn = '';
    const lines: (string | null)[] = [];
    for (const key of keys.replaceAll('\r\n', '\r')) {
      if (ENTER.test(key)) {
        drawn += RUB_OUT.repeat(this.#drawn);
        lines.push(this.#characters.join(''));
        this.#characters = [];
        this.#drawn = 0;
      } else if (key === CTRL_D && this.#characters.length === 0) lines.push(null);
      else if (key === BACKSPACE) drawn += this.#rubOut();
      else if (!/\p{Cc}/u.test(key)) {
        this.#characters.push(key);
        if (isVisible) drawn += this.#show();
      }
    }
    return { drawn, lines };
  }

  #rubOut(): string {
    this.#characters.pop();
    if (this.#drawn <= this.#characters.length) return '';
    this.#drawn--;
    return RUB_OUT;
  }

  /** All that has not been drawn yet: what was typed before it could be seen comes along. */
  #show(): string {
    const text = this.#characters.slice(this.#drawn).join('');
    this.#drawn = this.#characters.length;
    return text;
  }
}

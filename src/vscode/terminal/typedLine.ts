const ENTER = /[\r\n]/;
const [CTRL_D, BACKSPACE] = ['\x04', '\x7f'];
/** Erases the character before the cursor on the screen. */
const RUB_OUT = '\b \b';

/** The result of keys: the text to draw, and the complete lines; null: a request to close the input. */
export interface Typed {
  readonly drawn: string;
  readonly lines: readonly (string | null)[];
}

/** A line that the user types in a terminal without line editing of its own. */
export class TypedLine {
  #characters: string[] = [];
  #drawn = 0;

  /**
   * Takes keys as a terminal reports them. Draws nothing unless `isVisible`. A complete line is erased from the
   * screen again: its receiver decides what to show of it.
   */
  take(keys: string, isVisible: boolean): Typed {
    // Cursor and function keys are ignored.
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

  /** The text not drawn yet, including what was typed before it was visible. */
  #show(): string {
    const text = this.#characters.slice(this.#drawn).join('');
    this.#drawn = this.#characters.length;
    return text;
  }
}

// A command's output may control the terminal that shows it: write to the clipboard, create links, rename the window,
// or send queries that the terminal answers as if the user had typed. Only colors and what progress bars need may
// pass.

/** No color sequence has more parameter characters. */
const MAX_PARAMETERS = 64;
const ESC = '\x1b';

type State = 'text' | 'escape' | 'control' | 'string' | 'stringEscape';

/** Passes text, colors and moves within a line, in one pass; a sequence may arrive in any number of pieces. */
export class TerminalText {
  #state: State = 'text';
  #parameters = '';

  take(text: string): string {
    // Almost all output consists of these characters alone.
    if (this.#state === 'text' && !/[\0-\x07\x0b\x0c\x0e-\x1f\x7f-\x9f]/.test(text)) return text;
    let out = '';
    for (let at = 0; at < text.length; at++) out += this.#next(text.charAt(at));
    return out;
  }

  #next(character: string): string {
    switch (this.#state) {
      case 'text':
        return this.#plain(character);
      case 'escape':
        return this.#escaped(character);
      case 'control':
        return this.#control(character);
      case 'string':
      case 'stringEscape':
        return this.#within(character);
    }
  }

  #plain(character: string): string {
    if (/[^\0-\x1f\x7f-\x9f]|[\b\t\n\r]/.test(character)) return character;
    if (character === ESC) this.#state = 'escape';
    else if (character === '\x9b') this.#open();
    else if (/[\x90\x98\x9d-\x9f]/.test(character)) this.#state = 'string';
    return '';
  }

  #escaped(character: string): string {
    this.#state = 'text';
    if (character === '[') this.#open();
    else if (/[PX\]^_]/.test(character)) this.#state = 'string';
    // Intermediate characters may precede the final one of an escape sequence.
    else if (/[ -/]/.test(character)) this.#state = 'escape';
    else if (/[\0-\x1f\x80-\x9f]/.test(character)) return this.#plain(character);
    return '';
  }

  #open(): void {
    this.#state = 'control';
    this.#parameters = '';
  }

  #control(character: string): string {
    if (/[ -?]/.test(character)) {
      if (this.#parameters.length <= MAX_PARAMETERS) this.#parameters += character;
      return '';
    }
    this.#state = 'text';
    if (/[\0-\x1f\x80-\x9f]/.test(character)) return this.#plain(character);
    const isColour = character === 'm' && /^[\d;:]{0,64}$/.test(this.#parameters);
    const isErasing = character === 'K' && /^[0-2]?$/.test(this.#parameters);
    return isColour || isErasing ? `${ESC}[${this.#parameters}${character}` : '';
  }

  /** The end of a line ends a string as well: an unterminated one would hide everything after it. */
  #within(character: string): string {
    if (character === '\n') {
      this.#state = 'text';
      return character;
    }
    if (this.#state === 'stringEscape' && character !== '\\') {
      this.#state = 'escape';
      return this.#escaped(character);
    }
    if (character === ESC) this.#state = 'stringEscape';
    else if (/[\x07\x18\x1a\x9c\\]/.test(character) && (character !== '\\' || this.#state === 'stringEscape'))
      this.#state = 'text';
    return '';
  }
}

import { stripVTControlCharacters } from 'node:util';
import type { AwaitedInput } from '../../shared/events';

/** A command silent for this long may be waiting; it is then checked at this interval. */
const SILENCE_MS = 2000;
/** How many characters of a line are checked. */
const MAX_LINE = 1000;

// Dots and percentages at the end show progress, unless the line says what to press.
const PROGRESS = /(?:[.…]|\d\s?%)$/;
const KEY_WANTED = /\b(?:press|hit|enter|continue)\b/i;
const SECRET =
  /pass(?:word|phrase|code)|pass (?:phrase|code)|passwor[dt]|kennwort|mot de passe|contraseña|senha|\bpin\b|\botp\b|secret|token|api[ _-]?key|(?:verification|security|authentication) code/i;

export interface InputWatchOptions {
  /** Runs `work` after `ms` milliseconds; the returned function cancels it. */
  readonly after: (ms: number, work: () => void) => () => void;
  /** True if one of the command's processes is currently reading its input; false if not or unknown. */
  readonly isReading: () => Promise<boolean>;
  /** Called with the kind of input that the command waits for, and with null when it no longer does. */
  readonly onChange: (awaited: AwaitedInput | null) => void;
}

/**
 * Detects that a command waits for input: it has been silent for two seconds, and either its last line is unfinished
 * or one of its processes reads. Further output or input resets that.
 */
export class InputWatch {
  #awaited: AwaitedInput | null = null;
  /** The current unfinished line; empty after a line break or an answer. */
  #line = '';
  #lastWords = '';
  #round = 0;
  #isEnded = false;
  #cancel: () => void = () => undefined;

  constructor(private readonly options: InputWatchOptions) {
    this.#startOver();
  }

  /** The kind of a line given to the command now. */
  get kind(): AwaitedInput {
    return this.#awaited === 'secret' || SECRET.test(this.#lastWords) ? 'secret' : 'text';
  }

  /** To be called when the command printed something. */
  printed(text: string): void {
    const lines = (this.#line + text.slice(-MAX_LINE)).split(/[\r\n]/);
    this.#line = lines.at(-1)?.slice(-MAX_LINE) ?? '';
    this.#lastWords = lines.map(wordsOf).findLast(words => words !== '') ?? this.#lastWords;
    this.#startOver();
  }

  /** To be called when the command was given input. */
  answered(): void {
    this.#line = '';
    this.#startOver();
  }

  /** To be called when the command has ended or can't be given input any more. */
  end(): void {
    this.#isEnded = true;
    this.#startOver();
  }

  #startOver(): void {
    this.#round++;
    this.#cancel();
    this.#tell(null);
    if (!this.#isEnded) this.#lookLater();
  }

  #lookLater(): void {
    this.#cancel = this.options.after(SILENCE_MS, () => void this.#look(this.#round));
  }

  async #look(round: number): Promise<void> {
    const isWaiting = isPrompt(wordsOf(this.#line)) || (await this.options.isReading());
    if (round !== this.#round) return;
    if (isWaiting) this.#tell(this.kind);
    else this.#lookLater();
  }

  #tell(awaited: AwaitedInput | null): void {
    if (awaited === this.#awaited) return;
    this.#awaited = awaited;
    this.options.onChange(awaited);
  }
}

function isPrompt(words: string): boolean {
  return words !== '' && (!PROGRESS.test(words) || KEY_WANTED.test(words));
}

/** The line without control sequences for the cursor and colors. */
function wordsOf(line: string): string {
  return stripVTControlCharacters(line).trim();
}

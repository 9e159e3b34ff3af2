import { stripVTControlCharacters } from 'node:util';
import type { AwaitedInput } from '../../shared/events';

/** A command that has been silent for so long may be waiting; then it is looked at once in so long. */
const SILENCE_MS = 2000;
/** The longest line that is looked at. */
const MAX_LINE = 1000;

// Dots and percentages are what programs print while they work, unless they say what to press.
const PROGRESS = /(?:[.…]|\d\s?%)$/;
const KEY_WANTED = /\b(?:press|hit|enter|continue)\b/i;
const SECRET =
  /pass(?:word|phrase|code)|pass (?:phrase|code)|passwor[dt]|kennwort|mot de passe|contraseña|senha|\bpin\b|\botp\b|secret|token|api[ _-]?key|(?:verification|security|authentication) code/i;

export interface InputWatchOptions {
  /** Does something after so many milliseconds; what it returns prevents that. */
  readonly after: (ms: number, work: () => void) => () => void;
  /** True if a process of the command is known to read its input now; false if not, or if nobody can tell. */
  readonly isReading: () => Promise<boolean>;
  /** Called with what the command waits for, and with null when it no longer does. */
  readonly onChange: (awaited: AwaitedInput | null) => void;
}

/**
 * Tells when a command waits for input: it is silent for two seconds, and its last line is unfinished or one of its
 * processes reads. Anything that it prints then, or is given, takes that back.
 */
export class InputWatch {
  #awaited: AwaitedInput | null = null;
  /** The last line, as far as it has come; empty after a line end or an answer. */
  #line = '';
  #lastWords = '';
  #round = 0;
  #isEnded = false;
  #cancel: () => void = () => undefined;

  constructor(private readonly options: InputWatchOptions) {
    this.#startOver();
  }

  /** What is to be made of a line that the command is given now. */
  get kind(): AwaitedInput {
    return this.#awaited === 'secret' || SECRET.test(this.#lastWords) ? 'secret' : 'text';
  }

  /** The command printed something. */
  printed(text: string): void {
    const lines = (this.#line + text.slice(-MAX_LINE)).split(/[\r\n]/);
    this.#line = lines.at(-1)?.slice(-MAX_LINE) ?? '';
    this.#lastWords = lines.map(wordsOf).findLast(words => words !== '') ?? this.#lastWords;
    this.#startOver();
  }

  /** The command was given something. */
  answered(): void {
    this.#line = '';
    this.#startOver();
  }

  /** The command ended, or can be given nothing any more. */
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

/** A line without what only moves the cursor or sets colours. */
function wordsOf(line: string): string {
  return stripVTControlCharacters(line).trim();
}

// Finds an agent that goes round in circles. The functions only look; `LoopWatch` remembers, for one run.
import { stableJson } from '../../policy/stableJson';
import type { ToolCall } from '../../shared/messages';

/** The longest cycle of calls that counts as one, in calls. */
const LONGEST_CYCLE = 5;
/** So often in a row, and the model is told. */
const NUDGE_AT = 3;
/** So often in a row although it was told, and the run ends. */
const STOP_AT = 5;
/** What is done again and again on purpose, until something has happened; there are budgets against doing it for ever. */
const POLLS: ReadonlySet<string> = new Set(['read_background_output', 'list_background_processes']);
/** Enough to see the longest cycle as often as it takes to stop. */
const REMEMBERED_CALLS = LONGEST_CYCLE * STOP_AT;

/** The end of a text that is looked at, in characters; a unit that repeats is at most a tenth of it. */
const TEXT_WINDOW = 5000;
const TEXT_TIMES = 10;
/** Shorter repetitions may be meant. */
const TEXT_LENGTH = 500;
/** Repeated digits and dashes may well be data; so many of them are not. */
const WORDLESS_LENGTH = 2000;
const SHOWN_EVIDENCE = 300;
/** How many characters at the end of a text are looked for before it, first of all. */
const PROBE = 50;
/** How much text has to come before it is looked at again, in characters. */
const LOOK_EVERY = 250;
/** What begins or ends a block of code; code may repeat itself. */
const FENCE = /^ {0,3}(?:```|~~~)/;

/** What came again and again. `evidence` is one turn of it, cut if it is long; of `steps` that lead nowhere, what a model says of them. */
export interface Repetition {
  readonly kind: 'calls' | 'text' | 'steps';
  readonly evidence: string;
  /** How often in a row; of `steps`, how many turns there were. */
  readonly times: number;
}

/** The cycle that the keys end in and that came most often in a row, if that is at least `NUDGE_AT` times. */
export function repeatedCycle(
  keys: readonly string[],
): { readonly period: number; readonly times: number } | undefined {
  let found = { period: 0, times: NUDGE_AT - 1 };
  for (let period = 1; period <= LONGEST_CYCLE; period++) {
    let same = 0;
    while (same + period < keys.length && keys.at(-1 - same) === keys.at(-1 - same - period)) same++;
    const times = Math.floor(same / period) + 1;
    if (times > found.times) found = { period, times };
  }
  return found.period > 0 ? found : undefined;
}

/** What `prose` ends in over and over, if anything; only its last `TEXT_WINDOW` characters count. */
export function repeatedText(prose: string): Repetition | undefined {
  const tail = prose.slice(-TEXT_WINDOW);
  if (!endsAsBefore(tail)) return undefined;
  const { length, period } = longestPeriodicEnd(tail);
  if (length < TEXT_LENGTH) return undefined;
  const unit = tail.slice(-period);
  const hasWords = (unit.match(/\p{L}/gu) ?? []).length >= 3;
  if (!hasWords && (length < WORDLESS_LENGTH || !/[\p{L}\p{N}]/u.test(unit))) return undefined;
  return { kind: 'text', evidence: shorten(unit.trim()), times: Math.floor(length / period) };
}

/** Whether the last characters came shortly before as well, as they did in whatever repeats itself: a cheap question first. */
function endsAsBefore(text: string): boolean {
  const farthest = TEXT_WINDOW / TEXT_TIMES;
  return text.length >= TEXT_LENGTH && text.slice(-farthest - PROBE, -1).includes(text.slice(-PROBE));
}

/**
 * The longest end of `text` that is at least `TEXT_TIMES` times the same. Works on the reversed text, where an end is a
 * beginning: the period of each beginning is its length less its longest border.
 */
function longestPeriodicEnd(text: string): { readonly length: number; readonly period: number } {
  let found = { length: 0, period: 0 };
  const at = (i: number) => text.charCodeAt(text.length - 1 - i);
  const borders = new Int32Array(text.length + 1);
  for (let i = 1, border = 0; i < text.length; i++) {
    while (border > 0 && at(i) !== at(border)) border = borders[border] ?? 0;
    if (at(i) === at(border)) border++;
    borders[i + 1] = border;
    const length = i + 1;
    const period = length - border;
    if (period * TEXT_TIMES <= length) found = { length, period };
  }
  return found;
}

/** Follows the text of one answer as it grows, at a cost that is in proportion to the text. */
export class TextWatch {
  /** Whole lines since the last block of code; empty within one. */
  #prose = '';
  #line = '';
  #isCode = false;
  #unseen = 0;

  /** What the text now ends in over and over, if it was time to look. */
  add(text: string): Repetition | undefined {
    const lines = (this.#line + text).split('\n');
    this.#line = lines.pop() ?? '';
    for (const line of lines) this.#take(line);
    this.#unseen += text.length;
    if (this.#unseen < LOOK_EVERY) return undefined;
    this.#unseen = 0;
    this.#prose = this.#prose.slice(-TEXT_WINDOW);
    return this.#isCode || FENCE.test(this.#line) ? undefined : repeatedText(this.#prose + this.#line);
  }

  #take(line: string): void {
    const isFence = FENCE.test(line);
    if (isFence) this.#isCode = !this.#isCode;
    this.#prose = isFence || this.#isCode ? '' : `${this.#prose}${line}\n`;
  }
}

/** What one run has repeated so far; made when the run begins. */
export class LoopWatch {
  readonly #calls: { readonly key: string; readonly shown: string }[] = [];
  #isTold = false;
  #hadText = false;

  /** Takes note of the calls of an answer, before they run. `isFinal`: the model was told before and goes on with it. */
  takeCalls(calls: readonly ToolCall[]): (Repetition & { readonly isFinal: boolean }) | undefined {
    this.#calls.push(...calls.filter(({ name }) => !POLLS.has(name)).map(noted));
    this.#calls.splice(0, this.#calls.length - REMEMBERED_CALLS);
    const cycle = repeatedCycle(this.#calls.map(({ key }) => key));
    const wasTold = this.#isTold;
    this.#isTold = cycle !== undefined;
    if (!cycle) return undefined;
    const isFinal = wasTold && cycle.times >= STOP_AT;
    if (wasTold && !isFinal) return undefined;
    const evidence = this.#calls.slice(-cycle.period).map(({ shown }) => shown);
    return { kind: 'calls', evidence: evidence.join('\n'), times: cycle.times, isFinal };
  }

  /** Takes note that an answer was cut because its text repeated. True if it was not the first one of the run. */
  isSecondText(): boolean {
    const isSecond = this.#hadText;
    this.#hadText = true;
    return isSecond;
  }
}

/** The same for the same call, in whatever order its arguments come. */
function noted({ name, args }: ToolCall) {
  return { key: `${name}:${stableJson(args)}`, shown: shorten(`${name} ${JSON.stringify(args)}`) };
}

/** What the model is told when it repeats itself. */
export function nudgeFor({ kind, times, evidence }: Repetition): string {
  switch (kind) {
    case 'text':
      return '[Your answer was cut off because it said the same thing over and over. Do not say it again: go on with the task in another way, or say what keeps you from it.]';
    case 'calls':
      return `[You have made the same call, or the same few calls in turn, ${times} times in a row. Making them again will not help: look at what they gave you and go on in another way, or tell the user what keeps you from it.]`;
    case 'steps':
      return `[After ${times} turns your last steps seem to lead nowhere: ${evidence} Step back: look at what the user asked for and at what you know by now, and go on in another way, or tell the user what keeps you from it.]`;
    default:
      return kind satisfies never;
  }
}

function shorten(text: string): string {
  return text.length > SHOWN_EVIDENCE ? `${text.slice(0, SHOWN_EVIDENCE)}…` : text;
}

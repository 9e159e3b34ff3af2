// Detects an agent that repeats itself. The functions are pure; `LoopWatch` holds the state of one run.
import { stableJson } from '../../policy/stableJson';
import type { ToolCall } from '../../shared/messages';

/** The longest cycle that is detected, in calls. */
const LONGEST_CYCLE = 5;
/** After this many repetitions in a row, the model is told. */
const NUDGE_AT = 3;
/** After this many repetitions in a row although it was told, the run ends. */
const STOP_AT = 5;
/** Calls that are repeated on purpose to wait for something; budgets limit them. */
const POLLS: ReadonlySet<string> = new Set(['read_background_output', 'list_background_processes']);
/** Enough to see the longest cycle repeat until the run is stopped. */
const REMEMBERED_CALLS = LONGEST_CYCLE * STOP_AT;

/** How much of the end of a text is examined, in characters; a repeated unit is at most a tenth of it. */
const TEXT_WINDOW = 5000;
const TEXT_TIMES = 10;
/** Shorter repetitions may be intended. */
const TEXT_LENGTH = 500;
/** Repeated digits and dashes may well be data, but not this many. */
const WORDLESS_LENGTH = 2000;
const SHOWN_EVIDENCE = 300;
/** How many characters from the end of a text are first searched for in the text before them. */
const PROBE = 50;
/** How much of the end of a text is searched, in characters. */
const NEAR = TEXT_WINDOW / TEXT_TIMES + PROBE;
/** How much new text is added before the next check, in characters. */
const LOOK_EVERY = 250;
/** The start or end of a code block; code may repeat itself. */
const FENCE = /^ {0,3}(?:```|~~~)/;

/**
 * Something that was repeated. `evidence` is one repetition, truncated if long; for kind `steps` (no progress), a
 * model's description of them.
 */
export interface Repetition {
  readonly kind: 'calls' | 'text' | 'steps';
  readonly evidence: string;
  /** The number of repetitions in a row; for `steps`, the number of turns so far. */
  readonly times: number;
}

/** The cycle at the end of `keys` that was repeated most often in a row, if at least `NUDGE_AT` times. */
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

/** The repeated text that `prose` ends in, if any; only its last `TEXT_WINDOW` characters count. */
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

/** A cheap check first: whether the last characters also occur shortly before, as in any repeated text. */
function endsAsBefore(text: string): boolean {
  return text.length >= TEXT_LENGTH && text.slice(-NEAR, -1).includes(text.slice(-PROBE));
}

/**
 * The longest suffix of `text` that repeats one unit at least `TEXT_TIMES` times. Works on the reversed text, where a
 * suffix becomes a prefix: the period of a prefix is its length minus its longest border.
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

/**
 * Follows the text of one answer as it grows, at a cost proportional to the text. What is found doesn't depend on the
 * pieces in which the text comes.
 */
export class TextWatch {
  /** Complete lines since the last code block; empty inside one. */
  #prose = '';
  /** The end of `#prose`, for the first look of each check: any look at all of a text that grew copies it. */
  #near = '';
  #line = '';
  #isCode = false;
  #unseen = 0;

  /** Returns the repeated text in which the answer ended at a check, and how much of `text` was read until then. */
  add(text: string): { readonly repetition?: Repetition; readonly read: number } {
    let read = 0;
    while (read < text.length) {
      const step = text.slice(read, read + LOOK_EVERY - this.#unseen);
      read += step.length;
      const repetition = this.#addStep(step);
      if (repetition) return { repetition, read };
    }
    return { read };
  }

  #addStep(text: string): Repetition | undefined {
    const lines = (this.#line + text).split('\n');
    this.#line = lines.pop() ?? '';
    for (const line of lines) this.#take(line);
    this.#unseen += text.length;
    if (this.#unseen < LOOK_EVERY) return undefined;
    this.#unseen = 0;
    this.#near = this.#near.slice(-NEAR);
    if (this.#prose.length > 2 * TEXT_WINDOW) this.#prose = this.#prose.slice(-TEXT_WINDOW);
    if (this.#isCode || FENCE.test(this.#line) || !endsAsBefore(this.#near + this.#line)) return undefined;
    return repeatedText(this.#prose + this.#line);
  }

  #take(line: string): void {
    const isFence = FENCE.test(line);
    if (isFence) this.#isCode = !this.#isCode;
    const isProse = !isFence && !this.#isCode;
    this.#prose = isProse ? `${this.#prose}${line}\n` : '';
    this.#near = isProse ? `${this.#near}${line}\n` : '';
  }
}

/** The repetitions of one run; created when the run begins. */
export class LoopWatch {
  readonly #calls: { readonly key: string; readonly shown: string }[] = [];
  #isTold = false;
  #hadText = false;

  /** Records an answer's calls before they run. `isFinal`: the model was told about the repetition and continues it. */
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

  /** Records that an answer was cut off because its text repeated. True if it was not the first one in the run. */
  isSecondText(): boolean {
    const isSecond = this.#hadText;
    this.#hadText = true;
    return isSecond;
  }
}

/** The key is the same for the same call, whatever the order of its arguments. */
function noted({ name, args }: ToolCall) {
  return { key: `${name}:${stableJson(args)}`, shown: shorten(`${name} ${JSON.stringify(args)}`) };
}

/** The message that tells the model it repeats itself. */
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

import type { Risk } from './command';
import { shortened } from './oneCommand';

/** The number of words and redirections that are examined, counted again for each command they are nested in. */
const MAX_WORDS = 2000;
/** Examining a command and parsing a text cost as much as this many words. */
const COST_OF_COMMAND = 3;
export const COST_OF_TEXT = 30;

/** The remaining effort for a line. If it is exceeded, that is a risk. */
export class WordBudget {
  #wordsLeft = MAX_WORDS;

  /** `risks`: where exceeding the budget is recorded. */
  constructor(private readonly risks: Risk[]) {}

  /** Nothing more is examined. */
  get isSpent(): boolean {
    return this.#wordsLeft < 0;
  }

  /** False once examining everything would take too long. */
  affords(words: number, text: string): boolean {
    if (this.isSpent) return false;
    const left = (this.#wordsLeft -= words + COST_OF_COMMAND);
    if (left < 0) this.risks.push({ kind: 'unparsed', detail: shortened(text) });
    return left >= 0;
  }
}

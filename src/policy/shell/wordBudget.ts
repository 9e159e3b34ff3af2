import type { Risk } from './command';
import { shortened } from './oneCommand';

/** So many words and redirections are looked at, each as often as it is part of a command within another one. */
const MAX_WORDS = 2000;
/** To look at a command, and to parse a text, take as long as so many words do. */
const COST_OF_COMMAND = 3;
export const COST_OF_TEXT = 30;

/** How much of a line is still looked at; that there is more than that is a risk. */
export class WordBudget {
  private wordsLeft = MAX_WORDS;

  /** `risks`: where it is said once it is spent. */
  constructor(private readonly risks: Risk[]) {}

  /** Nothing more is looked at. */
  get isSpent(): boolean {
    return this.wordsLeft < 0;
  }

  /** False once there is so much that to look at all of it would take too long. */
  affords(words: number, text: string): boolean {
    if (this.isSpent) return false;
    const left = (this.wordsLeft -= words + COST_OF_COMMAND);
    if (left < 0) this.risks.push({ kind: 'unparsed', detail: shortened(text) });
    return left >= 0;
  }
}

/**
 * Keeps the space of an answered card, which shrinks to a row, until what comes next has filled it: a conversation that
 * is followed to its end would otherwise move down and up again with each answer.
 */
export class AnswerSpace {
  #last = { height: 0, width: 0, cards: 0 };
  /** The height that the content keeps, with the space below it; 0: only what it needs. */
  #kept = 0;

  /** `cards`: the live collection of the cards that wait for an answer. */
  constructor(
    private readonly content: HTMLElement,
    private readonly cards: HTMLCollectionOf<Element>,
  ) {}

  /** Called when a size has been observed. `most`: the space that may be kept, in pixels; 0 while nothing is followed. */
  update(most: number): void {
    const last = this.#last;
    const { offsetHeight: height, offsetWidth: width } = this.content;
    const lost = last.height - height;
    const isAnswer = this.cards.length < last.cards && width === last.width;
    if (isAnswer && lost > 0 && lost < most) this.#kept = last.height;
    else if (width !== last.width || height > this.#kept) this.clear();
    this.#last = { height: Math.max(height, this.#kept), width, cards: this.cards.length };
    this.#show(this.#last.height - height);
  }

  /** Gives the space up; what has been answered by now keeps none. */
  clear(): void {
    this.#last = { ...this.#last, cards: 0 };
    this.#kept = 0;
    this.#show(0);
  }

  /** A margin isn't part of the size that is observed, so that it can change while sizes are. */
  #show(space: number): void {
    this.content.style.marginBottom = space === 0 ? '' : `${space}px`;
  }
}

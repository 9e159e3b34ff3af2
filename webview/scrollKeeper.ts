import { AnswerSpace } from './answerSpace';

/** The view counts as being at the end within this many pixels. */
const NEAR = 24;

/**
 * Keeps a scrolling element at its end while content is added, until the user moves away from it. Only observes
 * sizes, after layout, so following causes no extra layout.
 */
export class ScrollKeeper {
  #isPinned = true;
  #lastTop = 0;
  #isPressed = false;
  /** Shows the place that should stay in view until the user moves. */
  #showHeld: (() => void) | undefined;
  readonly #cards: HTMLCollectionOf<Element>;
  readonly #seen = new WeakSet<Element>();
  /** A tall form that is waiting, unless the user has scrolled away from it. */
  #card: Element | undefined;
  readonly #space: AnswerSpace;
  readonly #sizes = new ResizeObserver(() => this.#follow());
  readonly #end = new AbortController();

  /** `onChange` is called when the view is pinned to the end or released. */
  constructor(
    private readonly view: HTMLElement,
    content: HTMLElement,
    private readonly onChange: (isPinned: boolean) => void,
  ) {
    this.#cards = content.getElementsByClassName('approval');
    this.#space = new AnswerSpace(content, this.#cards);
    this.#sizes.observe(content);
    this.#sizes.observe(view);
    const { signal } = this.#end;
    view.addEventListener('scroll', () => this.#scrolled(), { signal, passive: true });
    view.addEventListener('pointerdown', () => (this.#isPressed = true), { signal });
    // Follows again only after the resulting click, so that nothing moves under the pointer.
    for (const type of ['pointerup', 'pointercancel']) addEventListener(type, () => this.#released(), { signal });
    view.addEventListener('click', event => opens(event) && this.#pin(false), { signal, capture: true });
    view.addEventListener('focusin', event => isInEarlierTurn(event) && this.#pin(false), { signal });
    document.addEventListener('selectionchange', () => this.#selected(), { signal });
    const letGo = () => (this.#showHeld = undefined);
    for (const type of ['wheel', 'pointerdown', 'focusin', 'touchstart'])
      view.addEventListener(type, letGo, { signal, passive: true });
    document.addEventListener('keydown', letGo, { signal, capture: true });
  }

  /** Begins away from the end. Content that is out of view gets its size only later, so `show` is called repeatedly. */
  hold(show: () => void): void {
    this.#pin(false);
    this.#showHeld = show;
    show();
    this.#lastTop = this.view.scrollTop;
  }

  /** Scrolls to the end and stays there. */
  toEnd(): void {
    this.#showHeld = undefined;
    this.#pin(true);
    this.#space.clear();
    this.#showEnd();
  }

  /** Stops following, as if the user had scrolled away from the end: something else should stay in view. */
  release(): void {
    this.#showHeld = undefined;
    this.#pin(false);
  }

  dispose(): void {
    this.#sizes.disconnect();
    this.#end.abort();
  }

  #follow(): void {
    const isFollowing = this.#isPinned && !this.#isPressed && !this.#showHeld;
    this.#space.update(isFollowing ? this.view.clientHeight : 0);
    if (this.#showHeld) this.#showHeld();
    else if (this.#isPressed) this.#pinAtEnd();
    else if (this.#card?.isConnected === false) this.#leaveCard();
    else if (!this.#isPinned) this.#pinAtEnd();
    else if (!this.#showCard()) this.#showEnd();
  }

  #showEnd(): void {
    this.view.scrollTop = this.view.scrollHeight;
    this.#lastTop = this.view.scrollTop;
  }

  /**
   * A new form that is taller than the view is shown from its beginning; of other cards, the buttons stay in view.
   * Returns false if there is none.
   */
  #showCard(): boolean {
    const fresh = [...this.#cards].filter(card => !this.#seen.has(card));
    for (const card of fresh) this.#seen.add(card);
    const isTall = (card: Element) => headOf(card).clientHeight > this.view.clientHeight;
    const card = fresh.find(each => each.querySelector('.question') && isTall(each));
    if (!card) return false;
    const head = headOf(card);
    this.hold(() => {
      if (card.isConnected) this.view.scrollTop += head.getBoundingClientRect().top - this.#top();
      else this.#leaveCard();
    });
    this.#card = card;
    return true;
  }

  /** Follows again once a card that was shown from its beginning has been answered. */
  #leaveCard(): void {
    this.#card = undefined;
    this.toEnd();
  }

  #top(): number {
    return this.view.getBoundingClientRect().top;
  }

  #scrolled(): void {
    if (this.#showHeld) this.#lastTop = this.view.scrollTop;
    else if (this.#distance() <= NEAR) this.#pin(true);
    // Growing content also increases the distance; only upward scrolling is the user's.
    else if (this.view.scrollTop < this.#lastTop - 1) this.#pin(false);
    this.#lastTop = this.view.scrollTop;
    // The user is reading something else.
    if (this.#card && this.#card.getBoundingClientRect().top - this.#top() > this.view.clientHeight)
      this.#card = undefined;
  }

  #released(): void {
    if (!this.#isPressed) return;
    setTimeout(() => {
      this.#isPressed = false;
      this.#follow();
    });
  }

  #selected(): void {
    const selection = getSelection();
    if (selection && !selection.isCollapsed && this.view.contains(selection.anchorNode)) this.#pin(false);
  }

  /** After a size change that was not followed: pins the view if it is at the end anyway. */
  #pinAtEnd(): void {
    if (!this.#isPressed && this.#distance() <= NEAR && (getSelection()?.isCollapsed ?? true)) this.#pin(true);
  }

  #distance(): number {
    return this.view.scrollHeight - this.view.clientHeight - this.view.scrollTop;
  }

  #pin(isPinned: boolean): void {
    if (this.#isPinned === isPinned) return;
    this.#isPinned = isPinned;
    this.onChange(isPinned);
  }
}

/** What names the card. */
function headOf(card: Element): Element {
  return card.closest('[role=group]') ?? card;
}

/** What the user opens or closes stays in place. */
function opens({ target }: Event): boolean {
  return target instanceof Element && target.closest('[aria-expanded], summary') !== null;
}

function isInEarlierTurn({ target }: Event): boolean {
  const turn = target instanceof Element ? target.closest('article') : null;
  return turn !== null && turn !== turn.parentElement?.querySelector(':scope > article:last-of-type');
}

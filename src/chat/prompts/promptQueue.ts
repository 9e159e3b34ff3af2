import type { ChatValues } from '../chatValues';

/** Separates what stays apart in a stored queue. */
const APART = '\u001e';

/** What is to be sent when the run in progress has ended, stored with the chat. */
export class PromptQueue {
  constructor(private readonly values: Pick<ChatValues, 'get' | 'set'>) {}

  /** All of it, as it is shown; empty: nothing. */
  get text(): string {
    return this.#parts.join('\n\n');
  }

  /** Appends a prompt to the last one. Commands stay apart, because what follows would be part of their arguments. */
  add(text: string): void {
    const parts = this.#parts;
    const last = parts.at(-1);
    const isApart = last === undefined || [last, text].some(each => /^[/!]/.test(each));
    this.#store(isApart ? [...parts, text] : [...parts.slice(0, -1), `${last}\n\n${text}`]);
  }

  /** Removes and returns all of it; empty: nothing. */
  takeAll(): string {
    const { text } = this;
    this.#store([]);
    return text;
  }

  /** Removes and returns the first prompt or command; empty: there is none. */
  takeNext(): string {
    const [next = '', ...others] = this.#parts;
    this.#store(others);
    return next;
  }

  get #parts(): readonly string[] {
    return (this.values.get('queued') ?? '').split(APART).filter(Boolean);
  }

  #store(parts: readonly string[]): void {
    this.values.set('queued', parts.length === 0 ? undefined : parts.join(APART));
  }
}

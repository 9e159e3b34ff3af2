import type { Followed } from '../ports/followed';

/** With more, the conversation would be about nothing else. */
const MAX_FOLLOWED = 50;

/** The attachments of its prompts that a session follows. */
export class FollowedList {
  readonly #all = new Map<string, Followed>();
  #isEnded = false;

  /** If the list is full, the one that has been followed the longest is dropped. */
  add(followed: Followed): void {
    if (this.#isEnded) return followed.end();
    this.#drop(followed.id);
    this.#all.set(followed.id, followed);
    const [oldest] = this.#all.keys();
    if (this.#all.size > MAX_FOLLOWED && oldest !== undefined) this.#drop(oldest);
  }

  /** What has changed since the last call, one text for each. */
  async news(signal: AbortSignal): Promise<readonly string[]> {
    const told = await Promise.all([...this.#all.values()].map(each => each.news(signal)));
    return told.flatMap(text => text ?? []);
  }

  end(): void {
    this.#isEnded = true;
    for (const id of [...this.#all.keys()]) this.#drop(id);
  }

  #drop(id: string): void {
    this.#all.get(id)?.end();
    this.#all.delete(id);
  }
}

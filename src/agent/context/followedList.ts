import type { Followed } from '../ports/followed';

/** More would be no conversation about them. */
const MAX_FOLLOWED = 50;

/** What a session follows of all that came along with its prompts. */
export class FollowedList {
  readonly #all = new Map<string, Followed>();
  #isEnded = false;

  /** The one that has been followed the longest makes room. */
  add(followed: Followed): void {
    if (this.#isEnded) return followed.end();
    this.#drop(followed.id);
    this.#all.set(followed.id, followed);
    const [oldest] = this.#all.keys();
    if (this.#all.size > MAX_FOLLOWED && oldest !== undefined) this.#drop(oldest);
  }

  /** What has changed since this was asked last, one text for each. */
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

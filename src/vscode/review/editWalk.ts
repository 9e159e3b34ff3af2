/** The proposed edits that are looked at one after another; keys as returned by `callKey`. */
export interface WalkedEdits {
  /** Those that are waiting for a decision now, in order. */
  keys(): readonly string[];
  /** Called before an edit is shown. */
  onShow(key: string): void;
  /** Called before the edit that is shown gives way to another, or to itself on another text. */
  onLeave(key: string): void;
}

/** The diffs of proposed edits. */
export interface WalkedDiffs {
  /** Resolves with false if there is none. */
  open(key: string): Promise<boolean>;
  pending(): readonly { readonly callId: string }[];
  activeCallId(): string | undefined;
}

/** Leads the user from one proposed edit to another: on request, and through a chat's after each decision in a diff. */
export class EditWalk {
  #edits: WalkedEdits | undefined;
  #shown: string | undefined;

  constructor(private readonly diffs: WalkedDiffs) {}

  /** Shows the change after the active one, or the first; after the last comes the first. */
  next(): Promise<boolean> {
    return this.#step(1);
  }

  previous(): Promise<boolean> {
    return this.#step(-1);
  }

  /** Shows the first edit. */
  async begin(edits: WalkedEdits): Promise<void> {
    this.#edits = edits;
    this.#shown = undefined;
    await this.#show(edits.keys()[0]);
  }

  /** Must be called before the edit shown is decided on. Shows the next; after the last comes the first. */
  async goOn(from: string): Promise<void> {
    if (from !== this.#shown) return;
    const next = neighbour(this.#edits?.keys() ?? [], from, 1);
    await this.#show(next === from ? undefined : next);
  }

  /** Must be called before an edit is closed in order to be shown again. Whether the user has been led to it. */
  leave(key: string): boolean {
    if (key === this.#shown) this.#edits?.onLeave(key);
    return key === this.#shown;
  }

  /** Must be called before that edit is shown again. */
  showAgain(key: string): void {
    if (key === this.#shown) this.#edits?.onShow(key);
  }

  /** Must be called when the user opens an edit by itself. */
  end(): void {
    this.#edits = undefined;
    this.#shown = undefined;
  }

  async #show(key: string | undefined): Promise<void> {
    const left = this.#shown;
    if (key === undefined) {
      this.end();
      return;
    }
    if (left !== undefined) this.#edits?.onLeave(left);
    this.#shown = key;
    this.#edits?.onShow(key);
    await this.diffs.open(key);
  }

  async #step(by: 1 | -1): Promise<boolean> {
    const all = this.diffs.pending().map(({ callId }) => callId);
    const key = neighbour(all, this.diffs.activeCallId(), by);
    return key !== undefined && this.diffs.open(key);
  }
}

/** The next or previous key, cyclic; without an active one, the first or the last. */
function neighbour(keys: readonly string[], active: string | undefined, by: 1 | -1): string | undefined {
  const index = keys.indexOf(active ?? '');
  const from = index < 0 && by < 0 ? 0 : index;
  return keys[(from + by + keys.length) % keys.length];
}

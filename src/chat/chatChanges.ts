import type { Choice, HunkPlace, ReviewedChanges } from '../agent/ports/changes';
import type { ChangesView } from '../shared/protocol';

/** How many files are listed at most; decisions about all changes include the others. */
const MOST_LISTED = 50;

/** What a chat's bar shares with the rest of the window. */
export interface ChangeCommands {
  /** Resolves with the decision's id; undefined: nothing was decided yet. */
  readonly decideNow: (ids: readonly string[], choice: Choice) => Promise<number | undefined>;
  readonly openAllChanges: (named: { readonly ids: readonly string[] }) => Promise<void>;
  readonly takeBack: (decision: number) => Promise<void>;
}

export interface ChatChangesOptions {
  /** Undefined while nothing is under review. */
  readonly opened: () => { readonly changes: ReviewedChanges; readonly commands: ChangeCommands } | undefined;
  /** The ids of the chats that are shown. */
  readonly chatIds: () => readonly string[];
  /** Returns a file's path as shown to users. */
  readonly pathOf: (file: string) => string;
  /** Called when what is shown of a chat's changes has changed. */
  readonly onChange: () => void;
  readonly reportBug: (message: string, error: unknown) => void;
}

/** The changes of a chat's agent that the user can still keep or undo, for the bar above the message box. */
export class ChatChanges {
  #shown = '';
  /** What the user last decided in a bar, about all changes or those in one file. */
  #decided: { readonly chatId: string; readonly id: number } | undefined;
  /** The chat whose changes are being decided, and the last decision before. */
  #deciding: { readonly chatId: string; readonly last: number | undefined } | undefined;

  constructor(private readonly options: ChatChangesOptions) {}

  /** Undefined: there is nothing to decide and no decision to take back. */
  view(chatId: string): ChangesView | undefined {
    const places = this.#placesOf(chatId);
    const canTakeBack = this.#canTakeBack(chatId);
    if (places.length === 0 && !canTakeBack) return undefined;
    const counts = new Map<string, number>();
    for (const { file } of places) counts.set(file, (counts.get(file) ?? 0) + 1);
    const listed = [...counts].slice(0, MOST_LISTED);
    const decided = this.options.opened()?.changes.reviewedOf(chatId) ?? 0;
    const seen = places.filter(({ hunk }) => hunk.isSeen).length;
    return {
      count: places.length,
      reviewed: decided + seen,
      total: decided + places.length,
      files: counts.size,
      listed: listed.map(([file, count]) => ({ file, path: this.options.pathOf(file), count })),
      canTakeBack,
    };
  }

  /** Must be called when the changes under review or the shown chats may have changed. */
  update(): void {
    const shown = JSON.stringify(this.options.chatIds().map(id => this.view(id) ?? null));
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.options.onChange();
  }

  /** Decides about all changes of a chat, or those in one file. */
  async decide(chatId: string, choice: Choice, file?: string): Promise<void> {
    const places = this.#placesOf(chatId).filter(place => file === undefined || place.file === file);
    // Undoing everything leaves out hunks that another chat has changed as well.
    const meant = choice === 'undo' ? places.filter(({ hunk }) => isOnlyOf(hunk, chatId)) : places;
    await this.#run(async ({ decideNow }, { lastDecision }) => {
      this.#deciding = { chatId, last: lastDecision };
      try {
        const id = await decideNow(idsOf(meant), choice);
        this.#decided = id === undefined ? undefined : { chatId, id };
      } finally {
        this.#deciding = undefined;
        this.update();
      }
    });
  }

  async review(chatId: string): Promise<void> {
    await this.#run(({ openAllChanges }) => openAllChanges({ ids: idsOf(this.#placesOf(chatId)) }));
  }

  /** Reverts the last decision made in a bar, and never another one. */
  async takeBack(): Promise<void> {
    const decided = this.#decided;
    this.#decided = undefined;
    if (decided) await this.#run(({ takeBack }) => takeBack(decided.id));
  }

  /** Must be called when something newer than the last decision has happened, which then can't be taken back here. */
  forgetDecision(): void {
    this.#decided = undefined;
  }

  #canTakeBack(chatId: string): boolean {
    const last = this.options.opened()?.changes.lastDecision;
    if (last === undefined) return false;
    // The bar stays while the decision is being written.
    if (this.#deciding) return this.#deciding.chatId === chatId && this.#deciding.last !== last;
    return this.#decided?.chatId === chatId && this.#decided.id === last;
  }

  async #run(task: (commands: ChangeCommands, changes: ReviewedChanges) => Promise<void>): Promise<void> {
    const opened = this.options.opened();
    if (!opened) return;
    await task(opened.commands, opened.changes).catch((error: unknown) =>
      this.options.reportBug('Changes of a chat could not be decided', error),
    );
  }

  #placesOf(chatId: string): readonly HunkPlace[] {
    const all = this.options.opened()?.changes.all() ?? [];
    return all.filter(({ hunk }) => hunk.sources.some(({ sessionId }) => sessionId === chatId));
  }
}

function isOnlyOf({ sources }: HunkPlace['hunk'], chatId: string): boolean {
  return sources.every(({ sessionId }) => sessionId === chatId);
}

function idsOf(places: readonly HunkPlace[]): string[] {
  return places.map(({ hunk }) => hunk.id);
}

import type { Choice, HunkPlace, ReviewedChanges } from '../agent/ports/changes';
import type { ChangesView } from '../shared/protocol';

/** How many files are listed at most; decisions about all changes include the others. */
const MOST_LISTED = 50;

/** The commands that a chat's bar shares with the rest of the window. */
export interface ChangeCommands {
  readonly keepFileChanges: (named: { readonly ids: readonly string[] }) => Promise<void>;
  readonly undoFileChanges: (named: { readonly ids: readonly string[] }) => Promise<void>;
  readonly openAllChanges: (named: { readonly ids: readonly string[] }) => Promise<void>;
  readonly takeDecisionBack: () => Promise<void>;
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
  /** The chat in which the user last decided about all changes together. */
  #decidedIn: string | undefined;

  constructor(private readonly options: ChatChangesOptions) {}

  /** Undefined: there is nothing to decide and no decision to take back. */
  view(chatId: string): ChangesView | undefined {
    const places = this.#placesOf(chatId);
    const canTakeBack = this.#decidedIn === chatId && this.options.opened()?.changes.canStepBack === true;
    if (places.length === 0 && !canTakeBack) return undefined;
    const counts = new Map<string, number>();
    for (const { file } of places) counts.set(file, (counts.get(file) ?? 0) + 1);
    const listed = [...counts].slice(0, MOST_LISTED);
    return {
      count: places.length,
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

  /** Decides about all changes of a chat, or those in one file. Returns before the decision is carried out. */
  decide(chatId: string, choice: Choice, file?: string): void {
    const places = this.#placesOf(chatId).filter(place => file === undefined || place.file === file);
    // Undoing everything leaves out hunks that another chat has changed as well.
    const meant = choice === 'undo' ? places.filter(({ hunk }) => isOnlyOf(hunk, chatId)) : places;
    this.#decidedIn = chatId;
    this.#run(({ keepFileChanges, undoFileChanges }) =>
      (choice === 'keep' ? keepFileChanges : undoFileChanges)({ ids: idsOf(meant) }),
    );
  }

  review(chatId: string): void {
    this.#run(({ openAllChanges }) => openAllChanges({ ids: idsOf(this.#placesOf(chatId)) }));
  }

  takeBack(): void {
    this.#decidedIn = undefined;
    this.#run(({ takeDecisionBack }) => takeDecisionBack());
  }

  /** Must be called when something newer than the last decision has happened, which then can't be taken back here. */
  forgetDecision(): void {
    this.#decidedIn = undefined;
  }

  #run(command: (commands: ChangeCommands) => Promise<void>): void {
    const opened = this.options.opened();
    if (!opened) return;
    // Not awaited: the command may wait for an answer to its message.
    command(opened.commands).catch((error: unknown) =>
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

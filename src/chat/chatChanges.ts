import type { Choice, HunkPlace, ReviewedChanges } from '../agent/ports/changes';
import type { ChangesView } from '../shared/protocol';

/** As many files are listed; decisions about all are about the others too. */
const MOST_LISTED = 50;

/** The commands that the bar of a chat shares with the rest of the window. */
export interface ChangeCommands {
  readonly keepFileChanges: (named: { readonly ids: readonly string[] }) => Promise<void>;
  readonly undoFileChanges: (named: { readonly ids: readonly string[] }) => Promise<void>;
  readonly openAllChanges: (named: { readonly ids: readonly string[] }) => Promise<void>;
  readonly takeDecisionBack: () => Promise<void>;
}

export interface ChatChangesOptions {
  /** Undefined as long as nothing is under review. */
  readonly opened: () => { readonly changes: ReviewedChanges; readonly commands: ChangeCommands } | undefined;
  /** The chats that are shown. */
  readonly chatIds: () => readonly string[];
  /** A file as people read it. */
  readonly pathOf: (file: string) => string;
  /** Called when what is shown of a chat's changes is different. */
  readonly onChange: () => void;
  readonly reportBug: (message: string, error: unknown) => void;
}

/** What the agent of a chat has changed and its user may still keep or undo, for the bar above the message box. */
export class ChatChanges {
  #shown = '';
  /** The chat whose changes were decided about last, all at once. */
  #decidedIn: string | undefined;

  constructor(private readonly options: ChatChangesOptions) {}

  /** Undefined: there is nothing to decide and nothing to take back. */
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

  /** To be called when what is under review, or a chat that is shown, may be another. */
  update(): void {
    const shown = JSON.stringify(this.options.chatIds().map(id => this.view(id) ?? null));
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.options.onChange();
  }

  /** Decides about all changes of a chat, or those in one file; resolves before they are made. */
  decide(chatId: string, choice: Choice, file?: string): void {
    const places = this.#placesOf(chatId).filter(place => file === undefined || place.file === file);
    // What another chat has changed as well is not undone along with all the rest.
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

  /** From now on there is something newer than the last decision. */
  forgetDecision(): void {
    this.#decidedIn = undefined;
  }

  #run(command: (commands: ChangeCommands) => Promise<void>): void {
    const opened = this.options.opened();
    if (!opened) return;
    // It may wait for what its message offers.
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

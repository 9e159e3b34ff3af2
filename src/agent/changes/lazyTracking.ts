import type { ChangeTracking, ProposalTracking, TextToWrite } from '../ports/changes';
import type { Checkpoint } from '../ports/checkpoints';
import type { Log } from '../ports/log';

/** What is loaded with the first change: the store, and the code that takes in the changes of commands. */
export interface OpenedChanges {
  readonly changes: ChangeTracking;
  /** A command's change, as determined from the snapshots around it; `read` returns contents by id. */
  recorded(checkpoint: Checkpoint, read: (id: string) => Promise<Buffer | null>): Promise<void>;
  /** The agent of a chat has changed files, whether they come under review now or were reviewed before. */
  agentEdited?(sessionId: string, edits: readonly TextToWrite[]): void;
}

/** Changes under review, loaded with the first of them, or with a session that has changed files before. No edit fails because it can't be put under review. */
export class LazyTracking<T extends OpenedChanges> implements ChangeTracking {
  readonly #running = new Set<string>();
  readonly #recovered = new Set<string>();
  #opened: T | undefined;
  #opening: Promise<T> | undefined;

  constructor(
    private readonly load: () => Promise<T>,
    private readonly log: Log,
    /** Whether something is stored that a session of an earlier run needs. */
    private readonly isStored: () => boolean = () => false,
  ) {}

  /** Undefined until it is loaded. */
  get opened(): T | undefined {
    return this.#opened;
  }

  /** Loads it; rejects if that fails. */
  open(): Promise<T> {
    this.#opening ??= this.load().then(opened => {
      for (const id of this.#running) opened.changes.runs(id, true);
      for (const id of this.#recovered) opened.changes.recovered(id);
      this.#opened = opened;
      return opened;
    });
    return this.#opening;
  }

  editing: ChangeTracking['editing'] = async (edits, origin, write) => {
    // An edit that was reviewed before being written matters only if something is already under review.
    const opened = origin.source || this.#opened ? await this.#tryOpen() : undefined;
    if (!opened) return write();
    const written = await opened.changes.editing(edits, origin, write);
    const made = edits.map(({ file, before }, index) => ({ file, before, text: written[index]?.text ?? null }));
    opened.agentEdited?.(origin.sessionId, made);
    return written;
  };

  readonly proposed: ProposalTracking = {
    propose: (...asked) => {
      const proposed = this.#tryOpen().then(opened => opened?.changes.proposed.propose(...asked));
      return {
        stored: proposed.then(each => each?.stored),
        edited: texts => void proposed.then(each => each?.edited(texts)),
        decided: () => void proposed.then(each => each?.decided()),
      };
    },
    leaves: sessionId => this.#opened?.changes.proposed.leaves(sessionId),
  };

  recovered(sessionId: string): void {
    this.#recovered.add(sessionId);
    if (this.#opened) this.#opened.changes.recovered(sessionId);
    else if (this.isStored()) void this.#tryOpen();
  }

  following: ChangeTracking['following'] = async source => {
    const opened = await this.#tryOpen();
    return opened ? opened.changes.following(source) : () => undefined;
  };

  runs(sessionId: string, isRunning: boolean): void {
    if (isRunning) this.#running.add(sessionId);
    else this.#running.delete(sessionId);
    this.#opened?.changes.runs(sessionId, isRunning);
  }

  async betweenSteps(sessionId: string): Promise<string | undefined> {
    const opened = this.#opening && (await this.#tryOpen());
    return opened?.changes.betweenSteps(sessionId);
  }

  async recorded(...change: Parameters<OpenedChanges['recorded']>): Promise<void> {
    await this.#opened?.recorded(...change);
  }

  async #tryOpen(): Promise<T | undefined> {
    try {
      return await this.open();
    } catch (error) {
      this.log.error('Changes could not be put under review', error);
      return undefined;
    }
  }
}

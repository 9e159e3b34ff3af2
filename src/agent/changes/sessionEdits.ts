import type { ChangeSource, ChangeTracking, FileChanges, TextToWrite } from '../ports/changes';
import type { Written } from '../ports/fileWriter';
import type { EditProposal } from '../../shared/proposals';
import type { ChangeStore } from './changeStore';
import type { Decisions } from './decisions';
import type { LostChanges } from './lostChanges';
import { splitLines } from './lineEdits';
import { observedOnSave } from './observe';
import type { OwnWrites } from './ownWrites';
import type { ReviewNews } from './reviewNews';

interface SessionEditsParts {
  readonly store: ChangeStore;
  readonly lost: LostChanges;
  readonly news: ReviewNews;
  readonly writing: OwnWrites;
  readonly decisions: Decisions;
  /** Undefined: the file can't be read. */
  readonly read: (file: string) => Promise<string | null | undefined>;
}

/** Puts sessions' changes under review as they are made, with their source, and tells the models about decisions. */
export class SessionEdits implements Omit<ChangeTracking, 'proposed' | 'recovered'> {
  readonly #sources = new Map<string, ChangeSource>();

  constructor(private readonly parts: SessionEditsParts) {}

  async editing(
    edits: readonly EditProposal[],
    { sessionId, source }: { readonly sessionId: string; readonly source: ChangeSource | null },
    write: () => Promise<readonly Written[]>,
  ): Promise<readonly Written[]> {
    const files = edits.map(({ file }) => file);
    const before = files.map(file => this.parts.store.stateOf(file));
    this.parts.writing.begin(files);
    try {
      // Recorded before writing, so that a crash in between can't make the edit look like someone else's.
      for (const edit of edits) this.#edit(edit, source);
      const written = await write();
      edits.forEach(({ file }, index) => {
        const text = written[index]?.text ?? null;
        this.parts.store.observed(file, text, observedOnSave);
        this.parts.news.knows(sessionId, file, text);
        this.parts.lost.made(file, text === null ? [] : splitLines(text));
      });
      return written;
    } catch (error) {
      for (const [index, file] of files.entries()) await this.#putBack(file, before[index]);
      throw error;
    } finally {
      this.parts.writing.end(files);
    }
  }

  async following(source: ChangeSource): Promise<() => void> {
    const key = `${source.sessionId}/${source.callId}`;
    this.#sources.set(key, source);
    return () => this.#sources.delete(key);
  }

  /** What a command of a call has changed, as determined from the snapshots around it. */
  commandChanged(call: Pick<ChangeSource, 'sessionId' | 'callId'>, changes: readonly TextToWrite[]): void {
    const source = this.#sources.get(`${call.sessionId}/${call.callId}`);
    if (!source) return;
    if (this.parts.store.files().length === 0) this.parts.decisions.beginAnew();
    for (const { file, before, text } of changes) {
      // Hunks that the command itself removed may already have been noticed as lost.
      const again = this.parts.lost.take(file, before, this.parts.store.stateOf(file));
      if (again) this.parts.store.restore(file, again);
      this.parts.lost.outdate(file);
      this.parts.store.agentEdited(file, before, text, source);
      this.parts.news.knows(source.sessionId, file, text);
    }
  }

  runs(sessionId: string, isRunning: boolean): void {
    this.parts.decisions.runs(sessionId, isRunning);
  }

  async betweenSteps(sessionId: string): Promise<string | undefined> {
    await this.parts.decisions.undoWaiting();
    const { news, decisions, read } = this.parts;
    return news.take(sessionId, read, decisions.undecided());
  }

  #edit({ file, before, after }: EditProposal, source: ChangeSource | null): void {
    if (this.parts.store.files().length === 0) this.parts.decisions.beginAnew();
    this.parts.lost.outdate(file);
    if (source) {
      this.parts.store.agentEdited(file, before, after, source);
      return;
    }
    this.parts.store.observed(file, before);
    this.parts.store.observed(file, after);
  }

  async #putBack(file: string, before: FileChanges | undefined): Promise<void> {
    if (before) this.parts.store.restore(file, before);
    else this.parts.store.forget(file);
    const text = await this.parts.read(file);
    if (text !== undefined) this.parts.store.observed(file, text);
  }
}

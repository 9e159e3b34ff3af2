// Edits that wait for the user while the agent continues on top of them.
import type { CallLabel, ToolCall, ToolResult } from '../../shared/messages';
import type { Proposal, Verdict } from '../../shared/proposals';
import type { UnwrittenTexts } from '../ports/diagnostics';
import type { LayeredWorkspace, Workspace } from '../ports/workspace';
import { ASKED_AGAIN, type Moved, type Question } from './call';
import { DecidedEdits, provisional } from './decidedEdits';
import { OpenEdits } from './openEdits';

export interface EditsAheadOptions {
  readonly workspace: Workspace;
  /** Absent: the agent never continues before the user has decided. */
  readonly layered?: LayeredWorkspace | undefined;
  /** How long the edits of an answer wait before the agent continues, in milliseconds; 0: it always waits. */
  readonly patience: () => number;
  readonly ask: (question: Question, signal: AbortSignal) => Promise<Verdict>;
  /** What the model should know about problems in the undecided texts, compared with earlier ones. Absent: nothing. */
  readonly problemsOf?: (
    texts: { readonly before: UnwrittenTexts; readonly after: UnwrittenTexts },
    signal: AbortSignal,
  ) => Promise<string | undefined>;
  /** Called with the final result of an edit that had a provisional one. */
  readonly onSettled: (result: ToolResult) => void;
  readonly reportBug: (message: string, error: unknown) => void;
}

/** No more than this many edits may wait before one is decided. */
const MOST = 50;

/** The edits of a session that the user is asked about, oldest first; later edits of a file build on earlier ones. */
export class EditsAhead {
  /** What calls see of the undecided edits: reads of the workspace, and the files as they would be. */
  readonly seen: { readonly workspace: Workspace; readonly unwritten: () => UnwrittenTexts };
  readonly decided = new DecidedEdits();
  readonly #open: OpenEdits;
  readonly #goAhead = new Map<string, () => void>();
  /** Edits that the agent did not wait for. */
  readonly #unsettled = new Set<Promise<void>>();
  /** Calls whose provisional result the model has. */
  readonly #told = new Set<string>();
  /** Final results of calls whose provisional result the model does not have yet. */
  readonly #early = new Map<string, ToolResult>();
  /** The undecided texts as they were last checked for problems. */
  #checked: UnwrittenTexts = new Map();
  #writing: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: EditsAheadOptions) {
    const { workspace, layered } = options;
    this.#open = new OpenEdits(workspace);
    const unwritten = () => this.#open.texts();
    this.seen = { workspace: layered?.(workspace, unwritten) ?? workspace, unwritten };
  }

  /**
   * Resolves to the result of an edit, or to a provisional one as soon as the user is asked, so that all edits of an
   * answer are offered together. The final result is then reported later.
   */
  async follow(call: ToolCall, label: CallLabel, working: Promise<ToolResult>): Promise<ToolResult> {
    const asked = new Promise<undefined>(resolve => this.#goAhead.set(call.id, () => resolve(undefined)));
    const ending = working.then(async result => {
      this.#goAhead.delete(call.id);
      await this.#open.end(call.id).catch((error: unknown) => {
        this.options.reportBug('Edits could not be adapted to what became of another one', error);
      });
      return result;
    });
    const result = await Promise.race([ending, asked]);
    if (result) return result;
    const settled: Promise<void> = ending.then(last => {
      this.#unsettled.delete(settled);
      if (!this.#told.delete(call.id)) {
        this.#early.set(call.id, last);
        return;
      }
      this.decided.add(last);
      this.options.onSettled(last);
    });
    this.#unsettled.add(settled);
    return provisional(call, label);
  }

  /** Gives the user time to decide on the edits of an answer, unless the agent already continued past earlier ones. */
  async linger(signal: AbortSignal): Promise<void> {
    if (this.#unsettled.size === 0 || this.#told.size > 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const overdue = new Promise<void>(resolve => (timer = setTimeout(resolve, this.options.patience())));
    await Promise.race([this.settled(signal), overdue]);
    clearTimeout(timer);
  }

  /** Adds to the last provisional result what problems the undecided edits of an answer would cause. */
  async withProblems(results: readonly ToolResult[], signal: AbortSignal): Promise<ToolResult[]> {
    const last = results.findLastIndex(({ isProvisional }) => isProvisional);
    const after = this.#open.texts();
    if (last < 0 || after.size === 0) return [...results];
    // What has been decided since is on disk, or dropped.
    const before = new Map([...this.#checked].filter(([file]) => after.has(file)));
    this.#checked = after;
    const problems = await this.options.problemsOf?.({ before, after }, signal);
    if (problems === undefined) return [...results];
    return results.map((each, index) => (index === last ? { ...each, content: `${each.content}\n${problems}` } : each));
  }

  /** Call this right before the results are sent to the model: replaces provisional results that are out of date. */
  conclude(results: readonly ToolResult[]): readonly ToolResult[] {
    return results.map(result => {
      if (!result.isProvisional) return result;
      const last = this.#early.get(result.callId);
      if (!last) this.#told.add(result.callId);
      this.#early.delete(result.callId);
      return last ?? result;
    });
  }

  /** Asks the user about an edit; `moved` if one that it builds on ended differently. Rejects if `signal` aborts. */
  async ask(question: Question, signal: AbortSignal): Promise<Verdict | Moved> {
    const { callId, proposal } = question;
    const patience = this.options.layered ? this.options.patience() : 0;
    if (proposal.kind !== 'edit' || patience <= 0) return this.options.ask(question, signal);
    const edit = this.#open.add(callId, proposal);
    const moved = new AbortController();
    edit.withdraw = () => moved.abort(edit.isDropped ? undefined : ASKED_AGAIN);
    if (this.#unsettled.size < MOST) this.#goAhead.get(callId)?.();
    try {
      return await this.options.ask(question, AbortSignal.any([signal, moved.signal]));
    } catch (error) {
      if (signal.aborted || !moved.signal.aborted) throw error;
      return { decision: 'moved', proposal: edit.isDropped ? null : edit.proposal };
    } finally {
      edit.withdraw = undefined;
    }
  }

  /** Makes an edit after those that it builds on have ended, one at a time. Rejects if `signal` aborts first. */
  async inTurn<T>(
    {
      callId,
      proposal,
      signal,
    }: { readonly callId: string; readonly proposal: Proposal; readonly signal: AbortSignal },
    onWait: () => void,
    work: () => Promise<T>,
  ): Promise<T> {
    if (proposal.kind !== 'edit') return work();
    const below = this.#open.below({ callId, file: proposal.file });
    if (below.length > 0) onWait();
    await Promise.all(below.map(({ ended }) => ended));
    const turn = this.#writing.then(() => {
      signal.throwIfAborted();
      return work();
    });
    this.#writing = turn.catch(() => undefined); // the call itself gets the failure
    return turn;
  }

  /** Resolves when all edits are decided and made, or when `signal` aborts. */
  async settled(signal?: AbortSignal): Promise<void> {
    const aborted = new Promise<void>(resolve => signal?.addEventListener('abort', () => resolve(), { once: true }));
    while (this.#unsettled.size > 0 && !signal?.aborted) {
      await Promise.race([Promise.all(this.#unsettled), aborted]);
    }
  }
}

// Edits that wait for the user while the agent goes on on top of them.
import { ToolError } from '../../shared/errors';
import type { ToolCall, ToolResult } from '../../shared/messages';
import type { EditProposal, Proposal, Verdict } from '../../shared/proposals';
import type { LayeredWorkspace, Workspace } from '../ports/workspace';
import type { Moved, Question } from './call';
import { mergeChange } from './mergeChange';
import { DecidedEdits, provisional } from './decidedEdits';

export interface EditsAheadOptions {
  readonly workspace: Workspace;
  /** Absent: the agent never goes on before the user has decided. */
  readonly layered?: LayeredWorkspace | undefined;
  /** Milliseconds that an edit waits before the agent goes on; 0: it always waits. */
  readonly patience: () => number;
  readonly ask: (question: Question, signal: AbortSignal) => Promise<Verdict>;
  /** Called with what became of an edit that had a provisional result. */
  readonly onSettled: (result: ToolResult) => void;
  readonly reportBug: (message: string, error: unknown) => void;
}

/** An edit from its question to its end. */
interface OpenEdit {
  readonly callId: string;
  proposal: EditProposal;
  /** What it builds on is gone and it does not fit without it. */
  isDropped: boolean;
  /** Withdraws its question; absent while none is open. */
  withdraw?: (() => void) | undefined;
  readonly ended: Promise<void>;
  readonly end: () => void;
}

/** More than so many are not proposed before one is decided. */
const MOST = 50;

/** The edits of a session that are asked about, oldest first; later ones of a file build on earlier ones. */
export class EditsAhead {
  /** Reads see the edits that are not decided. */
  readonly workspace: Workspace;
  readonly decided = new DecidedEdits();
  readonly #open: OpenEdit[] = [];
  readonly #goAhead = new Map<string, () => void>();
  /** Those that the agent did not wait for. */
  readonly #unsettled = new Set<Promise<void>>();
  /** Those whose provisional result the model has. */
  readonly #told = new Set<string>();
  /** What became of those that it does not have yet. */
  readonly #early = new Map<string, ToolResult>();
  #writing: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: EditsAheadOptions) {
    const { workspace, layered } = options;
    this.workspace = layered?.(workspace, () => this.#texts()) ?? workspace;
  }

  /** The result of an edit, or where the user takes their time a provisional one; then what it comes to is told later. */
  async follow(call: ToolCall, title: string, working: Promise<ToolResult>): Promise<ToolResult> {
    const overdue = new Promise<undefined>(resolve => this.#goAhead.set(call.id, () => resolve(undefined)));
    const ending = working.then(async result => {
      this.#goAhead.delete(call.id);
      await this.#leave(call.id);
      return result;
    });
    const result = await Promise.race([ending, overdue]);
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
    return provisional(call, title);
  }

  /** To be called right before the model is told: a provisional result that is out of date is none. */
  conclude(results: readonly ToolResult[]): readonly ToolResult[] {
    return results.map(result => {
      if (!result.isProvisional) return result;
      const last = this.#early.get(result.callId);
      if (!last) this.#told.add(result.callId);
      this.#early.delete(result.callId);
      return last ?? result;
    });
  }

  /** Puts an edit to the user; `moved` where one that it builds on came out otherwise. Rejects when `signal` aborts. */
  async ask(question: Question, signal: AbortSignal): Promise<Verdict | Moved> {
    const { callId, proposal } = question;
    const patience = this.options.layered ? this.options.patience() : 0;
    if (proposal.kind !== 'edit' || patience <= 0) return this.options.ask(question, signal);
    const edit = this.#openedFor(callId, proposal);
    const moved = new AbortController();
    edit.withdraw = () => moved.abort();
    const isFull = this.#unsettled.size >= MOST;
    const goAhead = () => this.#goAhead.get(callId)?.();
    const timer = isFull ? undefined : setTimeout(goAhead, this.#unsettled.size > 0 ? 0 : patience);
    try {
      return await this.options.ask(question, AbortSignal.any([signal, moved.signal]));
    } catch (error) {
      if (signal.aborted || !moved.signal.aborted) throw error;
      return { decision: 'moved', proposal: edit.isDropped ? null : edit.proposal };
    } finally {
      clearTimeout(timer);
      edit.withdraw = undefined;
    }
  }

  /** Makes an edit when those that it builds on have ended, and never two at a time. Rejects when `signal` aborts before. */
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
    const own = this.#open.findIndex(edit => edit.callId === callId);
    const below = this.#open.slice(0, own < 0 ? undefined : own).filter(edit => isOf(edit, proposal.file));
    if (below.length > 0) onWait();
    await Promise.all(below.map(({ ended }) => ended));
    const turn = this.#writing.then(() => {
      signal.throwIfAborted();
      return work();
    });
    this.#writing = turn.catch(() => undefined); // the call gets the failure
    return turn;
  }

  /** Resolves when all edits are decided and made, or when `signal` aborts. */
  async settled(signal?: AbortSignal): Promise<void> {
    const aborted = new Promise<void>(resolve => signal?.addEventListener('abort', () => resolve(), { once: true }));
    while (this.#unsettled.size > 0 && !signal?.aborted) {
      await Promise.race([Promise.all(this.#unsettled), aborted]);
    }
  }

  #texts(): ReadonlyMap<string, string> {
    const edits = this.#open.filter(({ isDropped }) => !isDropped);
    return new Map(edits.map(({ proposal: { file, after } }) => [file, after]));
  }

  /** A call may ask again, when its file has changed. */
  #openedFor(callId: string, proposal: EditProposal): OpenEdit {
    const known = this.#open.find(edit => edit.callId === callId);
    if (known) return Object.assign(known, { proposal, isDropped: false });
    const { promise: ended, resolve: end } = promiseOf();
    const edit: OpenEdit = { callId, proposal, isDropped: false, ended, end };
    this.#open.push(edit);
    return edit;
  }

  async #leave(callId: string): Promise<void> {
    const index = this.#open.findIndex(edit => edit.callId === callId);
    const [edit] = index < 0 ? [] : this.#open.splice(index, 1);
    if (!edit) return;
    try {
      await this.#rebaseAbove(edit.proposal.file, index);
    } catch (error) {
      this.options.reportBug('Edits could not be adapted to what became of another one', error);
    } finally {
      edit.end();
    }
  }

  /** Puts the later edits of a file on what it is without, or after, the one that has ended; what does not fit is dropped. */
  async #rebaseAbove(file: string, index: number): Promise<void> {
    const above = this.#open.slice(index).filter(edit => isOf(edit, file));
    if (above.length === 0) return;
    const below = this.#open.slice(0, index).findLast(edit => isOf(edit, file));
    let now = below ? below.proposal.after : await this.#textOnDisk(file);
    for (const edit of above) {
      const { before, after } = edit.proposal;
      if (before === now) return;
      const merged = before === null || now === null ? null : mergeChange(before, after, now);
      edit.isDropped = merged === null;
      if (merged !== null) {
        edit.proposal = { ...edit.proposal, before: now, after: merged };
        now = merged;
      }
      edit.withdraw?.();
    }
  }

  async #textOnDisk(file: string): Promise<string | null> {
    const { workspace } = this.options;
    try {
      return (await workspace.readText(await workspace.resolve(file))).text;
    } catch (error) {
      if (error instanceof ToolError) return null;
      throw error;
    }
  }
}

function isOf({ proposal, isDropped }: OpenEdit, file: string): boolean {
  return proposal.file === file && !isDropped;
}

function promiseOf(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>(settle => (resolve = settle));
  return { promise, resolve };
}

import type { PolicySettings } from '../policy/engine';
import { decide } from '../policy/engine';
import { applyEvent, emptyChat, type ChatState } from '../shared/chatState';
import type { AgentEvent, Emit } from '../shared/events';
import type { Part, UserMessage } from '../shared/messages';
import type { Approval, Verdict } from '../shared/proposals';
import { describeEnvironment, type EnvironmentFacts } from './environment';
import { runAgent, type RunOutcome } from './loop';
import { noticeForBug, noticeForOutcome, type Notice } from './notices';
import type { ChangeReview, ContentGenerator, FileWriter, Log, Terminal, Workspace } from './ports';
import { viewOf } from './proposalView';
import { whyAsked } from './refusals';
import { interruptedEvents } from './recovery';
import { systemPrompt } from './systemPrompt';
import type { Tool } from './tool';
import { ToolScheduler, type Question } from './toolScheduler';

export interface SessionOptions {
  readonly generator: ContentGenerator;
  readonly tools: readonly Tool[];
  readonly workspace: Workspace;
  readonly files: FileWriter;
  readonly terminal: Terminal;
  /** Absent where nobody can look at a change. */
  readonly review?: ChangeReview;
  readonly policy: () => PolicySettings;
  /** The person allowed all edits with one of their answers. */
  readonly onAllowEdits?: () => void;
  readonly model: () => string;
  readonly maxTurns: number;
  readonly environment: () => EnvironmentFacts;
  readonly log: Log;
  readonly newId: () => string;
  readonly now: () => number;
}

/** A conversation: owns its history, the run in progress, and the questions that wait for the person. */
export class Session {
  #state: ChatState;
  #run: AbortController | undefined;
  #system: string | undefined;
  readonly #listeners = new Set<Emit>();
  readonly #questions = new Map<string, (verdict: Verdict) => void>();
  readonly #scheduler: ToolScheduler;

  /** `restored`: the state of an earlier session, to go on from. */
  constructor(
    private readonly options: SessionOptions,
    restored?: ChatState,
  ) {
    this.#state = restored ?? emptyChat(options.newId());
    const { policy, log } = options;
    this.#scheduler = new ToolScheduler({
      ...options,
      decide: (toolName, proposal) => decide(toolName, proposal, policy()),
      ask: (question, signal) => this.#ask(question, signal),
      emit: event => this.#emit(event),
      reportBug: (message, error) => log.error(message, error),
    });
  }

  get state(): ChatState {
    return this.#state;
  }

  /** Calls `listener` for every event from now on; call what it returns to stop. */
  subscribe(listener: Emit): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Puts a restored session in order whose run was cut; to be called once, after subscribing. */
  recover(): void {
    for (const event of interruptedEvents(this.#state, this.options.newId, this.options.now)) this.#emit(event);
  }

  /** Sends a prompt; resolves when the run that it starts has ended. Throws if one is running. */
  async submit(parts: readonly Part[]): Promise<RunOutcome> {
    return this.#start(async () => {
      if (this.#state.messages.length === 0) await this.#introduce();
      this.#say({ parts });
    });
  }

  /** Sends the history again, after a failure or where the model was cut off. */
  async resume(): Promise<RunOutcome> {
    return this.#start(async () => {
      const last = this.#state.messages.findLast(message => message.role !== 'notice');
      if (last?.role !== 'assistant' || last.parts.length === 0) return;
      this.#say({ parts: [{ type: 'text', text: 'Go on where you stopped.' }], isContext: true });
    });
  }

  /** Ends the run in progress: the request, the tools and the open questions. */
  stop(): void {
    this.#run?.abort();
  }

  /** Answers a question. The first answer counts; false if the question is not, or no longer, open. */
  decide(callId: string, verdict: Verdict): boolean {
    const settle = this.#questions.get(callId);
    this.#questions.delete(callId);
    settle?.(verdict);
    return settle !== undefined;
  }

  async #start(prepare: () => Promise<void>): Promise<RunOutcome> {
    if (this.#run) throw new Error('A run is in progress.');
    const run = new AbortController();
    this.#run = run;
    this.#emit({ type: 'run-started', at: this.options.now() });
    let outcome: RunOutcome = { reason: 'failed' };
    let notice: Notice | undefined;
    try {
      await prepare();
      outcome = await this.#runLoop(run.signal);
      notice = noticeForOutcome(outcome);
    } catch (error) {
      this.options.log.error('The run failed', error);
      notice = noticeForBug(error);
    }
    this.#run = undefined;
    if (notice) this.#emit({ type: 'message', message: { ...this.#stamp(), role: 'notice', ...notice } });
    this.#emit({ type: 'run-finished', reason: outcome.reason, at: this.options.now() });
    return outcome;
  }

  async #runLoop(signal: AbortSignal): Promise<RunOutcome> {
    const { generator, tools, model, maxTurns, newId, now } = this.options;
    this.#system ??= await this.#writeSystemPrompt();
    const fixed = {
      system: this.#system,
      tools: tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
    };
    return runAgent(
      {
        generator,
        maxTurns,
        newId,
        now,
        emit: event => this.#emit(event),
        history: () => this.#state.messages,
        request: () => ({ ...fixed, model: model() }),
        runTools: (calls, abort) => this.#scheduler.run(calls, abort),
      },
      signal,
    );
  }

  async #writeSystemPrompt(): Promise<string> {
    const { tools, workspace, policy } = this.options;
    const repositories = await Promise.all(
      workspace.folders().map(async folder => workspace.stat(await workspace.resolve(`${folder.path}/.git`))),
    );
    return systemPrompt({
      toolNames: tools.map(tool => tool.name),
      isInteractive: policy().canAsk,
      isGitRepository: repositories.some(each => each !== null),
    });
  }

  async #introduce(): Promise<void> {
    const text = await describeEnvironment(this.options.workspace, this.options.environment());
    this.#say({ parts: [{ type: 'text', text }], isContext: true });
  }

  async #ask({ callId, proposal, reason, conflict }: Question, signal: AbortSignal): Promise<Verdict> {
    const staged = proposal.kind === 'edit' ? this.options.review?.stage(callId, proposal) : undefined;
    const remember = proposal.kind === 'edit' && reason === 'edit' ? (['allowEdits'] as const) : [];
    const why = whyAsked(reason);
    const approval: Approval = {
      callId,
      proposal: viewOf(proposal),
      remember,
      ...(why !== undefined && { reason: why }),
      ...(conflict && { conflict }),
    };
    try {
      this.#emit({ type: 'approval-requested', approval });
      const verdict = await this.#answer(callId, signal);
      if (verdict.decision === 'reject') {
        this.#emit({ type: 'approval-settled', callId, verdict });
        return verdict;
      }
      // The text that the person left is for the tool; events never carry whole files.
      const { edited = staged?.text(), ...settled } = verdict;
      this.#emit({ type: 'approval-settled', callId, verdict: settled });
      if (verdict.remember === 'allowEdits') this.options.onAllowEdits?.();
      const isEdited = proposal.kind === 'edit' && edited !== undefined && edited !== proposal.after;
      return isEdited ? { ...settled, edited } : settled;
    } finally {
      staged?.close();
    }
  }

  async #answer(callId: string, signal: AbortSignal): Promise<Verdict> {
    try {
      return await new Promise<Verdict>((resolve, reject) => {
        const abort = () => reject(new Error('The run was stopped.'));
        if (signal.aborted) abort();
        signal.addEventListener('abort', abort, { once: true });
        this.#questions.set(callId, resolve);
      });
    } finally {
      this.#questions.delete(callId);
    }
  }

  #say(message: Pick<UserMessage, 'parts' | 'isContext'>): void {
    this.#emit({ type: 'message', message: { ...this.#stamp(), role: 'user', ...message } });
  }

  #stamp() {
    return { id: this.options.newId(), at: this.options.now() };
  }

  /** The one place that every event passes: folded into the state first, then told to all. */
  #emit(event: AgentEvent): void {
    this.#state = applyEvent(this.#state, event);
    for (const listener of this.#listeners) listener(event);
  }
}

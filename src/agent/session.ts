import * as l10n from '@vscode/l10n';
import type { Decision, PolicyRequest } from '../policy/decision';
import type { ChatState } from '../shared/chatState';
import type { Emit } from '../shared/events';
import type { UserMessage } from '../shared/messages';
import type { Verdict } from '../shared/proposals';
import type { ContextUse } from '../shared/protocol';
import type { AgentRole } from './agents/agentRole';
import type { SharedWithAgents } from './agents/sharedWithAgents';
import { askAboutLeak } from './calls/leakQuestion';
import type { Prompt } from './ports/promptTools';
import type { SessionSettings } from './ports/sessionSettings';
import { AnswerGate } from './run/answerGate';
import { compressNow } from './run/compressNow';
import type { RunOutcome } from './run/runOutcome';
import { noticeForBug, noticeForOutcome, type Notice } from './run/notices';
import { recoverRun } from './run/recovery';
import { rewindTo } from './run/rewindTo';
import { sendAgain, sendPrompt, type SendOptions, type SessionSource } from './run/sendPrompt';
import { createMembers, type SessionMembers } from './sessionMembers';
import type { SessionPorts } from './sessionPorts';
import type { Tool } from './tool';

/** How a session starts. */
export interface SessionStart {
  /** The state of an earlier session, which this one continues. */
  readonly restored?: ChatState | undefined;
  /** The process that the earlier session ran in ended unexpectedly. */
  readonly wasAbandoned?: boolean;
  /** How the session came about, as hooks are told, where the state doesn't say: it replaces another session. */
  readonly source?: 'clear' | undefined;
  /** Makes this the session of an agent that works for another session. */
  readonly agent?: AgentRole;
}

/** A conversation: owns its history, the run in progress, and the questions that wait for the user. */
export class Session {
  readonly #members: SessionMembers;
  #run: AbortController | undefined;
  /** How the session came about, as hooks are told. */
  readonly #source: SessionSource;
  /** The scope whose budget is used up, unless the user has allowed it to continue. */
  #spent: 'session' | 'day' | undefined;
  /** Shared with the agents that work for this session. */
  readonly shared: SharedWithAgents;
  /** Asks whether to send a request with secrets, which are described in words. */
  readonly askAboutLeak = (found: readonly string[], signal: AbortSignal) => askAboutLeak(this.#members, found, signal);

  constructor(
    private readonly ports: SessionPorts,
    settings: SessionSettings,
    { restored, source, agent }: SessionStart = {},
  ) {
    this.#members = createMembers(ports, settings, restored, agent);
    const { children, tools, spending, hooks, prompt } = this.#members;
    this.#source = this.state.messages.length > 0 ? 'resume' : (source ?? 'startup');
    this.shared = {
      children,
      tools: () => tools.current,
      gate: new AnswerGate(spending, () => settings.budgets(), ports.now),
      hooks: () => hooks.hooks,
      refuse: hooks.refuse,
      promptId: prompt.id,
    };
  }

  get state(): ChatState {
    return this.#members.transcript.state;
  }

  /** How full the model's context window is. */
  contextUse(): ContextUse {
    return this.#members.compression.use();
  }

  /** The tools that the model may call: those of the run in progress, or else what they would be now. */
  async tools(): Promise<readonly Tool[]> {
    if (!this.state.isRunning) await this.#members.tools.update();
    return this.#members.tools.current;
  }

  /** Calls `listener` for every event from now on. Returns a function that unsubscribes it. */
  subscribe(listener: Emit): () => void {
    return this.#members.transcript.subscribe(listener);
  }

  /** Repairs a restored session whose run was interrupted; call it once, after subscribing. */
  recover(wasAbandoned = false): void {
    recoverRun(this.#members, wasAbandoned);
  }

  /**
   * Sends a prompt, or with `isOnlySaid` adds it for the model to read with the next one. Resolves when the run that it
   * starts has ended. Throws if a run is in progress.
   */
  async submit(prompt: Prompt, options: SendOptions = {}): Promise<RunOutcome> {
    return this.#start(signal => sendPrompt(this.#members, prompt, options, this.#source, signal));
  }

  /** Sends the history again, after a failure or after the model's answer was cut off. */
  async resume(): Promise<RunOutcome> {
    return this.#start(signal => sendAgain(this.#members, this.#spent, signal));
  }

  /** Summarizes the older part of the conversation for the model, as a run of its own that can be stopped. */
  async compress(): Promise<RunOutcome> {
    return this.#start(signal => compressNow(this.#members, signal));
  }

  /** Reverts compression and shortened outputs: the model sees the whole conversation again, while it fits. */
  restoreOriginal(): void {
    if (this.#run || !this.#members.compression.restore(this.ports.now())) return;
    this.#members.transcript.notify({ level: 'info', text: l10n.t('The model sees the whole conversation again.') });
  }

  /** Rewinds to before a prompt. Returns the prompt, or null if the id is unknown or a run is in progress. */
  rewind(messageId: string): UserMessage | null {
    return this.#run ? null : rewindTo(this.#members, messageId);
  }

  /** Shows the user a notice that the model does not get; a run in progress continues. */
  notify(notice: Notice): void {
    this.#members.transcript.notify(notice);
  }

  /** Aborts the run: the request, the tools and the questions, which are not decided if that is because the window closes. */
  stop(isClosing = false): void {
    if (isClosing) this.ports.changes?.proposed.leaves(this.state.sessionId);
    this.#run?.abort();
  }

  /** Immediately resends the requests that the service is not answering; does nothing if there are none. */
  retryNow(): void {
    this.#members.silent.retry();
    this.#members.children.retryNow();
  }

  /** Call this when the session will not be continued; resolves when its hooks have ended. */
  end(reason: 'exit' | 'clear' | 'other'): Promise<void> {
    this.#members.followed.end();
    return this.#members.hooks.end(reason);
  }

  /** Cancels one call of the run; the others continue. False if it is not running. */
  cancelCall(callId: string): boolean {
    return this.#members.scheduler.cancel(callId) || this.#members.children.cancelCall(callId);
  }

  /** Gives a line to a command that waits for input; null closes its input. False if the command is not waiting. */
  writeInput(callId: string, line: string | null): boolean {
    return this.#members.scheduler.writeInput(callId, line) || this.#members.children.writeInput(callId, line);
  }

  /** Returns what policy would decide about a call now; nothing runs. */
  evaluate(request: PolicyRequest): Promise<Decision> {
    return this.ports.policy.decide(request);
  }

  /** Answers a question. The first answer counts; false if the question is not open (any more). */
  decide(callId: string, verdict: Verdict): boolean {
    return this.#members.questions.answer(callId, verdict) || this.#members.children.decide(callId, verdict);
  }

  async #start(work: (signal: AbortSignal) => Promise<RunOutcome>): Promise<RunOutcome> {
    if (this.#run) throw new Error('A run is in progress.');
    const run = new AbortController();
    this.#run = run;
    this.#members.transcript.emit({ type: 'run-started', at: this.ports.now() });
    this.ports.changes?.runs(this.state.sessionId, true);
    const { outcome, notice } = await attempt(this.ports, async () => {
      await this.#members.tools.update();
      if (this.ports.hooks) await this.#members.hooks.open();
      const made = await work(run.signal);
      this.#spent = made.overrun?.scope === 'prompt' ? undefined : made.overrun?.scope;
      return made;
    });
    // Pending decisions don't outlive the run; their outcome is told to the model in the next one.
    await this.#members.ahead.settled();
    this.#members.transcript.tell(this.#members.ahead.decided.take());
    this.#run = undefined;
    this.ports.changes?.runs(this.state.sessionId, false);
    this.#members.transcript.notify(notice);
    this.#members.transcript.emit({ type: 'run-finished', reason: outcome.reason, at: this.ports.now() });
    return outcome;
  }
}

/** Never rejects: a bug of Pollux ends the run and is reported in the notice. */
async function attempt(
  { log, onBug }: SessionPorts,
  work: () => Promise<RunOutcome>,
): Promise<{ readonly outcome: RunOutcome; readonly notice: Notice | undefined }> {
  try {
    const outcome = await work();
    return { outcome, notice: noticeForOutcome(outcome) };
  } catch (error) {
    log.error('The run failed', error);
    onBug?.(error);
    return { outcome: { reason: 'failed' }, notice: noticeForBug(error) };
  }
}

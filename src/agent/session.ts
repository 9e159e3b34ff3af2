import * as l10n from '@vscode/l10n';
import type { Decision, PolicyRequest } from '../policy/decision';
import type { ChatState } from '../shared/chatState';
import type { Emit } from '../shared/events';
import type { UserMessage } from '../shared/messages';
import type { Verdict } from '../shared/proposals';
import type { ContextUse } from '../shared/protocol';
import type { AgentRole } from './agents/agentRole';
import type { SharedWithAgents } from './agents/sharedWithAgents';
import type { Prompt } from './ports/promptTools';
import type { SessionSettings } from './ports/sessionSettings';
import { AnswerGate } from './run/answerGate';
import { compressNow } from './run/compressNow';
import type { RunOutcome } from './run/runOutcome';
import { noticeForBug, noticeForOutcome, type Notice } from './run/notices';
import { interruptedEvents } from './run/recovery';
import { rewindTo } from './run/rewindTo';
import { sendAgain, sendPrompt, type SendOptions, type SessionSource } from './run/sendPrompt';
import { createMembers, type SessionMembers } from './sessionMembers';
import type { SessionPorts } from './sessionPorts';
import type { Tool } from './tool';

/** How a session begins. */
export interface SessionStart {
  /** The state of an earlier session, to go on from. */
  readonly restored?: ChatState | undefined;
  /** What hooks hear of how it came about, where that is not plain: it takes the place of another one. */
  readonly source?: 'clear' | undefined;
  /** Makes it the session of an agent at work for another one. */
  readonly agent?: AgentRole;
}

/** A conversation: owns its history, the run in progress, and the questions that wait for the user. */
export class Session {
  readonly #members: SessionMembers;
  #run: AbortController | undefined;
  /** How it came about. */
  readonly #source: SessionSource;
  /** Whose budget was used up, where the user has not let it go on. */
  #spent: 'session' | 'day' | undefined;
  /** What the agents that work for it share with it. */
  readonly shared: SharedWithAgents;

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

  /** How full the model's window is. */
  contextUse(): ContextUse {
    return this.#members.compression.use();
  }

  /** What the model may call: as the run in progress has it, else as it would be now. */
  async tools(): Promise<readonly Tool[]> {
    if (!this.state.isRunning) await this.#members.tools.update();
    return this.#members.tools.current;
  }

  /** Calls `listener` for every event from now on; call what it returns to stop. */
  subscribe(listener: Emit): () => void {
    return this.#members.transcript.subscribe(listener);
  }

  /** Puts a restored session in order whose run was cut; to be called once, after subscribing. */
  recover(): void {
    for (const event of interruptedEvents(this.state, this.ports.newId, this.ports.now))
      this.#members.transcript.emit(event);
  }

  /** Sends a prompt, or with `isOnlySaid` adds it for the model to read with the next one; resolves when the run that it starts has ended. Throws if one is running. */
  async submit(prompt: Prompt, options: SendOptions = {}): Promise<RunOutcome> {
    return this.#start(signal => sendPrompt(this.#members, prompt, options, this.#source, signal));
  }

  /** Sends the history again, after a failure or where the model was cut off. */
  async resume(): Promise<RunOutcome> {
    return this.#start(signal => sendAgain(this.#members, this.#spent, signal));
  }

  /** Has the older part of the conversation summed up for the model; a run of its own, which can be stopped. */
  async compress(): Promise<RunOutcome> {
    return this.#start(signal => compressNow(this.#members, signal));
  }

  /** Takes back what was summed up, and shortened: the model sees the whole conversation again, while it fits. */
  restoreOriginal(): void {
    if (this.#run || !this.#members.compression.restore(this.ports.now())) return;
    this.#members.transcript.notify({ level: 'info', text: l10n.t('The model sees the whole conversation again.') });
  }

  /**
   * Goes back to before a prompt, which with all that followed no longer counts. Gives that message, or null if there is
   * no such prompt or a run is in progress.
   */
  rewind(messageId: string): UserMessage | null {
    return this.#run ? null : rewindTo(this.#members, messageId);
  }

  /** Tells the user something that the model does not get; a run in progress goes on. */
  notify(notice: Notice): void {
    this.#members.transcript.notify(notice);
  }

  /** Ends the run in progress: the request, the tools and the open questions. */
  stop(): void {
    this.#run?.abort();
  }

  /** Sends what the service does not answer again, at once; without anything of that kind does nothing. */
  retryNow(): void {
    this.#members.silent.retry();
    this.#members.children.retryNow();
  }

  /** To be called when nobody will go on with it; resolves when its hooks have ended. */
  end(reason: 'exit' | 'clear' | 'other'): Promise<void> {
    this.#members.followed.end();
    return this.#members.hooks.end(reason);
  }

  /** Ends one call of the run; the others go on. False if it is not running. */
  cancelCall(callId: string): boolean {
    return this.#members.scheduler.cancel(callId) || this.#members.children.cancelCall(callId);
  }

  /** Gives a line to a command that waits for one, or with null closes its input. False if it does not wait. */
  writeInput(callId: string, line: string | null): boolean {
    return this.#members.scheduler.writeInput(callId, line) || this.#members.children.writeInput(callId, line);
  }

  /** What policy would say to a call now; nothing runs. */
  evaluate(request: PolicyRequest): Promise<Decision> {
    return this.ports.policy.decide(request);
  }

  /** Answers a question. The first answer counts; false if the question is not, or no longer, open. */
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
      const scope = made.overrun?.scope;
      this.#spent = scope === 'prompt' ? undefined : scope;
      return made;
    });
    // What the user has yet to decide outlives no run; the next one begins with what came of it.
    await this.#members.ahead.settled();
    this.#members.transcript.tell(this.#members.ahead.decided.take());
    this.#run = undefined;
    this.ports.changes?.runs(this.state.sessionId, false);
    this.#members.transcript.notify(notice);
    this.#members.transcript.emit({ type: 'run-finished', reason: outcome.reason, at: this.ports.now() });
    return outcome;
  }
}

/** Never rejects: what is a bug of ours ends the run, and is said. */
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

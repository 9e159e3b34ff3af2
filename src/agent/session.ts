import * as l10n from '@vscode/l10n';
import type { Decision, PolicyRequest } from '../policy/decision';
import { ToolError } from '../shared/errors';
import type { ChatState } from '../shared/chatState';
import type { Emit } from '../shared/events';
import type { Message, Part, UserMessage } from '../shared/messages';
import type { Verdict } from '../shared/proposals';
import type { ContextUse } from '../shared/protocol';
import type { AgentRole, SharedWithAgents } from './agents/agentRole';
import { mostOfAnswer } from './agents/agentRole';
import { ChildSessions } from './agents/childSessions';
import { PromptContext } from './context/promptContext';
import { AnswerGate } from './run/answerGate';
import { Spending } from './run/budget';
import { Compression, type Compressed } from './context/compression';
import { countedModel } from './context/countedModel';
import { hookedModel } from './hooks/hookedModel';
import { hookedUtility } from './hooks/hookedUtility';
import { runAgent, type RunOutcome } from './run/loop';
import { LoopCheck } from './run/loopCheck';
import { isUnfinished } from './run/nextSpeaker';
import { SilentRequests } from './run/silence';
import { noticeForBug, noticeForCompression, noticeForOutcome, noticeForRouting, type Notice } from './run/notices';
import type { UtilityModel } from './ports/utilityModel';
import { EditsAhead } from './calls/editsAhead';
import { ALLOW_EDITS, Questions, type CurrentAnswer } from './calls/questions';
import { interruptedEvents } from './run/recovery';
import { SessionHooks } from './hooks/sessionHooks';
import type { Prompt } from './ports/promptTools';
import type { SessionSettings } from './ports/sessionSettings';
import type { SessionPorts } from './sessionPorts';
import type { Tool } from './tool';
import { ToolList } from './toolList';
import { PromptCalls } from './calls/promptCalls';
import { ToolScheduler, type SchedulerContext } from './calls/toolScheduler';
import { Transcript } from './transcript';

/** How a session begins. */
export interface SessionStart {
  /** The state of an earlier session, to go on from. */
  readonly restored?: ChatState | undefined;
  /** What hooks hear of how it came about, where that is not plain: it takes the place of another one. */
  readonly source?: 'clear' | undefined;
  /** Makes it the session of an agent at work for another one. */
  readonly agent?: AgentRole;
}

/** A conversation: owns its history, the run in progress, and the questions that wait for the person. */
export class Session {
  readonly #transcript: Transcript;
  #run: AbortController | undefined;
  readonly #tools: ToolList;
  readonly #context: PromptContext;
  readonly #questions: Questions;
  readonly #ahead: EditsAhead;
  readonly #scheduler: ToolScheduler;
  readonly #promptCalls: PromptCalls;
  readonly #compression: Compression;
  /** Answers with usage are counted. */
  readonly #utilityModel: UtilityModel;
  readonly #spending: Spending;
  readonly #hooks: SessionHooks;
  readonly #silent: SilentRequests;
  /** How many prompts there were. */
  #prompts: number;
  /** How it came about. */
  readonly #source: 'startup' | 'resume' | 'clear';
  /** Whose budget was used up, where the person has not let it go on. */
  #spent: 'session' | 'day' | undefined;
  readonly #role: AgentRole | undefined;
  readonly #children: ChildSessions;
  /** What the agents that work for it share with it. */
  readonly shared: SharedWithAgents;

  constructor(
    private readonly ports: SessionPorts,
    private readonly settings: SessionSettings,
    { restored, source, agent }: SessionStart = {},
  ) {
    this.#role = agent;
    const { models, policy, log } = ports;
    const transcript = new Transcript(ports, restored);
    const { emit, state } = transcript;
    this.#transcript = transcript;
    this.#silent = new SilentRequests(emit);
    this.#prompts = state.messages.filter(message => message.role === 'user' && !message.isContext).length;
    this.#spending = new Spending(ports.ledger, {
      tokens: state.usage.total,
      money: state.usage.cost ?? 0,
      requests: requestsIn(state),
    });
    transcript.subscribe(event => this.#spending.take(event));
    this.#source = state.messages.length > 0 ? 'resume' : (source ?? 'startup');
    this.#hooks = new SessionHooks({
      open: ports.hooks,
      sessionId: () => this.state.sessionId,
      notify: notice => transcript.notify(notice),
      tell: text => transcript.tell(text),
      forget: () => this.#compression.forget(),
    });
    const reportBug = (message: string, error: unknown) => log.error(message, error);
    this.#tools = new ToolList(ports.toolSources, reportBug);
    this.#context = new PromptContext({
      workspace: ports.workspace,
      settings,
      tools: () => this.#tools.current,
      memory: ports.memory,
      template: ports.systemTemplate,
      instructions: agent?.instructions,
    });
    this.#utilityModel = countedModel(
      hookedUtility(this.#silent.watched(models.utilityModel, this.#promptId), this.#hooks, models.model),
      emit,
      notice => transcript.notify(notice),
    );
    this.#questions = new Questions({
      ...ports,
      ...settings,
      emit,
      reportBug,
      answer: () => this.#currentAnswer(),
      remember: async choice => (choice.id === ALLOW_EDITS ? settings.setMode('autoEdit') : policy.remember(choice)),
    });
    this.#ahead = new EditsAhead({
      workspace: ports.workspace,
      layered: ports.layered,
      patience: () => settings.workAheadAfter?.() ?? 0,
      ask: (question, signal) => this.#questions.ask(question, signal),
      onSettled: result => emit({ type: 'result-settled', result }),
      reportBug,
    });
    const calls: SchedulerContext = {
      ...ports,
      ...settings,
      tools: () => this.#tools.current,
      model: this.#utilityModel,
      decide: request => policy.decide(request),
      ask: (question, signal) => this.#questions.ask(question, signal),
      ahead: this.#ahead,
      emit,
      reportBug,
      hooks: () => this.#hooks.current,
      stopped: () => this.#hooks.stop,
      notify: text => transcript.notify({ level: 'info', text }),
    };
    this.#scheduler = new ToolScheduler(calls);
    this.#promptCalls = new PromptCalls({ context: calls, newId: ports.newId });
    this.#compression = new Compression({
      state: () => this.state,
      request: () => this.#request(),
      limit: models.inputLimit,
      settings: settings.compression,
      model: this.#utilityModel,
      emit,
      reminder: () => this.#context.reminder(),
      ...(settings.canAsk && { review: (summary, signal) => this.#reviewSummary(summary, signal) }),
      onBegin: (trigger, signal) => this.#hooks.fire('PreCompress', { trigger }, signal),
      onCompressed: result => transcript.notify(noticeForCompression(result)),
    });
    this.#children = new ChildSessions(emit, ports.now);
    this.shared = {
      children: this.#children,
      tools: () => this.#tools.current,
      gate: new AnswerGate(this.#spending, () => settings.budgets(), ports.now),
      hooks: () => this.#hooks.hooks,
      refuse: this.#hooks.refuse,
      promptId: this.#promptId,
    };
  }

  get state(): ChatState {
    return this.#transcript.state;
  }

  /** How full the model's window is. */
  contextUse(): ContextUse {
    return this.#compression.use();
  }

  /** What the model may call: as the run in progress has it, else as it would be now. */
  async tools(): Promise<readonly Tool[]> {
    if (!this.state.isRunning) await this.#tools.update();
    return this.#tools.current;
  }

  /** Calls `listener` for every event from now on; call what it returns to stop. */
  subscribe(listener: Emit): () => void {
    return this.#transcript.subscribe(listener);
  }

  /** Puts a restored session in order whose run was cut; to be called once, after subscribing. */
  recover(): void {
    for (const event of interruptedEvents(this.state, this.ports.newId, this.ports.now)) this.#transcript.emit(event);
  }

  /** Sends a prompt, or with `isOnlySaid` adds it for the model to read with the next one; resolves when the run that it starts has ended. Throws if one is running. */
  async submit(
    prompt: Prompt,
    { isOnlySaid, ...more }: { readonly replaces?: string; readonly isOnlySaid?: boolean } = {},
  ): Promise<RunOutcome> {
    return this.#start(async signal => {
      this.#prompts++;
      await this.#tellContext();
      await this.#hooks.start(this.#source, signal);
      const parts = await this.#partsOf(prompt, signal);
      if (!parts) return { reason: signal.aborted ? 'cancelled' : 'failed', isRefused: true };
      await this.#context.attached(parts);
      if (isOnlySaid) {
        this.#transcript.say({ parts });
        return { reason: 'done' };
      }
      const { messages } = this.state;
      const refused = await this.#hooks.beforePrompt(textOf(parts), signal, () =>
        this.#transcript.say({ parts, ...more }),
      );
      if (refused) return refused;
      if (signal.aborted) return { reason: 'cancelled' };
      await this.#route(parts, messages, signal);
      return this.#answer(signal);
    });
  }

  /** Sends the history again, after a failure or where the model was cut off. */
  async resume(): Promise<RunOutcome> {
    return this.#start(async signal => {
      if (this.#spent) this.#spending.grant(this.#spent);
      const last = this.state.messages.findLast(isSent);
      await this.#tellContext();
      if (last?.role === 'assistant') this.#transcript.tell('Go on where you stopped.');
      return this.#answer(signal);
    });
  }

  /** Has the older part of the conversation summed up for the model; a run of its own, which can be stopped. */
  async compress(): Promise<RunOutcome> {
    return this.#start(async signal => {
      await this.#context.write();
      const result = await this.#compression.compress(signal, 'manual');
      if (result.kind !== 'compressed' && !signal.aborted) this.#transcript.notify(noticeForCompression(result));
      if (signal.aborted) return { reason: 'cancelled' };
      return { reason: result.kind === 'failed' ? 'failed' : 'done' };
    });
  }

  /** Takes back what was summed up, and shortened: the model sees the whole conversation again, while it fits. */
  restoreOriginal(): void {
    if (this.#run || !this.#compression.restore(this.ports.now())) return;
    this.#transcript.notify({ level: 'info', text: l10n.t('The model sees the whole conversation again.') });
  }

  /**
   * Goes back to before a prompt, which with all that followed no longer counts. Gives that message, or null if there is
   * no such prompt or a run is in progress.
   */
  rewind(messageId: string): UserMessage | null {
    const index = this.state.messages.findIndex(({ id }) => id === messageId);
    const message = this.state.messages[index];
    if (this.#run || message?.role !== 'user' || message.isContext) return null;
    const gone = this.state.messages.slice(index);
    if (gone.some(each => each.role === 'user' && each.isContext)) this.#context.forget();
    this.#transcript.emit({ type: 'rewound', messageId, at: this.ports.now() });
    return message;
  }

  /** Tells the user something that the model does not get; a run in progress goes on. */
  notify(notice: Notice): void {
    this.#transcript.notify(notice);
  }

  /** Ends the run in progress: the request, the tools and the open questions. */
  stop(): void {
    this.#run?.abort();
  }

  /** Sends what the service does not answer again, at once; without anything of that kind does nothing. */
  retryNow(): void {
    this.#silent.retry();
    this.#children.retryNow();
  }

  /** To be called when nobody will go on with it; resolves when its hooks have ended. */
  end(reason: 'exit' | 'clear' | 'other'): Promise<void> {
    return this.#hooks.end(reason);
  }

  /** Ends one call of the run; the others go on. False if it is not running. */
  cancelCall(callId: string): boolean {
    return this.#scheduler.cancel(callId) || this.#children.cancelCall(callId);
  }

  /** Gives a line to a command that waits for one, or with null closes its input. False if it does not wait. */
  writeInput(callId: string, line: string | null): boolean {
    return this.#scheduler.writeInput(callId, line) || this.#children.writeInput(callId, line);
  }

  /** What policy would say to a call now; nothing runs. */
  evaluate(request: PolicyRequest): Promise<Decision> {
    return this.ports.policy.decide(request);
  }

  /** Answers a question. The first answer counts; false if the question is not, or no longer, open. */
  decide(callId: string, verdict: Verdict): boolean {
    return this.#questions.answer(callId, verdict) || this.#children.decide(callId, verdict);
  }

  async #start(work: (signal: AbortSignal) => Promise<RunOutcome>): Promise<RunOutcome> {
    if (this.#run) throw new Error('A run is in progress.');
    const run = new AbortController();
    this.#run = run;
    this.#transcript.emit({ type: 'run-started', at: this.ports.now() });
    this.ports.changes?.runs(this.state.sessionId, true);
    let outcome: RunOutcome = { reason: 'failed' };
    let notice: Notice | undefined;
    try {
      await this.#tools.update();
      if (this.ports.hooks) await this.#hooks.open();
      outcome = await work(run.signal);
      const scope = outcome.overrun?.scope;
      this.#spent = scope === 'prompt' ? undefined : scope;
      notice = noticeForOutcome(outcome);
    } catch (error) {
      this.ports.log.error('The run failed', error);
      this.ports.onBug?.(error);
      notice = noticeForBug(error);
    }
    // What the user has yet to decide outlives no run; the next one begins with what came of it.
    await this.#ahead.settled();
    this.#transcript.tell(this.#ahead.decided.take());
    this.#run = undefined;
    this.ports.changes?.runs(this.state.sessionId, false);
    this.#transcript.notify(notice);
    this.#transcript.emit({ type: 'run-finished', reason: outcome.reason, at: this.ports.now() });
    return outcome;
  }

  /** Undefined: they could not be made, and the user has been told why, or stopped it. */
  async #partsOf(prompt: Prompt, signal: AbortSignal): Promise<readonly Part[] | undefined> {
    if (typeof prompt !== 'function') return prompt;
    try {
      const parts = await prompt({
        workspace: this.ports.workspace,
        tool: name => this.#tools.current.find(tool => tool.name === name || tool.otherNames?.includes(name)),
        call: (tool, args, how) => this.#promptCalls.call(tool, args, signal, how),
        notify: (level, text) => this.#transcript.notify({ level, text }),
        signal,
      });
      return signal.aborted ? undefined : parts;
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      if (!signal.aborted) this.#transcript.notify({ level: 'error', text: error.forPeople ?? error.message });
      return undefined;
    }
  }

  /** Tells the model where it is and what the mode is, as far as it does not know. */
  async #tellContext(): Promise<void> {
    for (const text of await this.#context.news(this.#compression.messages())) this.#transcript.tell(text);
  }

  /** A budget that is used up is no time to ask how hard the prompt is. */
  async #route(parts: readonly Part[], messages: readonly Message[], signal: AbortSignal): Promise<void> {
    const { route } = this.ports.models;
    if (!route || this.#spending.check(this.settings.budgets(), this.ports.now)) return;
    const prompt = textOf(parts);
    const before = this.state.usage;
    const routed = await route({ prompt, messages, asks: this.#utilityModel }, signal);
    if (routed) this.#transcript.notify(noticeForRouting(routed, before, this.state.usage));
  }

  /** Runs the loop, and again for as long as hooks want another answer. */
  async #answer(signal: AbortSignal): Promise<RunOutcome> {
    for (;;) {
      const outcome = await this.#runLoop(signal);
      if (outcome.reason !== 'done' || !outcome.last || !this.#hooks.has('AfterAgent')) return outcome;
      const prompt = this.state.messages.findLast(message => message.role === 'user' && !message.isContext);
      const asked = prompt?.role === 'user' ? textOf(prompt.parts) : '';
      if (await this.#hooks.wantsMore(asked, textOf(outcome.last.message.parts), signal)) continue;
      const { stop } = this.#hooks;
      return stop ? { ...outcome, reason: 'hook', hook: stop } : outcome;
    }
  }

  async #runLoop(signal: AbortSignal): Promise<RunOutcome> {
    await this.#context.write();
    const compression = this.#compression;
    const messages = () => compression.messages();
    const { detectLoops, checksLoops, checksNextSpeaker, maxTurns, budgets, showsCitations = true } = this.settings;
    const { newId, now, models } = this.ports;
    const { has, fire, refuse } = this.#hooks;
    const toolName = (name: string) => this.#tools.nameOf(name);
    return runAgent(
      {
        newId,
        now,
        maxTurns,
        detectLoops,
        showsCitations,
        generator: models.generator,
        onSilence: () => this.#silent.watch(),
        openAnswer: hookedModel({ model: models.generator, toolName, has, fire, refuse }),
        beginTurn: () => this.#beginTurn(messages()),
        stop: () => this.#hooks.stop,
        emit: this.#transcript.emit,
        messages,
        ...(detectLoops && checksLoops && { loopCheck: new LoopCheck({ model: this.#utilityModel, messages }) }),
        isUnfinished: async (answer, abort) => checksNextSpeaker && isUnfinished(answer, this.#utilityModel, abort),
        checkBudgets: abort =>
          this.#role
            ? this.#role.admit(() => mostOfAnswer(this.contextUse()), abort)
            : this.#spending.check(budgets(), now),
        conclude: results => this.#ahead.conclude(results),
        decided: async abort => {
          await this.#ahead.settled(abort);
          return this.#ahead.decided.needAnswer;
        },
        ...(this.#role && { isComplete: this.#role.isComplete }),
        makeRoom: abort => compression.makeRoom(abort),
        shorten: async abort => (await compression.compress(abort)).kind === 'compressed',
        request: () => this.#request(),
        runTools: async (calls, abort) => {
          const results = await this.#scheduler.run(calls, abort);
          await this.#context.touched(calls, results);
          return results;
        },
      },
      signal,
    );
  }

  /** Between two steps what the user has undone is undone, and the model hears what became of its changes. */
  async #beginTurn(messages: readonly Message[]): Promise<void> {
    await this.#tools.update();
    this.#transcript.tell(await this.#context.found(messages));
    this.#transcript.tell(this.#ahead.decided.take());
    this.#transcript.tell(await this.ports.changes?.betweenSteps(this.state.sessionId));
  }

  #currentAnswer(): CurrentAnswer {
    const answer = this.state.messages.findLast(({ role }) => role === 'assistant');
    const isEdit = (name: string) =>
      this.#tools.current.some(tool => tool.name === name && tool.kind === 'change' && tool.changes === 'edit');
    const waiting = Object.values(this.state.calls).filter(({ state, name }) => state === 'scheduled' && isEdit(name));
    return { id: answer?.id ?? '', edits: waiting.length };
  }

  /** Everything of a request but the messages; there are no instructions and tools before the first run. */
  #request() {
    const { model, generation } = this.ports.models;
    return {
      system: this.#context.system,
      tools: this.#tools.declarations,
      model: model(),
      promptId: this.#promptId(),
      ...(generation && { generation: generation() }),
    };
  }

  /** Names the prompt at hand as Gemini CLI does; agents work for that of their chat. */
  readonly #promptId = (): string => this.#role?.promptId() ?? `${this.state.sessionId}########${this.#prompts}`;

  #reviewSummary({ before, after, snapshot: text }: Omit<Compressed, 'kind'>, signal: AbortSignal): Promise<boolean> {
    const callId = this.ports.newId();
    return this.#questions.confirm(
      { callId, proposal: { kind: 'summary', text, before, after }, remember: [] },
      signal,
    );
  }
}

function textOf(parts: readonly Part[]): string {
  return parts.flatMap(part => (part.type === 'text' ? [part.text] : [])).join('\n');
}

/** How many answers there were, those of agents among them. */
function requestsIn({ messages, agents = {} }: ChatState): number {
  const own = messages.filter(({ role }) => role === 'assistant').length;
  return Object.values(agents).reduce((sum, { chat }) => sum + requestsIn(chat), own);
}

/** Whether the model gets anything of a message. */
function isSent(message: Message): boolean {
  return message.role !== 'notice' && !(message.role === 'assistant' && message.parts.length === 0);
}

import type { ChatState } from '../shared/chatState';
import type { Message } from '../shared/messages';
import type { AgentRole } from './agents/agentRole';
import { ChildSessions } from './agents/childSessions';
import { problemsOfUnwritten } from './calls/freshProblems';
import { EditsAhead } from './calls/editsAhead';
import { PromptCalls } from './calls/promptCalls';
import { ALLOW_EDITS, Questions, type CurrentAnswer } from './calls/questions';
import { ToolScheduler, type SchedulerContext } from './calls/toolScheduler';
import { Compression, type Compressed } from './context/compression';
import { countedModel } from './context/countedModel';
import { FollowedList } from './context/followedList';
import { PromptContext } from './context/promptContext';
import { hookedUtility } from './hooks/hookedUtility';
import { SessionHooks } from './hooks/sessionHooks';
import type { SessionSettings } from './ports/sessionSettings';
import type { UtilityModel } from './ports/utilityModel';
import { Spending } from './run/budget';
import { noticeForCompression } from './run/notices';
import { PromptNumber } from './run/promptNumber';
import { SilentRequests } from './run/silence';
import type { SessionPorts } from './sessionPorts';
import type { Tool } from './tool';
import { ToolList } from './toolList';
import { Transcript } from './transcript';

/** The objects that make up a session; each has its own state. */
export interface SessionMembers {
  readonly ports: SessionPorts;
  readonly settings: SessionSettings;
  /** Absent: this is the session of a chat. */
  readonly role: AgentRole | undefined;
  readonly transcript: Transcript;
  readonly tools: ToolList;
  readonly context: PromptContext;
  readonly questions: Questions;
  readonly ahead: EditsAhead;
  readonly scheduler: ToolScheduler;
  readonly promptCalls: PromptCalls;
  readonly compression: Compression;
  /** Its usage is counted. */
  readonly utilityModel: UtilityModel;
  readonly spending: Spending;
  readonly hooks: SessionHooks;
  readonly silent: SilentRequests;
  readonly children: ChildSessions;
  readonly prompt: PromptNumber;
  readonly followed: FollowedList;
  /** Everything in a request except the messages; has no instructions or tools before the first run. */
  readonly request: () => ReturnType<typeof requestOf>;
}

/** Creates the members, giving each what it needs of the others. */
export function createMembers(
  ports: SessionPorts,
  settings: SessionSettings,
  restored: ChatState | undefined,
  role: AgentRole | undefined,
): SessionMembers {
  const { models, policy, log } = ports;
  const transcript = new Transcript(ports, restored);
  const { emit } = transcript;
  const state = () => transcript.state;
  const reportBug = (message: string, error: unknown) => log.error(message, error);
  const silent = new SilentRequests(emit);
  const prompt = new PromptNumber(transcript.state, role);
  const spending = spendingOf(ports, transcript);
  const hooks = new SessionHooks({
    open: ports.hooks,
    sessionId: () => state().sessionId,
    notify: notice => transcript.notify(notice),
    tell: text => transcript.tell(text),
    forget: () => compression.forget(),
  });
  const tools = new ToolList(ports.toolSources, reportBug);
  const context = new PromptContext({
    workspace: ports.workspace,
    settings,
    tools: () => tools.current,
    memory: ports.memory,
    template: ports.systemTemplate,
    instructions: role?.instructions,
  });
  const utilityModel = countedModel(
    hookedUtility(silent.watched(models.utilityModel, prompt.id), hooks, models.model),
    emit,
    notice => transcript.notify(notice),
  );
  const questions = new Questions({
    ...ports,
    ...settings,
    emit,
    reportBug,
    answer: () => currentAnswer(state(), tools.current),
    remember: async choice => (choice.id === ALLOW_EDITS ? settings.setMode('autoEdit') : policy.remember(choice)),
  });
  const ahead = new EditsAhead({
    workspace: ports.workspace,
    layered: ports.layered,
    patience: () => settings.workAheadAfter?.() ?? 0,
    ask: (question, signal) => questions.ask(question, signal),
    problemsOf: (texts, signal) => problemsOfUnwritten(ports, texts, signal),
    onSettled: result => emit({ type: 'result-settled', result }),
    reportBug,
  });
  const calls: SchedulerContext = {
    ...ports,
    ...settings,
    tools: () => tools.current,
    model: utilityModel,
    decide: request => policy.decide(request),
    ask: (question, signal) => questions.ask(question, signal),
    ahead,
    emit,
    reportBug,
    hooks: () => hooks.current,
    stopped: () => hooks.stop,
    notify: (text, level = 'info') => transcript.notify({ level, text }),
    ...(settings.canAsk && { askUser: questions.askerFor(ports.newId) }),
  };
  const request = () => requestOf(ports, context, tools, prompt);
  const compression = new Compression({
    state,
    request,
    limit: models.inputLimit,
    settings: settings.compression,
    model: utilityModel,
    emit,
    reminder: () => context.reminder(),
    ...(settings.canAsk && { review: (summary, signal) => reviewSummary(questions, ports.newId(), summary, signal) }),
    onBegin: (trigger, signal) => hooks.fire('PreCompress', { trigger }, signal),
    onCompressed: result => transcript.notify(noticeForCompression(result)),
  });
  return {
    ...{ ports, settings, role, transcript, tools, context, questions, ahead, compression, utilityModel, spending },
    ...{ hooks, silent, prompt, request },
    scheduler: new ToolScheduler(calls),
    promptCalls: new PromptCalls({ context: calls, newId: ports.newId }),
    children: new ChildSessions(emit, ports.now),
    followed: followedBefore(ports, transcript.state.messages),
  };
}

/** The server resources that a restored session's prompts attached; followed as in the earlier window or run. */
function followedBefore({ followAgain }: SessionPorts, messages: readonly Message[]): FollowedList {
  const list = new FollowedList();
  if (!followAgain) return list;
  for (const message of messages) {
    if (message.role !== 'user') continue;
    for (const part of message.parts)
      if (part.type === 'file' && part.source === 'resource') list.add(followAgain(part));
  }
  return list;
}

function spendingOf({ ledger }: SessionPorts, transcript: Transcript): Spending {
  const { state } = transcript;
  const { total: tokens, cost: money = 0 } = state.usage;
  const spending = new Spending(ledger, { tokens, money, requests: requestsIn(state) });
  transcript.subscribe(event => spending.take(event));
  return spending;
}

/** The number of answers so far, including those of agents. */
function requestsIn({ messages, agents = {} }: ChatState): number {
  const own = messages.filter(({ role }) => role === 'assistant').length;
  return Object.values(agents).reduce((sum, { chat }) => sum + requestsIn(chat), own);
}

function currentAnswer({ messages, calls }: ChatState, tools: readonly Tool[]): CurrentAnswer {
  const answer = messages.findLast(({ role }) => role === 'assistant');
  const isEdit = (name: string) =>
    tools.some(tool => tool.name === name && tool.kind === 'change' && tool.changes === 'edit');
  const waiting = Object.values(calls).filter(({ state, name }) => state === 'scheduled' && isEdit(name));
  return { id: answer?.id ?? '', edits: waiting.length };
}

function requestOf({ models }: SessionPorts, context: PromptContext, tools: ToolList, prompt: PromptNumber) {
  const { model, generation } = models;
  return {
    system: context.system,
    tools: tools.declarations,
    model: model(),
    promptId: prompt.id(),
    ...(generation && { generation: generation() }),
  };
}

function reviewSummary(
  questions: Questions,
  callId: string,
  { before, after, snapshot: text }: Omit<Compressed, 'kind'>,
  signal: AbortSignal,
): Promise<boolean> {
  return questions.confirm({ callId, proposal: { kind: 'summary', text, before, after }, remember: [] }, signal);
}

import { innerCallId, ownCallId } from './callAddress';
import { awaiting, changed, nextCall, onCall, settleResult, withoutApproval, withoutCalls } from './callViews';
import { addUsage, emptyChat, isEnd, type ChatState } from './chatState';
import type { AgentEvent } from './events';
import { lastOutput } from './lastOutput';
import type { AssistantMessage, Message, Part } from './messages';

/** Returns the state after `event`, never mutating its argument. Events about unknown messages or calls are ignored. */
export function applyEvent(state: ChatState, event: AgentEvent): ChatState {
  return fold(state, event, (messages, message) => [...messages, message]);
}

/**
 * Returns the state after all of `events`, as if applied one after another. Appends to one new message list in place,
 * so that a long chat isn't copied for each event; the list is not exposed until it is complete.
 */
export function applyEvents(state: ChatState, events: readonly AgentEvent[]): ChatState {
  let own: Message[] | undefined;
  const append: Append = (messages, message) => {
    if (messages !== own) own = [...messages];
    own.push(message);
    return own;
  };
  return events.reduce((folded, event) => fold(folded, event, append), state);
}

/** Returns the list with one more message at the end. */
type Append = (messages: readonly Message[], message: Message) => readonly Message[];

function fold(state: ChatState, event: AgentEvent, append: Append): ChatState {
  switch (event.type) {
    case 'run-started':
      return { ...state, isRunning: true };
    case 'message':
      return event.message.role === 'assistant' && event.message.end === undefined
        ? { ...without(state, 'isCompressing'), live: event.message }
        : { ...withoutCalls(state, event.message), messages: append(state.messages, event.message) };
    case 'compressing':
      return { ...state, isCompressing: true };
    case 'compressed':
      return {
        ...without(state, 'isCompressing'),
        compacted: { ...event.compacted, since: state.messages.length },
        usage: event.usage ? addUsage(state.usage, event.usage) : state.usage,
      };
    case 'uncompressed':
      return state.compacted ? { ...state, compacted: { since: state.messages.length } } : state;
    case 'asked':
      return { ...state, usage: addUsage(state.usage, event.usage) };
    case 'delta':
      return onLive(without(state, 'retry'), event.messageId, parts => appendText(parts, event.text));
    case 'part':
      return onLive(without(state, 'retry'), event.messageId, parts => [...parts, event.part]);
    case 'retry':
      return {
        ...onModel(
          onLive(state, event.messageId, () => []),
          event,
        ),
        retry: {
          attempt: event.attempt,
          maxAttempts: event.maxAttempts,
          at: event.at,
          remainingMs: event.delayMs,
          reason: event.reason,
          ...(event.model !== undefined && { model: event.model }),
        },
        usage: event.usage ? addUsage(state.usage, event.usage) : state.usage,
      };
    case 'silence': {
      const heard = without(state, 'silentSeconds');
      return event.seconds === null ? heard : { ...without(heard, 'retry'), silentSeconds: event.seconds };
    }
    case 'message-finished':
      return finishMessage(state, event, append);
    case 'tool-state':
      return {
        ...state,
        calls: { ...state.calls, [event.callId]: nextCall(state.calls[event.callId], event) },
        // A call can be cancelled while it awaits approval; its approval is then never settled.
        ...(isEnd(event.state) && state.approvals.length > 0 && { approvals: withoutApproval(state, event.callId) }),
      };
    case 'result-settled':
      return settleResult(state, event.result);
    case 'tool-output':
      return onCall(state, event.callId, call => ({
        ...call,
        output: lastOutput(call.output + event.text),
      }));
    case 'tool-input':
      return onCall(state, event.callId, call => awaiting(call, event.awaited));
    case 'approval-requested':
      return { ...state, approvals: [...withoutApproval(state, event.approval.callId), event.approval] };
    case 'approval-changed':
      return { ...state, approvals: state.approvals.map(approval => changed(approval, event)) };
    case 'approval-settled':
      return onCall({ ...state, approvals: withoutApproval(state, event.callId) }, event.callId, call => ({
        ...call,
        verdict: event.verdict,
      }));
    case 'run-finished':
      return { ...without(state, 'retry', 'silentSeconds', 'isCompressing'), isRunning: false, approvals: [] };
    case 'rewound':
      return rewind(state, event.messageId);
    case 'agent-started':
      return { ...state, agents: { ...state.agents, [event.callId]: { agent: event.agent, chat: emptyChat() } } };
    case 'agent':
      return ofAgent(state, event, append);
    default:
      return event satisfies never;
  }
}

/** Folds a subagent's event; its approval requests appear in the parent chat, addressed through its call. */
function ofAgent(
  state: ChatState,
  { callId, event }: Extract<AgentEvent, { type: 'agent' }>,
  append: Append,
): ChatState {
  const view = state.agents?.[callId];
  if (!view) return state;
  const chat = fold(view.chat, event, append);
  const agents = {
    ...state.agents,
    [callId]: { ...view, chat: chat.approvals.length > 0 ? { ...chat, approvals: [] } : chat },
  };
  const used = 'usage' in event ? event.usage : undefined;
  const next = { ...state, agents, ...(used && { usage: addUsage(state.usage, used) }) };
  switch (event.type) {
    case 'approval-requested': {
      const approval = {
        ...event.approval,
        callId: innerCallId(callId, event.approval.callId),
        agent: view.agent.title,
      };
      return { ...next, approvals: [...withoutApproval(state, approval.callId), approval] };
    }
    case 'approval-changed': {
      const change = { ...event, callId: innerCallId(callId, event.callId) };
      return { ...next, approvals: state.approvals.map(approval => changed(approval, change)) };
    }
    case 'approval-settled':
      return { ...next, approvals: withoutApproval(state, innerCallId(callId, event.callId)) };
    case 'tool-state': {
      const isOver = isEnd(event.state) && state.approvals.length > 0;
      return isOver ? { ...next, approvals: withoutApproval(state, innerCallId(callId, event.callId)) } : next;
    }
    case 'run-finished':
      return {
        ...next,
        approvals: state.approvals.filter(approval => ownCallId(approval.callId, callId) === undefined),
      };
    default:
      return next;
  }
}

function rewind(state: ChatState, messageId: string): ChatState {
  const index = state.messages.findIndex(({ id }) => id === messageId);
  if (index < 0) return state;
  const messages = state.messages.slice(0, index);
  const { through, maskedThrough } = { ...state.compacted?.snapshot, ...state.compacted };
  // A compacted view that refers to removed messages would hide the ones that come next.
  const isKept = [through, maskedThrough].every(id => id === undefined || messages.some(message => message.id === id));
  const kept = isKept ? withSince(state, messages.length) : without(state, 'compacted');
  return { ...without(kept, 'live'), ...agentsOf(state, messages), messages, calls: {}, approvals: [] };
}

/** The agents whose calls still have a result in `messages`. */
function agentsOf({ agents }: ChatState, messages: readonly Message[]): Pick<ChatState, 'agents'> {
  if (!agents) return {};
  const calls = new Set(
    messages.flatMap(each => (each.role === 'tool' ? each.results.map(({ callId }) => callId) : [])),
  );
  return { agents: Object.fromEntries(Object.entries(agents).filter(([callId]) => calls.has(callId))) };
}

function withSince(state: ChatState, most: number): ChatState {
  const { compacted } = state;
  return compacted ? { ...state, compacted: { ...compacted, since: Math.min(compacted.since, most) } } : state;
}

type Passing = 'live' | 'retry' | 'silentSeconds' | 'isCompressing' | 'compacted';

function without(state: ChatState, ...keys: readonly Passing[]): ChatState {
  if (keys.every(key => state[key] === undefined)) return state;
  const kept = Object.entries(state).filter(([name]) => !(keys as readonly string[]).includes(name));
  return Object.fromEntries(kept) as unknown as ChatState;
}

function onLive(state: ChatState, messageId: string, change: (parts: readonly Part[]) => readonly Part[]): ChatState {
  const { live } = state;
  return live?.id === messageId ? { ...state, live: { ...live, parts: change(live.parts) } } : state;
}

/** Signatures are valid only for the model that made them, so the message names the model that finally answered. */
function onModel(state: ChatState, { messageId, model }: Extract<AgentEvent, { type: 'retry' }>): ChatState {
  const { live } = state;
  return live?.id === messageId && model !== undefined ? { ...state, live: { ...live, model } } : state;
}

function appendText(parts: readonly Part[], text: string): readonly Part[] {
  const last = parts.at(-1);
  return last?.type === 'text' && last.signature === undefined
    ? [...parts.slice(0, -1), { type: 'text', text: last.text + text }]
    : [...parts, { type: 'text', text }];
}

function finishMessage(
  state: ChatState,
  event: Extract<AgentEvent, { type: 'message-finished' }>,
  append: Append,
): ChatState {
  const { live } = state;
  if (live?.id !== event.messageId) return state;
  const { usage } = event;
  const message: AssistantMessage = { ...live, end: event.end, ...(usage && { usage }) };
  return {
    ...without(state, 'live', 'retry'),
    messages: append(state.messages, message),
    usage: usage ? addUsage(state.usage, usage) : state.usage,
  };
}

import type { AgentView, ChatState } from '../../shared/chatState';
import type { AgentEvent } from '../../shared/events';
import { toolCallsOf, type Message, type Part, type ToolResult } from '../../shared/messages';
import type { ChatEvent } from '../../shared/protocol';
import { windowOf } from './messageWindow';

/** Longer arguments of a call are cut for the panel, which doesn't need whole files; in characters. */
const SHOWN_ARGUMENT = 2000;
/** How much output of a finished call is shown, in characters. */
const SHOWN_OUTPUT = 20_000;

/** The event for the panel: with what is shown, without what only the model reads. */
export function eventForView(event: AgentEvent): AgentEvent {
  if (event.type === 'message') return { ...event, message: messageForView(event.message) };
  if (event.type === 'result-settled') return { ...event, result: resultForView(event.result) };
  if (event.type === 'compressed') return { ...event, compacted: {} };
  if (event.type === 'agent') return { ...event, event: eventForView(event.event) };
  if (event.type === 'part') return { ...event, part: partForView(event.part) };
  return event;
}

/**
 * The state for the panel at `now`: of a long conversation only the newest messages, and a note about the earlier
 * ones.
 */
export function stateForView(
  state: ChatState,
  now: number,
): Pick<Extract<ChatEvent, { type: 'state' }>, 'state' | 'earlier'> {
  const { live, compacted: _compacted, retry, agents, ...shown } = state;
  const { messages, earlier } = windowOf(state.messages.filter(isShown));
  return {
    state: {
      ...shown,
      ...agentsForView(agents, live ? [...messages, live] : messages, now),
      messages: messages.map(messageForView),
      ...(retry && { retry: { ...retry, at: now, remainingMs: Math.max(0, retry.at + retry.remainingMs - now) } }),
      ...(live && { live: { ...live, parts: live.parts.map(partForView) } }),
    },
    ...(earlier && { earlier }),
  };
}

/** The messages before the one with the id `before`; without it the newest, for a panel that has none left. */
export function earlierForView(state: ChatState, before?: string): Extract<ChatEvent, { type: 'earlier' }> {
  const { messages, earlier } = windowOf(state.messages.filter(isShown), before);
  const shown = messages.map(messageForView);
  const agents = agentsForView(state.agents, messages, 0);
  return {
    type: 'earlier',
    messages: shown,
    ...agents,
    ...(before !== undefined && { before }),
    ...(earlier && { earlier }),
  };
}

/** The agents working on calls of these messages. */
function agentsForView(
  agents: ChatState['agents'],
  messages: readonly Message[],
  now: number,
): Pick<ChatState, 'agents'> {
  if (!agents) return {};
  const calls = messages.flatMap(message => (message.role === 'assistant' ? toolCallsOf(message) : []));
  const shown = calls.flatMap(({ id }): [string, AgentView][] => {
    const view = agents[id];
    return view ? [[id, { ...view, chat: stateForView(view.chat, now).state }]] : [];
  });
  return shown.length > 0 ? { agents: Object.fromEntries(shown) } : {};
}

export function isShown(message: Message): boolean {
  return message.role !== 'user' || message.isContext !== true;
}

function messageForView(message: Message): Message {
  switch (message.role) {
    case 'tool':
      return { ...message, results: message.results.map(resultForView) };
    case 'user':
    case 'assistant':
      return { ...message, parts: message.parts.map(partForView) };
    case 'notice':
      return message;
    default:
      return message satisfies never;
  }
}

function resultForView({ images: _images, display, ...result }: ToolResult): ToolResult {
  const isCut = display?.type === 'command' && display.output.length > SHOWN_OUTPUT;
  const shown = isCut ? { ...display, output: display.output.slice(-SHOWN_OUTPUT) } : display;
  return { ...result, content: '', ...(shown && { display: shown }) };
}

function partForView(part: Part): Part {
  // Of an attachment only its name is shown; of a command that the user ran, what it printed.
  if (part.type === 'file') return { ...part, text: part.source === 'command' ? part.text.slice(-SHOWN_OUTPUT) : '' };
  if (part.type === 'opaque') return { type: 'opaque', raw: null };
  if (part.type !== 'toolCall') return part;
  const cut = (value: unknown) =>
    typeof value === 'string' && value.length > SHOWN_ARGUMENT ? `${value.slice(0, SHOWN_ARGUMENT)}…` : value;
  const args = Object.fromEntries(Object.entries(part.call.args).map(([name, value]) => [name, cut(value)]));
  const { signature: _signature, ...rest } = part;
  return { ...rest, call: { ...part.call, args } };
}

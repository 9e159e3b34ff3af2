// How events change the calls and the open approvals of a chat.
import { isEnd, type ChatState, type ToolCallView } from './chatState';
import type { AgentEvent, AwaitedInput } from './events';
import type { Message, ToolResult } from './messages';
import type { Approval } from './proposals';

/** Replaces a provisional result by the final one, except for `content`, which the model has already read. */
export function settleResult(state: ChatState, { content: _told, images: _none, ...settled }: ToolResult): ChatState {
  const { callId } = settled;
  const index = state.messages.findLastIndex(
    message => message.role === 'tool' && message.results.some(each => each.callId === callId && each.isProvisional),
  );
  const message = state.messages[index];
  if (message?.role !== 'tool') return state;
  const results = message.results.map(each =>
    each.callId === callId && each.isProvisional ? { ...settled, content: each.content } : each,
  );
  const messages = state.messages.with(index, { ...message, results });
  const calls = Object.fromEntries(Object.entries(state.calls).filter(([id]) => id !== callId));
  return { ...state, messages, calls, approvals: withoutApproval(state, callId) };
}

/** Removes the live views of calls whose result a tool message holds; calls with provisional results stay open. */
export function withoutCalls(state: ChatState, message: Message): ChatState {
  if (message.role !== 'tool') return state;
  const ended = new Set(message.results.flatMap(({ callId, isProvisional }) => (isProvisional ? [] : [callId])));
  return { ...state, calls: Object.fromEntries(Object.entries(state.calls).filter(([id]) => !ended.has(id))) };
}

export function onCall(state: ChatState, callId: string, change: (call: ToolCallView) => ToolCallView): ChatState {
  const call = state.calls[callId];
  return call ? { ...state, calls: { ...state.calls, [callId]: change(call) } } : state;
}

export function awaiting({ awaited: _before, ...call }: ToolCallView, awaited: AwaitedInput | null): ToolCallView {
  return awaited ? { ...call, awaited } : call;
}

export function withoutApproval(state: ChatState, callId: string): readonly Approval[] {
  return state.approvals.filter(approval => approval.callId !== callId);
}

export function changed(approval: Approval, event: Extract<AgentEvent, { type: 'approval-changed' }>): Approval {
  return approval.callId === event.callId ? { ...approval, proposal: event.proposal } : approval;
}

export function nextCall(
  call: ToolCallView | undefined,
  event: Extract<AgentEvent, { type: 'tool-state' }>,
): ToolCallView {
  const known = call && isEnd(event.state) ? awaiting(call, null) : call;
  const base = known ?? {
    id: event.callId,
    name: event.name ?? '',
    title: event.title ?? event.name ?? '',
    output: '',
  };
  return {
    ...base,
    state: event.state,
    ...(event.title !== undefined && { title: event.title }),
    ...(event.icon && { icon: event.icon }),
    ...(event.state === 'executing' && { startedAt: event.at }),
    ...(isEnd(event.state) && { endedAt: event.at }),
    ...(event.display && { display: event.display }),
    ...(event.error !== undefined && { error: event.error }),
  };
}

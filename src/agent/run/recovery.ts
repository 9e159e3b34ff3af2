import * as l10n from '@vscode/l10n';
import { isEnd, type ChatState } from '../../shared/chatState';
import type { AgentEvent } from '../../shared/events';
import { toolCallsOf, type NoticeMessage, type ToolResult, type UserMessage } from '../../shared/messages';
import type { SessionMembers } from '../sessionMembers';

/** Repairs a restored session whose run was interrupted, and lists the edits that the user had not decided about. */
export function recoverRun(
  { ports, transcript }: Pick<SessionMembers, 'ports' | 'transcript'>,
  wasAbandoned: boolean,
): void {
  interruptedEvents(transcript.state, ports.newId, ports.now, wasAbandoned).forEach(transcript.emit);
  if (transcript.state.messages.length > 0) ports.changes?.recovered(transcript.state.sessionId);
}

/**
 * The events to add to a session whose run was cut off, so that it can continue: the editor was closed or reloaded, or
 * the process ended unexpectedly.
 */
export function interruptedEvents(
  state: ChatState,
  newId: () => string,
  now: () => number,
  wasAbandoned = false,
): AgentEvent[] {
  if (!state.isRunning && !state.live) return [];
  const events: AgentEvent[] = [];
  if (state.live) events.push({ type: 'message-finished', messageId: state.live.id, end: 'interrupted' });
  for (const [callId, { chat }] of Object.entries(state.agents ?? {})) {
    if (!chat.isRunning) continue;
    if (chat.live)
      events.push(ofAgent(callId, { type: 'message-finished', messageId: chat.live.id, end: 'interrupted' }));
    events.push(ofAgent(callId, { type: 'run-finished', reason: 'cancelled', at: now() }));
  }
  const results = openResults(state);
  const undecided = provisionalResults(state);
  for (const result of undecided) events.push({ type: 'result-settled', result });
  if (results.length > 0) events.push({ type: 'message', message: { id: newId(), at: now(), role: 'tool', results } });
  if (undecided.length > 0) events.push({ type: 'message', message: tellOfUndecided(undecided, newId(), now()) });
  const waits = state.approvals.some(({ proposal: { kind } }) => kind === 'edit' || kind === 'edits');
  const notice = noticeOfEnd(wasAbandoned, waits);
  events.push({ type: 'message', message: { id: newId(), at: now(), role: 'notice', ...notice } });
  events.push({ type: 'run-finished', reason: 'cancelled', at: now() });
  return events;
}

function noticeOfEnd(wasAbandoned: boolean, waits: boolean): Pick<NoticeMessage, 'level' | 'text' | 'actions'> {
  const texts = [
    wasAbandoned
      ? l10n.t('Pollux was ended unexpectedly while it was working. It stopped here.')
      : l10n.t('The editor was closed or reloaded while Pollux was working. It stopped here.'),
    ...(waits ? [l10n.t('The Changes view lists the edits that you hadn’t decided about.')] : []),
    ...(wasAbandoned ? [l10n.t('If this happens again, write an error report.')] : []),
  ];
  return {
    level: wasAbandoned ? 'warning' : 'info',
    text: texts.join(' '),
    actions: wasAbandoned ? ['continue', 'writeReport'] : ['continue'],
  };
}

function ofAgent(callId: string, event: AgentEvent): AgentEvent {
  return { type: 'agent', callId, event };
}

/** Edits that the user had not decided yet, or that were being made. */
function provisionalResults({ messages }: ChatState): ToolResult[] {
  const results = messages.flatMap(message => (message.role === 'tool' ? message.results : []));
  return results
    .filter(({ isProvisional }) => isProvisional)
    .map(({ isProvisional: _ended, ...result }) => ({ ...result, status: 'cancelled', errorType: 'cancelled' }));
}

function tellOfUndecided(results: readonly ToolResult[], id: string, at: number): UserMessage {
  const titles = results.map(({ title }) => title).join(', ');
  const text =
    `The editor was closed before the user had decided on these proposed edits: ${titles}. Unless the files say ` +
    'otherwise, they were not made: read the files before you go on.';
  return { id, at, role: 'user', isContext: true, parts: [{ type: 'text', text }] };
}

/** Results for the calls that have none; calls that had not ended count as cancelled, and are never run again. */
function openResults({ live, messages, calls }: ChatState): ToolResult[] {
  const last = live ?? messages.findLast(message => message.role !== 'notice');
  if (last?.role !== 'assistant') return [];
  return toolCallsOf(last).map(({ id, name }) => {
    const { title = name, icon, state = 'cancelled', display } = calls[id] ?? {};
    const hasEnded = isEnd(state);
    const content = hasEnded
      ? 'This had ended, but its result was lost when the editor was closed.'
      : 'Interrupted: the editor was closed before this ended. It may or may not have had an effect.';
    return {
      callId: id,
      name,
      title,
      ...(icon && { icon }),
      status: 'cancelled',
      content,
      errorType: 'cancelled',
      ...(display && { display }),
    };
  });
}

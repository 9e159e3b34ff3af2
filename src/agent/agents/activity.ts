import type { AgentEvent } from '../../shared/events';
import type { Message } from '../../shared/messages';

/**
 * The visible part of an event in an agent's session; undefined: nothing. Leaves out what only the agent's model reads,
 * so that the caller's chat stores no more than is shown.
 */
export function activityOf(event: AgentEvent): AgentEvent | undefined {
  switch (event.type) {
    case 'message':
      return event.message.role === 'user' && event.message.isContext
        ? undefined
        : { ...event, message: seen(event.message) };
    case 'compressed':
      return { ...event, compacted: {} };
    case 'agent':
    case 'agent-started':
      return undefined;
    default:
      return event;
  }
}

function seen(message: Message): Message {
  if (message.role === 'tool') {
    return {
      ...message,
      results: message.results.map(({ images: _images, ...result }) => ({ ...result, content: '' })),
    };
  }
  if (message.role !== 'notice') return message;
  // An agent's session can be acted on only through the chat.
  const { actions: _actions, ...notice } = message;
  return notice;
}

import type { AgentEvent } from '../../shared/events';
import type { Message } from '../../shared/messages';

/**
 * What people see of an event in an agent's session; undefined: nothing. What only its model reads is left out, so that
 * the chat that set it to work grows by what is seen.
 */
export function activityOf(event: AgentEvent): AgentEvent | undefined {
  switch (event.type) {
    case 'message':
      return event.message.role === 'user' && event.message.isContext
        ? undefined
        : { ...event, message: seen(event.message) };
    case 'compressed':
      return { ...event, condensed: {} };
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
  // Nothing can be done about an agent's session but through the chat.
  const { actions: _actions, ...notice } = message;
  return notice;
}

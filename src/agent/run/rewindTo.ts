import type { UserMessage } from '../../shared/messages';
import type { SessionMembers } from '../sessionMembers';

/** Rewinds to before a prompt; it and all after it no longer count. Returns that message; null if there is none. */
export function rewindTo({ ports, transcript, context }: SessionMembers, messageId: string): UserMessage | null {
  const { messages } = transcript.state;
  const index = messages.findIndex(({ id }) => id === messageId);
  const message = messages[index];
  if (message?.role !== 'user' || message.isContext) return null;
  if (messages.slice(index).some(each => each.role === 'user' && each.isContext)) context.forget();
  transcript.emit({ type: 'rewound', messageId, at: ports.now() });
  return message;
}

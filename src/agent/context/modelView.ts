import type { Compacted } from '../../shared/events';
import type { Message, UserMessage } from '../../shared/messages';
import { withMaskedOutputs } from './maskOutputs';

/**
 * The history as the model sees it: a snapshot replaces the messages it covers, and old outputs are shortened. The
 * environment, which comes first, always stays; so does the prompt of a run that was compressed halfway.
 */
export function modelView(
  messages: readonly Message[],
  { snapshot, maskedThrough, notes }: Compacted,
): readonly Message[] {
  const end = snapshot ? messages.findIndex(({ id }) => id === snapshot.through) : -1;
  const view = snapshot && end >= 0 ? withSnapshot(messages, end, snapshot, notes) : messages;
  return maskedThrough === undefined ? view : withMaskedOutputs(view, maskedThrough);
}

function withSnapshot(
  messages: readonly Message[],
  end: number,
  snapshot: NonNullable<Compacted['snapshot']>,
  notes: readonly string[] = [],
): Message[] {
  const { text, through, prompt } = snapshot;
  const first = messages[0];
  const stand: UserMessage = {
    id: `${through}-snapshot`,
    at: messages[end]?.at ?? 0,
    role: 'user',
    parts: [{ type: 'text', text: notes.length > 0 ? `${text}\n\n${NOTED}\n${notes.join('\n')}` : text }],
    isContext: true,
  };
  return [
    ...(first && isEnvironment(first) ? [first] : []),
    stand,
    ...messages.filter(({ id }) => id === prompt),
    ...messages.slice(end + 1),
  ];
}

const NOTED = '[What you have noted so far, each time that the conversation was replaced by a snapshot:]';

/** Whether a message, if it is the first, describes the environment. */
export function isEnvironment(message: Message): boolean {
  return message.role === 'user' && message.isContext === true;
}

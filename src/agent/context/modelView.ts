import type { Condensed } from '../../shared/events';
import type { Message, UserMessage } from '../../shared/messages';
import { withMaskedOutputs } from './maskOutputs';

/**
 * What the model sees of a history: what a snapshot stands for is replaced by it, old outputs are shortened. The
 * environment, which comes first, always stays; so does the prompt of a run that was compressed half-way.
 */
export function modelView(
  messages: readonly Message[],
  { snapshot, maskedThrough, notes }: Condensed,
): readonly Message[] {
  const end = snapshot ? messages.findIndex(({ id }) => id === snapshot.through) : -1;
  const view = snapshot && end >= 0 ? withSnapshot(messages, end, snapshot, notes) : messages;
  return maskedThrough === undefined ? view : withMaskedOutputs(view, maskedThrough);
}

function withSnapshot(
  messages: readonly Message[],
  end: number,
  snapshot: NonNullable<Condensed['snapshot']>,
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

/** Whether a message, being the first, tells about the environment. */
export function isEnvironment(message: Message): boolean {
  return message.role === 'user' && message.isContext === true;
}

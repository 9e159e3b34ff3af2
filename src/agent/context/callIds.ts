import type { AssistantMessage, Message, Part, ToolCallPart } from '../../shared/messages';

type IsTaken = (id: string) => boolean;

/**
 * Gives a call a unique id: a model may use one twice, and everything that belongs to a call is found by its id.
 * `messages`: the conversation so far; `answer`: the earlier parts of the answer.
 */
export function withOwnId(part: Part, messages: readonly Message[], answer: readonly Part[]): Part {
  if (part.type !== 'toolCall') return part;
  const isCalled = (parts: readonly Part[], id: string) => parts.some(each => isCall(each) && each.call.id === id);
  const isIn = (id: string) => (message: Message) => message.role === 'assistant' && isCalled(message.parts, id);
  return renamed(part, id => isCalled(answer, id) || messages.some(isIn(id)));
}

/** The answer with its calls' ids made unique and added to `taken`; the same object if nothing had to change. */
export function withOwnIds(message: AssistantMessage, taken: Set<string>): AssistantMessage {
  const parts = message.parts.map(part => {
    if (!isCall(part)) return part;
    const own = renamed(part, id => taken.has(id));
    taken.add(own.call.id);
    return own;
  });
  return parts.every((part, i) => part === message.parts[i]) ? message : { ...message, parts };
}

function isCall(part: Part): part is ToolCallPart {
  return part.type === 'toolCall';
}

/** The number is deterministic, so that messages sent before are sent again unchanged. */
function renamed(part: ToolCallPart, isTaken: IsTaken): ToolCallPart {
  const { id } = part.call;
  if (!isTaken(id)) return part;
  let number = 2;
  while (isTaken(`${id}-${number}`)) number++;
  return { ...part, call: { ...part.call, id: `${id}-${number}` } };
}

// What hooks see of a request, and the request with their changes applied.
import type { Message, Part } from '../../shared/messages';
import type { HookedRequest, HookOutcome } from '../ports/hooks';
import type { ModelRequest } from '../ports/model';

type SeenMessage = HookedRequest['messages'][number];

/** Calls and results are not text, so hooks don't see them and they stay unchanged. */
export function seenRequest({ model, messages, generation }: ModelRequest): HookedRequest {
  const { temperature, topP, topK, maxOutputTokens } = generation ?? {};
  const config = {
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(topK !== undefined && { topK }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
  };
  return {
    model,
    messages: messages.flatMap(message => seenMessage(message) ?? []),
    ...(Object.keys(config).length > 0 && { config }),
  };
}

function seenMessage(message: Message): SeenMessage | undefined {
  if (message.role !== 'user' && message.role !== 'assistant') return undefined;
  const content = message.parts.flatMap(part => (isText(part) ? [part.text] : [])).join('');
  return content === '' ? undefined : { role: message.role === 'user' ? 'user' : 'model', content };
}

/** The request with the hooks' changes: their texts replace all text of its messages. */
export function withChanges(
  request: ModelRequest,
  { model = request.model, config, messages }: NonNullable<HookOutcome['request']>,
): ModelRequest {
  return {
    ...request,
    model,
    ...(messages && { messages: withMessages(request, messages, model) }),
    ...(config && { generation: { ...request.generation, ...config } }),
  };
}

/**
 * Hooks return one text for each message that they saw. If there are fewer, the first messages are the ones left out,
 * as in a truncated conversation; extra ones are appended.
 */
function withMessages({ messages }: ModelRequest, given: readonly SeenMessage[], model: string): Message[] {
  const seen = messages.filter(message => seenMessage(message));
  const missing = Math.max(0, seen.length - given.length);
  const texts = new Map(seen.map(({ id }, i) => [id, given[i - missing]]));
  const changed = messages.flatMap(message =>
    texts.has(message.id) ? withContent(message, texts.get(message.id), model) : [message],
  );
  const added = given.slice(seen.length).map((each, i) => messageOf(each, `hook-${i}`, model));
  return [...changed, ...added].filter(message => message.role === 'tool' || partsOf(message).length > 0);
}

/** `given` undefined: the message was left out; only its calls stay, because they have results. */
function withContent(message: Message, given: SeenMessage | undefined, model: string): Message[] {
  if (message.role !== 'user' && message.role !== 'assistant') return [message];
  const old = seenMessage(message);
  if (given?.content === old?.content && given?.role === old?.role) return [message];
  if (given?.role === old?.role) return [{ ...message, parts: withText(message.parts, given?.content ?? '') }];
  const calls = { ...message, parts: message.parts.filter(({ type }) => type === 'toolCall') };
  return given ? [messageOf(given, `hook-${message.id}`, model), calls] : [calls];
}

function messageOf({ role, content }: SeenMessage, id: string, model: string): Message {
  const parts: Part[] = content === '' ? [] : [{ type: 'text', text: content }];
  if (role === 'user') return { id, at: 0, role, parts, isContext: true };
  return { id, at: 0, role: 'assistant', model, parts, end: 'stop' };
}

function partsOf(message: Message): readonly Part[] {
  return message.role === 'user' || message.role === 'assistant' ? message.parts : [];
}

/** The parts with `text` in place of all text, including files quoted as text. */
export function withText(parts: readonly Part[], text: string): Part[] {
  const first = parts.findIndex(isText);
  const said: readonly Part[] = text === '' ? [] : [{ type: 'text', text }];
  if (first < 0) return [...said, ...parts];
  // The thoughts about the old text would reveal it.
  const others = (some: readonly Part[]) => some.filter(part => !isText(part) && part.type !== 'thought');
  return [...others(parts.slice(0, first)), ...said, ...others(parts.slice(first))];
}

function isText(part: Part): part is Extract<Part, { type: 'text' | 'file' }> {
  return part.type === 'text' || part.type === 'file';
}

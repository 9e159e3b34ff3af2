// Where a history may be split so that the rest can still be sent.
import { toolCallsOf, type Message } from '../../shared/messages';
import { isEnvironment } from './modelView';

/** `tail` is kept verbatim; `prompt` is the one that its first answer belongs to, if that is not in the tail. */
export interface Split {
  readonly covered: readonly Message[];
  readonly tail: readonly Message[];
  readonly prompt?: Message;
}

/**
 * Splits the messages that the model sees so that the tail has at most `share` of the tokens: at a prompt if possible,
 * else between two steps of a run, else where the tail is shortest. An unanswered prompt is always in the tail.
 * Undefined if there is nothing to summarize.
 */
export function splitHistory(
  view: readonly Message[],
  sizeOf: (message: Message) => number,
  share: number,
): Split | undefined {
  const messages = view.filter(({ role }) => role !== 'notice');
  const start = messages[0] && isEnvironment(messages[0]) ? 1 : 0;
  const sizes = sizesFrom(messages, sizeOf);
  const room = (sizes[start] ?? 0) * share;
  const firstAnswer = messages.findIndex((message, at) => at >= start && isAnswer(message));
  const cuts = firstAnswer < 0 ? [] : cutsOf(messages, start).filter(({ at }) => at > firstAnswer);
  const fitting = cuts.filter(({ at }) => (sizes[at] ?? 0) <= room);
  const cut = fitting.find(({ isPrompt }) => isPrompt) ?? fitting[0] ?? cuts.at(-1);
  if (!cut) return undefined;
  const [covered, tail] = [messages.slice(start, cut.at), messages.slice(cut.at)];
  const prompt = tail.length === 0 || tail.some(isPrompt) ? undefined : covered.findLast(isPrompt);
  return { covered, tail, ...(prompt && { prompt }) };
}

/** For each message, and for the end: the combined size of it and everything after it. */
function sizesFrom(messages: readonly Message[], sizeOf: (message: Message) => number): readonly number[] {
  const sizes = new Array<number>(messages.length + 1).fill(0);
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages[at];
    sizes[at] = (sizes[at + 1] ?? 0) + (message ? sizeOf(message) : 0);
  }
  return sizes;
}

/** The places where a split is safe, oldest first; `at` is the index of the first message after it. */
function cutsOf(messages: readonly Message[], start: number): { readonly at: number; readonly isPrompt: boolean }[] {
  const unanswered = messages.findLastIndex(message => isPrompt(message) || isAnswer(message));
  const cuts = messages.flatMap((message, at) => {
    if (at <= start) return [];
    if (isPrompt(message)) return [{ at, isPrompt: true }];
    const before = messages[at - 1];
    return message.role === 'assistant' && before?.role === 'tool' ? [{ at, isPrompt: false }] : [];
  });
  const last = messages[unanswered];
  const isAtRest = last?.role === 'assistant' && toolCallsOf(last).length === 0;
  return isAtRest ? [...cuts, { at: messages.length, isPrompt: true }] : cuts;
}

function isPrompt(message: Message): boolean {
  return message.role === 'user' && message.isContext !== true;
}

function isAnswer(message: Message): boolean {
  return message.role === 'assistant' && message.parts.length > 0;
}

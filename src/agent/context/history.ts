import {
  toolCallsOf,
  type AssistantMessage,
  type Message,
  type ToolCall,
  type ToolMessage,
  type ToolResult,
} from '../../shared/messages';
import { withOwnIds } from './callIds';

/**
 * The history in the form that can be sent: every call has exactly one result, directly after the message that made it
 * and in call order. Calls without a result (stopped, or the editor was closed) get a placeholder; results without a
 * call are dropped. Conversations recorded elsewhere may use a call id twice; here ids are unique.
 */
export function validHistory(messages: readonly Message[]): Message[] {
  const valid: Message[] = [];
  const sent = messages.filter(message => message.role !== 'notice');
  const taken = new Set<string>();
  for (const [index, message] of sent.entries()) {
    if (message.role === 'tool') continue;
    if (message.role !== 'assistant') {
      valid.push(message);
      continue;
    }
    const own = withOwnIds(message, taken);
    valid.push(own);
    const called = toolCallsOf(own);
    const next = sent[index + 1];
    const answers = own === message && isAnswered(called, next) ? next : answersTo(message, called, next);
    if (answers) valid.push(answers);
  }
  return valid;
}

/** Whether there is one result per call, in call order, as in almost every message: then there is nothing to repair. */
function isAnswered(called: readonly ToolCall[], next: Message | undefined): boolean {
  if (next?.role !== 'tool' || called.length === 0 || next.results.length !== called.length) return false;
  return called.every(({ id }, i) => next.results[i]?.callId === id);
}

/** `called`: the calls of the message, with unique ids. */
function answersTo(
  message: AssistantMessage,
  called: readonly ToolCall[],
  next: Message | undefined,
): ToolMessage | undefined {
  if (called.length === 0) return undefined;
  const given = next?.role === 'tool' ? next : undefined;
  const left = [...(given?.results ?? [])];
  const results = toolCallsOf(message).map(({ id, name }, i) => {
    const own = called[i]?.id ?? id;
    const at = left.findIndex(result => result.callId === id && (own === id || result.name === name));
    const [result] = at < 0 ? [] : left.splice(at, 1);
    if (!result) return interrupted(own, name);
    return own === id ? result : { ...result, callId: own };
  });
  const isComplete = given?.results.length === results.length && results.every((each, i) => each === given.results[i]);
  return isComplete ? given : { id: `${message.id}-results`, at: message.at, role: 'tool', results };
}

function interrupted(callId: string, name: string): ToolResult {
  const content = 'The call was interrupted before it finished. It may or may not have had an effect.';
  return { callId, name, title: name, status: 'cancelled', content, errorType: 'cancelled' };
}

import { toolCallsOf, type Message, type ToolMessage, type ToolResult } from '../../shared/messages';

/**
 * The history as it can be sent: every call is answered exactly once, directly after the message that made it and in
 * its order. Calls left unanswered (stopped, or the editor was closed) get a placeholder; results without a call go.
 */
export function validHistory(messages: readonly Message[]): Message[] {
  const valid: Message[] = [];
  const sent = messages.filter(message => message.role !== 'notice');
  for (const [index, message] of sent.entries()) {
    if (message.role === 'tool') continue;
    valid.push(message);
    if (message.role !== 'assistant') continue;
    const answers = answersTo(message, sent[index + 1]);
    if (answers) valid.push(answers);
  }
  return valid;
}

function answersTo(message: Extract<Message, { role: 'assistant' }>, next?: Message): ToolMessage | undefined {
  const calls = toolCallsOf(message);
  if (calls.length === 0) return undefined;
  const given = next?.role === 'tool' ? next : undefined;
  const results = calls.map(
    ({ id, name }) => given?.results.find(result => result.callId === id) ?? interrupted(id, name),
  );
  const isComplete = given?.results.length === results.length && results.every((each, i) => each === given.results[i]);
  return isComplete ? given : { id: `${message.id}-results`, at: message.at, role: 'tool', results };
}

function interrupted(callId: string, name: string): ToolResult {
  const content = 'The call was interrupted before it finished. It may or may not have had an effect.';
  return { callId, name, title: name, status: 'cancelled', content, errorType: 'cancelled' };
}

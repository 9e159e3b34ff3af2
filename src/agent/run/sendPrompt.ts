import { ToolError } from '../../shared/errors';
import type { Message, Part } from '../../shared/messages';
import { textOf } from '../../shared/partsText';
import type { Prompt } from '../ports/promptTools';
import type { SessionMembers } from '../sessionMembers';
import { answerHistory } from './answerHistory';
import type { RunOutcome } from './runOutcome';
import { noticeForRouting, type Notice } from './notices';

/** How a prompt is sent. */
export interface SendOptions {
  /** The prompt that it replaces. */
  readonly replaces?: string;
  /** Only added, for the model to read with the next prompt. */
  readonly isOnlySaid?: boolean;
}

/** How a session came about. */
export type SessionSource = 'startup' | 'resume' | 'clear';

/** Sends a prompt: everything from its mentions to the answer. */
export async function sendPrompt(
  members: SessionMembers,
  prompt: Prompt,
  { isOnlySaid, ...more }: SendOptions,
  source: SessionSource,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const { hooks, context, transcript } = members;
  members.prompt.next();
  await tellContext(members);
  await hooks.start(source, signal);
  const told: Notice[] = [];
  const tell = () => told.splice(0).forEach(notice => transcript.notify(notice));
  const parts = await partsOf(members, prompt, told, signal);
  if (!parts) {
    tell();
    return { reason: signal.aborted ? 'cancelled' : 'failed' };
  }
  await context.attached(parts);
  if (isOnlySaid) {
    transcript.say({ parts });
    tell();
    return { reason: 'done' };
  }
  const { messages } = transcript.state;
  const text = textOf(parts, '\n');
  const refused = await hooks.beforePrompt(text, signal, () => transcript.say({ parts, ...more }));
  tell();
  if (refused) return refused;
  if (signal.aborted) return { reason: 'cancelled' };
  await route(members, text, messages, signal);
  return answerHistory(members, signal);
}

/** Sends the history again. `spent`: the scope whose used-up budget the user allows to be exceeded. */
export async function sendAgain(
  members: SessionMembers,
  spent: 'session' | 'day' | undefined,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const { spending, transcript } = members;
  if (spent) spending.grant(spent);
  const last = transcript.state.messages.findLast(isSent);
  await tellContext(members);
  if (last?.role === 'assistant') transcript.tell('Go on where you stopped.');
  return answerHistory(members, signal);
}

/** Whether any of a message is sent to the model. */
function isSent(message: Message): boolean {
  return message.role !== 'notice' && !(message.role === 'assistant' && message.parts.length === 0);
}

/** Tells the model about its environment and the mode, as far as it does not know them. */
async function tellContext({ context, compression, transcript }: SessionMembers): Promise<void> {
  for (const text of await context.news(compression.messages())) transcript.tell(text);
}

/**
 * Undefined: the parts could not be made, or the user stopped the run. Adds what the user is to be told to `told`, for
 * below the prompt.
 */
async function partsOf(
  { ports, tools, promptCalls, followed }: SessionMembers,
  prompt: Prompt,
  told: Notice[],
  signal: AbortSignal,
): Promise<readonly Part[] | undefined> {
  if (typeof prompt !== 'function') return prompt;
  try {
    const parts = await prompt({
      workspace: ports.workspace,
      tool: name => tools.current.find(tool => tool.name === name || tool.otherNames?.includes(name)),
      call: (tool, args, how) => promptCalls.call(tool, args, signal, how),
      follow: each => followed.add(each),
      notify: (level, text) => void told.push({ level, text }),
      signal,
    });
    return signal.aborted ? undefined : parts;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    if (!signal.aborted) told.push({ level: 'error', text: error.forPeople ?? error.message });
    return undefined;
  }
}

/** Does nothing if a budget is used up: evaluating the prompt would cost more. `messages`: those before the prompt. */
async function route(
  { ports, settings, spending, transcript, utilityModel }: SessionMembers,
  prompt: string,
  messages: readonly Message[],
  signal: AbortSignal,
): Promise<void> {
  const { route: choose } = ports.models;
  if (!choose || spending.check(settings.budgets(), ports.now)) return;
  const before = transcript.state.usage;
  const routed = await choose({ prompt, messages, asks: utilityModel }, signal);
  if (routed) transcript.notify(noticeForRouting(routed, before, transcript.state.usage));
}

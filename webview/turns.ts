import { ownCallId } from '../src/shared/callAddress';
import { typedIn } from '../src/shared/partsText';
import type { Approval } from '../src/shared/proposals';
import { addUsage, NO_USAGE, type ChatState } from '../src/shared/chatState';
import type {
  AssistantMessage,
  ImagePart,
  FilePart,
  Message,
  NoticeMessage,
  Part,
  ToolCall,
  ToolResult,
  Usage,
  UserMessage,
} from '../src/shared/messages';

/** The transcript for the user: each prompt, and everything that resulted from it. */
export type Turn =
  | { readonly kind: 'user'; readonly key: string; readonly message: UserMessage }
  | { readonly kind: 'agent'; readonly key: string; readonly items: readonly (AssistantMessage | NoticeMessage)[] };

/** Groups messages into turns. Tool messages are shown with the calls they answer; context messages aren't shown. */
export function turnsOf(messages: readonly Message[]): Turn[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    if (message.role === 'tool' || (message.role === 'user' && message.isContext)) continue;
    if (message.role === 'user') {
      turns.push({ kind: 'user', key: message.id, message });
      continue;
    }
    const last = turns.at(-1);
    if (last?.kind === 'agent') turns[turns.length - 1] = { ...last, items: [...last.items, message] };
    else turns.push({ kind: 'agent', key: message.id, items: [message] });
  }
  return turns;
}

/** The turns including the answer that is streaming. */
export function withLive(turns: readonly Turn[], live: AssistantMessage | undefined): readonly Turn[] {
  if (!live) return turns;
  const last = turns.at(-1);
  return last?.kind === 'agent'
    ? [...turns.slice(0, -1), { ...last, items: [...last.items, live] }]
    : [...turns, { kind: 'agent', key: live.id, items: [live] }];
}

/** The total usage of a turn's answers. */
export function usageOf(items: Extract<Turn, { kind: 'agent' }>['items']): Usage {
  return items.reduce(
    (sum, item) => (item.role === 'assistant' && item.usage ? addUsage(sum, item.usage) : sum),
    NO_USAGE,
  );
}

/** The results of all calls, by call id. */
export function resultsOf(messages: readonly Message[]): ReadonlyMap<string, ToolResult> {
  return new Map(
    messages
      .flatMap(message => (message.role === 'tool' ? message.results : []))
      .map(result => [result.callId, result]),
  );
}

/** A part of an answer that is shown as a unit. */
export type Segment =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thought'; readonly text: string }
  | { readonly kind: 'call'; readonly call: ToolCall }
  | { readonly kind: 'media'; readonly part: ImagePart | FilePart };

/** The parts of an answer, with adjacent text and adjacent thoughts merged. */
export function segmentsOf(parts: readonly Part[]): Segment[] {
  const segments: Segment[] = [];
  for (const part of parts) {
    const last = segments.at(-1);
    if (part.type === 'text' || part.type === 'thought') {
      if (part.text === '') continue;
      if (last?.kind === part.type) segments[segments.length - 1] = { ...last, text: join(last, part.text) };
      else segments.push({ kind: part.type, text: part.text });
    } else if (part.type === 'toolCall') {
      segments.push({ kind: 'call', call: part.call });
    } else if (part.type === 'image' || part.type === 'file') {
      segments.push({ kind: 'media', part });
    }
  }
  return segments;
}

/** Text is continued directly; each thought is a separate paragraph. */
function join(last: { readonly kind: string; readonly text: string }, text: string): string {
  return last.kind === 'thought' ? `${last.text.trimEnd()}\n\n${text}` : last.text + text;
}

/** The text that the user typed, without attachments; of a command not its expansion. */
export function textOf(message: UserMessage): string {
  return typedIn(message.parts).trim();
}

/** The title of a call of this session, or of an agent's call at its address; undefined if unknown. */
export function titleOfCall(
  { calls, agents = {} }: Pick<ChatState, 'calls' | 'agents'>,
  address: string,
): string | undefined {
  const own = calls[address]?.title;
  if (own !== undefined) return own;
  for (const [callId, { agent, chat }] of Object.entries(agents)) {
    const inner = ownCallId(address, callId);
    const title = inner === undefined ? undefined : chat.calls[inner]?.title;
    if (title !== undefined) return `${agent.title}: ${title}`;
  }
  return undefined;
}

/** The prompts and commands that the user typed in a session, oldest first. */
export function promptsOf(messages: readonly Message[]): string[] {
  return messages
    .map(message => {
      if (message.role === 'notice') return message.answers ?? '';
      return message.role === 'user' && !message.isContext ? textOf(message) : '';
    })
    .filter(text => text !== '');
}

/** The first line of the first prompt, at most 120 characters. */
export function titleOf(messages: readonly Message[]): string {
  const first = messages.find((message): message is UserMessage => message.role === 'user' && !message.isContext);
  return (first ? textOf(first) : '').split('\n', 1)[0]?.slice(0, 120) ?? '';
}

/** The open approval requests of the agent that runs in a call. */
export function approvalsWithin(approvals: readonly Approval[], callId: string): readonly Approval[] {
  return approvals.filter(approval => ownCallId(approval.callId, callId) !== undefined);
}

/** The open approval requests for calls that no message shows. */
export function strayApprovals(chat: ChatState): ChatState['approvals'] {
  if (chat.approvals.length === 0) return chat.approvals;
  const messages = chat.live ? [...chat.messages, chat.live] : chat.messages;
  const shown = new Set(
    messages
      .flatMap(message => (message.role === 'assistant' ? message.parts : []))
      .map(part => (part.type === 'toolCall' ? part.call.id : '')),
  );
  const isShown = ({ callId }: Approval) =>
    shown.has(callId) || [...shown].some(id => id !== '' && ownCallId(callId, id) !== undefined);
  return chat.approvals.filter(approval => !isShown(approval));
}

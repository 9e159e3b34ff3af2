import type { Session } from '../../agent/session';
import type { ServedCall, ServedResult, ServedTool } from '../../mcp/serve/servedTools';
import type { AgentEvent } from '../../shared/events';
import type { Approval, ProposalView, Verdict } from '../../shared/proposals';
import { textOf } from '../../shared/partsText';

/** Creates the session of a conversation when it begins. `canAsk`: whether the user can answer its questions. */
export type OpenConversation = (canAsk: boolean) => Promise<Session>;

const DESCRIPTION =
  'Asks Pollux, a coding agent with a Gemini model, to do something in this folder: to find something out, to change files, ' +
  'to run commands. It works on its own until it is done and answers with what it did. Changes and commands that need an ' +
  'approval are asked about. It remembers the conversation unless "newConversation" is true.';

/** The agent as a tool, with one conversation at a time. */
export function servedAgent(open: OpenConversation): ServedTool {
  let current: Promise<Session> | undefined;
  /** Calls run one at a time, because there is only one conversation. */
  let last: Promise<unknown> = Promise.resolve();
  const run = async (args: Readonly<Record<string, unknown>>, call: ServedCall): Promise<ServedResult> => {
    const { prompt, newConversation } = args;
    if (typeof prompt !== 'string' || prompt.trim() === '') return { text: '"prompt" is missing.', isError: true };
    if (newConversation === true) current = undefined;
    current ??= open(call.canAsk);
    return ask(await current, prompt, call);
  };
  return {
    name: 'ask',
    description: DESCRIPTION,
    isReadOnly: false,
    inputSchema: {
      type: 'object',
      properties: {
        prompt: { type: 'string', description: 'What to do, in plain words' },
        newConversation: { type: 'boolean', description: 'Starts over, without what was said before' },
      },
      required: ['prompt'],
    },
    run(args, call) {
      const result = last.then(() => run(args, call));
      last = result.catch(() => undefined);
      return result;
    },
  };
}

async function ask(session: Session, prompt: string, call: ServedCall): Promise<ServedResult> {
  if (call.signal.aborted) return { text: 'Cancelled.', isError: true };
  const stop = () => session.stop();
  call.signal.addEventListener('abort', stop, { once: true });
  const unsubscribe = session.subscribe(event => {
    if (event.type === 'approval-requested') void settle(session, event.approval, call);
    const text = progressOf(event);
    if (text !== undefined) call.onProgress(text);
  });
  try {
    const { reason, failure, last } = await session.submit([{ type: 'text', text: prompt }]);
    const text = answerOf(session);
    if (reason === 'done') return { text };
    const why = (failure ?? last?.failure)?.message ?? `The run ended: ${reason}.`;
    return { text: [text, why].filter(Boolean).join('\n\n'), isError: true };
  } finally {
    unsubscribe();
    call.signal.removeEventListener('abort', stop);
  }
}

/** Decides an approval request; rejects it if nobody can be asked. */
async function settle(session: Session, approval: Approval, { ask, canAsk }: ServedCall): Promise<void> {
  const message = [approval.reason, describe(approval.proposal)].filter(Boolean).join('\n\n');
  const answer = canAsk ? await ask(message).catch(() => undefined) : undefined; // no answer means no approval
  const reason = answer?.reason;
  const verdict: Verdict =
    answer?.isAllowed === true
      ? { decision: 'accept' }
      : { decision: 'reject', ...(reason !== undefined && { reason }) };
  session.decide(approval.callId, verdict);
}

function progressOf(event: AgentEvent): string | undefined {
  if (event.type !== 'tool-state' || event.title === undefined) return undefined;
  return event.state === 'executing' || event.state === 'scheduled' || event.state === 'validating'
    ? event.title
    : undefined;
}

/** The agent's text after the last tool call. */
function answerOf({ state }: Session): string {
  const message = state.messages.findLast(each => each.role === 'assistant');
  return message?.role === 'assistant' ? textOf(message.parts) : '';
}

function describe(proposal: ProposalView): string {
  switch (proposal.kind) {
    case 'edit':
      return `Edit ${proposal.path}:\n${proposal.diff}`;
    case 'edits':
      return proposal.edits.map(({ path, diff }) => `Edit ${path}:\n${diff}`).join('\n');
    case 'command':
      return `Run in ${proposal.cwd}:\n${proposal.command}`;
    case 'fetch':
      return `Fetch ${proposal.urls.join(', ')}`;
    case 'read':
      return `Read ${proposal.paths.join(', ')}`;
    default:
      return JSON.stringify(proposal, undefined, 2);
  }
}

import type { ChatState } from '../../shared/chatState';
import type { Part } from '../../shared/messages';
import type { EditProposal } from '../../shared/proposals';
import type { ChangeSource, ChangeTracking } from '../ports/changes';
import type { AroundChanges } from '../ports/checkpoints';
import type { FileWriter } from '../ports/fileWriter';
import type { Terminal } from '../ports/terminal';

/** The reason that is shown of a change is not a lecture. */
const MAX_REASON = 300;
const MAX_PROMPT = 80;

/** What is said of the change that a session makes now. */
export interface TrackedSession {
  readonly tracking: ChangeTracking;
  readonly state: () => ChatState;
  readonly now: () => number;
  /** Of the session of an agent, where that makes the change; the turn is that of the chat. */
  readonly child?: () => ChatState;
}

/** The same writer, but what it edits comes under review, unless the user has accepted that very change. */
export function trackedFiles(files: FileWriter, session: TrackedSession): FileWriter {
  const { tracking } = session;
  const editing = (edits: readonly EditProposal[], title: string, write: Parameters<ChangeTracking['editing']>[2]) =>
    tracking.editing(edits, originOf(session, title), write);
  return {
    write: async edit => {
      const [written] = await editing([edit], edit.path, async () => [await files.write(edit)]);
      if (!written) throw new Error('Nothing was written.');
      return written;
    },
    writeAll: change =>
      editing(change.edits, change.edits.map(({ path }) => path).join(', '), () => files.writeAll(change)),
  };
}

/** The same terminal, but the changes of its commands are known by their call. To be put around what records them. */
export function trackedTerminal(terminal: Terminal, session: TrackedSession): Terminal {
  return {
    run: async (command, ...rest) => {
      if (command.onlyLooks) return terminal.run(command, ...rest);
      const end = await session.tracking.following({ ...sourceOf(session, command.command), author: 'command' });
      try {
        return await terminal.run(command, ...rest);
      } finally {
        end();
      }
    },
  };
}

/** The same for whatever else may change any file. To be put around what records it. */
export function trackedAround(around: AroundChanges, session: TrackedSession): AroundChanges {
  return async (label, run, signal) => {
    const end = await session.tracking.following(sourceOf(session, label));
    try {
      return await around(label, run, signal);
    } finally {
      end();
    }
  };
}

function originOf(session: TrackedSession, title: string) {
  const { state, child = state } = session;
  const isReviewed = runningCall(child())?.verdict?.decision === 'accept';
  return { sessionId: state().sessionId, source: isReviewed ? null : sourceOf(session, title) };
}

/** The change that runs now, with what the model said of it. They run one after the other. */
export function sourceOf({ state, child, now }: Omit<TrackedSession, 'tracking'>, title: string): ChangeSource {
  const { sessionId, messages, calls } = state();
  const own = child?.() ?? state();
  const prompt = messages.findLast(message => message.role === 'user' && !message.isContext);
  const reason = reasonIn(own) ?? (child && reasonIn(state()));
  return {
    sessionId,
    turn: prompt?.id ?? '',
    prompt: prompt?.role === 'user' ? beginningOf(textOf(prompt.parts), MAX_PROMPT) : '',
    callId: runningCall({ calls })?.id ?? '',
    author: child ? 'subagent' : 'tool',
    title: runningCall(own)?.title ?? title,
    ...(reason !== undefined && { reason }),
    at: now(),
  };
}

/** What was said right before the call that runs. */
function reasonIn(state: ChatState): string | undefined {
  const { messages, live } = state;
  const answer = [...messages, ...(live ? [live] : [])].findLast(message => message.role === 'assistant');
  const parts = answer?.role === 'assistant' ? answer.parts : [];
  const callId = runningCall(state)?.id;
  const at = parts.findIndex(part => part.type === 'toolCall' && part.call.id === callId);
  const before = parts.slice(0, at < 0 ? parts.length : at).findLast(part => part.type === 'text');
  const text = before ? beginningOf(textOf([before]), MAX_REASON) : '';
  return text === '' ? undefined : text;
}

function textOf(parts: readonly Part[]): string {
  return parts.flatMap(part => (part.type === 'text' ? [part.text] : [])).join(' ');
}

function runningCall({ calls }: Pick<ChatState, 'calls'>) {
  const running = Object.values(calls).filter(({ state }) => state === 'executing');
  // An edit may be made while reads run: it is the one that the user has answered.
  return running.findLast(({ verdict }) => verdict) ?? running.at(-1);
}

function beginningOf(text: string, length: number): string {
  const plain = text.trim().replace(/\s+/g, ' ');
  return plain.length > length ? `${plain.slice(0, length)}…` : plain;
}

import type { ChatState } from '../../shared/chatState';
import type { EditProposal } from '../../shared/proposals';
import { typedIn } from '../../shared/partsText';
import type { ChangeSource, ChangeTracking } from '../ports/changes';
import type { AroundChanges } from '../ports/checkpoints';
import type { FileWriter } from '../ports/fileWriter';
import type { Terminal } from '../ports/terminal';

/** The reason shown for a change is kept short. */
const MAX_REASON = 300;
const MAX_PROMPT = 80;

/** Where to find the details of the change that a session currently makes. */
export interface TrackedSession {
  readonly tracking: ChangeTracking;
  readonly state: () => ChatState;
  readonly now: () => number;
  /** The state of an agent's session, if that makes the change; the turn is still the chat's. */
  readonly child?: () => ChatState;
}

/** Wraps a writer so that its edits come under review, unless the user has already accepted that very change. */
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

/** Wraps a terminal so that a command's changes are attributed to its call. Must wrap the checkpointing terminal. */
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

/** The same for anything else that may change files. Must wrap the function that records checkpoints. */
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

/**
 * The source of a call's change, with the model's reason for it; by default, of the change that is running. Changes run
 * one after the other.
 */
export function sourceOf(
  { state, child, now }: Omit<TrackedSession, 'tracking'>,
  title: string,
  asked?: string,
): ChangeSource {
  const { sessionId, messages, calls } = state();
  const own = child?.() ?? state();
  const call = asked === undefined ? runningCall(own) : own.calls[asked];
  const running = child ? runningCall({ calls }) : call;
  const prompt = messages.findLast(message => message.role === 'user' && !message.isContext);
  const reason = reasonIn(own, call?.id) ?? (child && reasonIn(state(), running?.id));
  return {
    sessionId,
    turn: prompt?.id ?? '',
    prompt: prompt?.role === 'user' ? beginningOf(typedIn(prompt.parts, ' '), MAX_PROMPT) : '',
    callId: running?.id ?? '',
    author: child ? 'subagent' : 'tool',
    title: call?.title ?? title,
    ...(reason !== undefined && { reason }),
    at: now(),
  };
}

/** The model's text right before the call. */
function reasonIn({ messages, live }: ChatState, callId: string | undefined): string | undefined {
  const answer = [...messages, ...(live ? [live] : [])].findLast(message => message.role === 'assistant');
  const parts = answer?.role === 'assistant' ? answer.parts : [];
  const at = parts.findIndex(part => part.type === 'toolCall' && part.call.id === callId);
  const before = parts.slice(0, at < 0 ? parts.length : at).findLast(part => part.type === 'text');
  const text = before ? beginningOf(before.text, MAX_REASON) : '';
  return text === '' ? undefined : text;
}

function runningCall({ calls }: Pick<ChatState, 'calls'>) {
  const running = Object.values(calls).filter(({ state }) => state === 'executing');
  // An edit may be made while reads run: it is the call that the user has answered.
  return running.findLast(({ verdict }) => verdict) ?? running.at(-1);
}

function beginningOf(text: string, length: number): string {
  const plain = text.trim().replace(/\s+/g, ' ');
  return plain.length > length ? `${plain.slice(0, length)}…` : plain;
}

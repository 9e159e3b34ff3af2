import type { SessionStore, StoredSession } from '../agent/ports/sessionStore';
import type { AgentEvent } from '../shared/events';
import type { Message } from '../shared/messages';
import { SLACK_MS, type RecordedChat, type createRecordings } from './geminiRecording';
import { restoreChat } from './restoreChat';

type Recordings = Pick<ReturnType<typeof createRecordings>, 'list' | 'load'>;

/**
 * Adds to sessions what Gemini CLI has added to them: it continues our recording of a session in a file of its own,
 * but for the user it is still the same conversation. If the two have diverged, the session is returned unchanged.
 */
export function continuedStore(store: SessionStore, recordings: Recordings): SessionStore {
  const recordingOf = async (sessionId: string) =>
    (await recordings.list()).find(recorded => recorded.sessionId === sessionId);
  /** Undefined: there is no recording of the session, or it is of another conversation. */
  const addedTo = async (sessionId: string, stored: StoredSession, recorded: RecordedChat | undefined) => {
    const theirs = recorded && (await recordings.load(recorded.id));
    return theirs && continuationOf(restoreChat(sessionId, stored.events).messages, theirs);
  };
  const whole = async (sessionId: string, stored: StoredSession) => {
    const added = (await addedTo(sessionId, stored, await recordingOf(sessionId))) ?? [];
    const events = added.map((message): AgentEvent => ({ type: 'message', message }));
    return { events, stored: { ...stored, events: [...stored.events, ...events] } };
  };
  return {
    ...store,
    async list() {
      const [own, recorded] = await Promise.all([store.list(), recordings.list()]);
      const bySession = new Map(recorded.map(each => [each.sessionId, each]));
      const summaries = own.map(async summary => {
        const later = bySession.get(summary.id);
        if (summary.isUnreadable || !later || later.at <= summary.at + SLACK_MS) return summary;
        const stored = await store.load(summary.id);
        return stored && (await addedTo(summary.id, stored, later)) ? { ...summary, at: later.at } : summary;
      });
      return (await Promise.all(summaries)).sort((a, b) => b.at - a.at);
    },
    async load(sessionId) {
      const stored = await store.load(sessionId);
      return stored && (await whole(sessionId, stored)).stored;
    },
    async claim(sessionId) {
      const claimed = await store.claim(sessionId);
      if (!claimed) return null;
      const { events, stored } = await whole(sessionId, claimed);
      if (events.length > 0) store.append(sessionId, events);
      return stored;
    },
  };
}

/**
 * The messages of `theirs` that continue `ours`, starting with a prompt; empty if it has no further prompts.
 * Undefined if the prompts show that it is another conversation.
 */
export function continuationOf(ours: readonly Message[], theirs: readonly Message[]): readonly Message[] | undefined {
  const own = ours.filter(isPrompt).map(wordsOf);
  const other = theirs.filter(isPrompt);
  if (own.length === 0 || other.some((message, i) => i < own.length && wordsOf(message) !== own[i])) return undefined;
  const next = other[own.length];
  return next ? theirs.slice(theirs.indexOf(next)) : [];
}

function isPrompt(message: Message): boolean {
  return message.role === 'user' && message.isContext !== true;
}

/** The text as in a recording, where attached files are text. */
function wordsOf(message: Message): string {
  if (message.role !== 'user') return '';
  return message.parts
    .flatMap(part => {
      if (part.type === 'text') return [part.text];
      return part.type === 'file' ? [`${part.path}\n${part.text}`] : [];
    })
    .join('\n');
}

import { randomUUID } from 'node:crypto';
import { basename, extname } from 'node:path';
import type { SessionStore, SessionSummary } from '../../agent/ports/sessionStore';
import { listRecordings, readRecordingFile } from '../../node/sessions/geminiRecordings';
import { createRecordings, idOfContinued, notOurs } from '../../sessions/geminiRecording';
import { restoreChat } from '../../sessions/restoreChat';
import { takeUpSession } from '../../sessions/takeUpSession';
import type { ChatState } from '../../shared/chatState';
import type { AgentEvent } from '../../shared/events';
import { InputError } from '../commandLine';
import { LATEST, type OutputFormat } from '../flags';

/** The sessions of a folder that can be continued, including Gemini CLI's recordings. */
export interface SessionStores {
  readonly store: SessionStore;
  readonly recordings: ReturnType<typeof createRecordings>;
}

/** `home` contains `.gemini`. */
export function recordingsOf(home: string, folder: string): SessionStores['recordings'] {
  return createRecordings(() => listRecordings(home, [folder]), readRecordingFile);
}

/** `recording`: the file of Gemini CLI's recording. */
type Entry = SessionSummary & { readonly recording?: string };

/** Lists the sessions, oldest first, so that their numbers don't change: one per line, or as JSON. */
export async function listSessions(stores: SessionStores, format: OutputFormat): Promise<string> {
  const sessions = await numbered(stores);
  const time = (ms: number) => new Date(ms).toISOString();
  if (format !== 'text') {
    const records = sessions.map(({ id, title, startedAt, at, bytes, recording }, index) => {
      const from = recording === undefined ? {} : { recording };
      return { index: index + 1, id, title, started: time(startedAt), updated: time(at), bytes, ...from };
    });
    return `${JSON.stringify(records, undefined, format === 'json' ? 2 : 0)}\n`;
  }
  if (sessions.length === 0) return 'There are no sessions in this folder.\n';
  const lines = sessions.map(({ id, title, at, recording }, index) => {
    const by = recording === undefined ? '' : ', recorded by Gemini CLI';
    return `  ${index + 1}. ${title} (${time(at)}${by}) [${id}]`;
  });
  return `Sessions of this folder (${sessions.length}):\n${lines.join('\n')}\n`;
}

/** Deletes a session and resolves to a message about it. Throws `InputError`. */
export async function deleteSession(
  stores: SessionStores,
  which: string,
  forget: (sessionId: string) => Promise<void>,
): Promise<string> {
  const found = await findSession(stores, which);
  if (!found) throw new InputError('There are no sessions in this folder.');
  const { id, title, recording } = found;
  if (recording !== undefined)
    throw new InputError(`This session was recorded by Gemini CLI, in ${recording}: ${title}`);
  if (!(await stores.store.delete(id))) throw new InputError(`The session is in use: ${title}`);
  await forget(id);
  return `Deleted: ${title} [${id}]\n`;
}

/**
 * The state of an earlier session to continue; a recording continues in a new session. Notices go to `say`. Resolves
 * to undefined if the latest session is requested and there is none yet. Throws `InputError`.
 */
export async function resumeSession(
  stores: SessionStores,
  which: string,
  say: (text: string) => void,
): Promise<ChatState | undefined> {
  const { store } = stores;
  const found = await findSession(stores, which);
  if (!found) {
    say('There are no sessions in this folder yet, so a new one was started.\n');
    return undefined;
  }
  const { id, recording } = found;
  if (recording !== undefined) return resumeRecording(stores, recording, id);
  const taken = await takeUpSession(id, { store, newId: randomUUID, now: Date.now, mayCopy: true });
  if (!taken) throw new InputError(`The session can't be read: ${id}`);
  for (const notice of taken.notices) say(`${notice}\n`);
  return taken.state;
}

/**
 * All events of an earlier session; undefined if the latest one is requested and there is none. Throws `InputError`.
 */
export async function eventsOfSession(
  stores: SessionStores,
  which: string,
): Promise<{ readonly id: string; readonly events: readonly AgentEvent[] } | undefined> {
  const found = await findSession(stores, which);
  if (!found) return undefined;
  if (found.recording !== undefined)
    throw new InputError(`This session was recorded by Gemini CLI, in ${found.recording}, without times.`);
  const stored = await stores.store.load(found.id);
  if (!stored) throw new InputError(`The session can't be read: ${found.id}`);
  return { id: found.id, events: stored.events };
}

async function resumeRecording({ store, recordings }: SessionStores, file: string, name: string): Promise<ChatState> {
  const messages = await recordings.load(file);
  if (!messages) throw new InputError(`The recording can't be read: ${file}`);
  const id = idOfContinued(name, await store.list()) ?? randomUUID();
  const events = messages.map((message): AgentEvent => ({ type: 'message', message }));
  store.append(id, events);
  return restoreChat(id, events);
}

/** Resolves to undefined if the latest session is requested and there is none. Throws `InputError`. */
async function findSession(stores: SessionStores, which: string): Promise<Entry | undefined> {
  const sessions = await numbered(stores);
  const readable = sessions.filter(({ isUnreadable }) => !isUnreadable);
  const latest = () => readable.reduce<Entry | undefined>((a, b) => (a && a.at > b.at ? a : b), undefined);
  const found =
    which === LATEST
      ? latest()
      : /^\d{1,6}$/.test(which)
        ? sessions[Number(which) - 1]
        : sessions.find(({ id, recording }) => id === which || recording === which);
  if (found || (which === LATEST && sessions.length === 0)) return found;
  throw new InputError(`There is no session ${which} in this folder. --list-sessions lists the sessions.`);
}

async function numbered({ store, recordings }: SessionStores): Promise<readonly Entry[]> {
  const own = await store.list();
  const recorded = notOurs(await recordings.list(), own).map(({ id: file, sessionId, ...about }): Entry => {
    // If Gemini CLI has continued one of our sessions, its recording gets another id.
    const isOurs = own.some(({ id }) => id === sessionId);
    return { ...about, id: sessionId && !isOurs ? sessionId : basename(file, extname(file)), recording: file };
  });
  const all: readonly Entry[] = [...own, ...recorded];
  return [...all].sort((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1));
}

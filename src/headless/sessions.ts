import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { SessionStore, SessionSummary } from '../agent/ports/sessionStore';
import { takeUpSession } from '../sessions/takeUpSession';
import type { ChatState } from '../shared/chatState';
import { InputError, type OutputFormat } from './flags';

/** Where what belongs to a folder is: below the person's home, out of the folder and out of Gemini CLI's files. */
export function keptIn(home: string, what: 'sessions' | 'checkpoints', folder: string): string {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 32);
  return join(home, '.pollux', what, name);
}

/** A line a session, oldest first, so that their numbers stay; or all of them as JSON. */
export async function listSessions(store: SessionStore, format: OutputFormat): Promise<string> {
  const sessions = await numbered(store);
  const time = (ms: number) => new Date(ms).toISOString();
  if (format !== 'text') {
    const records = sessions.map(({ id, title, startedAt, at, bytes }, index) => {
      return { index: index + 1, id, title, started: time(startedAt), updated: time(at), bytes };
    });
    return `${JSON.stringify(records, undefined, format === 'json' ? 2 : 0)}\n`;
  }
  if (sessions.length === 0) return 'There are no sessions of this folder.\n';
  const lines = sessions.map(({ id, title, at }, index) => `  ${index + 1}. ${title} (${time(at)}) [${id}]`);
  return `Sessions of this folder (${sessions.length}):\n${lines.join('\n')}\n`;
}

/** Says what was deleted. Throws `InputError`. */
export async function deleteSession(
  store: SessionStore,
  which: string,
  forget: (sessionId: string) => Promise<void>,
): Promise<string> {
  const { id, title } = await findSession(store, which);
  if (!(await store.delete(id))) throw new InputError(`The session is in use: ${title}`);
  await forget(id);
  return `Deleted: ${title} [${id}]\n`;
}

/** The state of an earlier session, to go on from; what has to be said of it goes to `say`. Throws `InputError`. */
export async function resumeSession(
  store: SessionStore,
  which: string,
  say: (text: string) => void,
): Promise<ChatState> {
  const { id } = await findSession(store, which);
  const taken = await takeUpSession(id, { store, newId: randomUUID, now: Date.now, mayCopy: true });
  if (!taken) throw new InputError(`The session can't be read: ${id}`);
  for (const notice of taken.notices) say(`${notice}\n`);
  return taken.state;
}

async function findSession(store: SessionStore, which: string): Promise<SessionSummary> {
  const sessions = await numbered(store);
  const readable = sessions.filter(({ isUnreadable }) => !isUnreadable);
  const latest = () => readable.reduce<SessionSummary | undefined>((a, b) => (a && a.at > b.at ? a : b), undefined);
  const found =
    which === 'latest'
      ? latest()
      : /^\d{1,6}$/.test(which)
        ? sessions[Number(which) - 1]
        : sessions.find(({ id }) => id === which);
  if (found) return found;
  throw new InputError(`There is no session ${which} of this folder. --list-sessions lists those that there are.`);
}

async function numbered(store: SessionStore): Promise<readonly SessionSummary[]> {
  return [...(await store.list())].sort((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1));
}

import { mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../agent/ports/log';
import type { SessionStore, SessionSummary, StoredSession } from '../../agent/ports/sessionStore';
import type { AgentEvent } from '../../shared/events';
import { typedIn } from '../../shared/partsText';
import { redactKeys } from '../../shared/redact';
import { codeOf, unlessCode } from '../files/fileErrors';
import { isLockedByOther, takeLock, type FileLock } from '../files/fileLock';
import { KeptEvents } from './storedEvents';
import { cleanText, formatEvents } from './sessionLines';
import { SessionWriter } from './sessionWriter';
import { someAtOnce } from '../someAtOnce';

const TITLE_LENGTH = 80;
/** How much of a file is searched for the first prompt; the larger size is for prompts with long attachments. */
const HEADS_BYTES = [64 * 1024, 8 * 1024 * 1024];
const SUFFIX = '.jsonl';
/** Further files of a session: its lock, the user's title, and a backup. */
const BESIDE = ['.lock', '.title', `${SUFFIX}.bak`];
const MISSING = ['ENOENT', 'ENOTDIR'];
const PASSED_OVER = [...MISSING, 'EACCES', 'EPERM', 'EISDIR', 'ELOOP'];
/** Loaded with the first file, because validating records needs a library. */
const reading = () => import('./readSession');
/** A session with more obsolete characters than this is rewritten. */
const MAX_SUPERSEDED = 4 * 1024 * 1024;

/**
 * Stores sessions in files in `folder`, which is created with the first line: a header, then one event per line, with
 * keys redacted. `onTrouble` is called when writing begins to fail, and with undefined when it works again.
 */
export function createSessionFiles(
  folder: string,
  log: Log,
  onTrouble: (error: unknown) => void = () => undefined,
): SessionStore {
  const beside = (sessionId: string, suffix: string) => join(folder, `${fileName(sessionId)}${suffix}`);
  const fileOf = (sessionId: string) => beside(sessionId, SUFFIX);
  const held = new Map<string, FileLock>();
  const lock = async (file: string) => {
    if (held.has(file)) return true;
    const taken = await takeLock(lockOf(file));
    if (taken) held.set(file, taken);
    return taken !== null;
  };
  const release = async (file: string) => {
    const taken = held.get(file);
    held.delete(file);
    await taken?.release();
  };
  const writer = new SessionWriter({
    lock: async file => {
      if (!(await lock(file))) throw new Error(`Another process writes to ${file}`);
    },
    onTrouble: error => {
      if (error !== undefined) log.error('The session could not be saved', error);
      onTrouble(error);
    },
  });
  const kept = new Map<string, { readonly file: string; readonly events: KeptEvents }>();
  const keptOf = (sessionId: string) => {
    const known = kept.get(sessionId) ?? { file: fileOf(sessionId), events: new KeptEvents() };
    kept.set(sessionId, known);
    return known;
  };
  const write = (file: string, events: readonly AgentEvent[]) => {
    const text = formatEvents(events);
    if (text !== '') writer.append(file, text);
  };
  const finish = (sessionId: string) => {
    const known = kept.get(sessionId);
    if (known) write(known.file, known.events.rest());
    kept.delete(sessionId);
    return writer.flush();
  };
  /** Null if it doesn't exist or can't be read, which is logged: one session must not block others. */
  const read = async (sessionId: string) => {
    const { readSession, SessionTooLarge } = await reading();
    try {
      const session = await unlessCode(readSession(fileOf(sessionId)), MISSING, undefined);
      if (session === null) log.warn(`Session ${sessionId} was written by a later version of Pollux`);
      return session ?? null;
    } catch (error) {
      if (!(error instanceof SessionTooLarge) && codeOf(error) === '') throw error;
      log.error(`Session ${sessionId} can't be read`, error);
      return null;
    }
  };
  return {
    append(sessionId, events) {
      const known = keptOf(sessionId);
      write(known.file, known.events.take(events));
    },
    flush: () => writer.flush(),
    async load(sessionId) {
      const session = await read(sessionId);
      if (session?.corrupt) log.warn(`${session.corrupt} unreadable lines in session ${sessionId} were left out`);
      return session && storedOf(session);
    },
    async claim(sessionId) {
      const file = fileOf(sessionId);
      if (!(await unlessCode(lock(file), MISSING, false))) return null;
      const session = await read(sessionId);
      if (session?.corrupt) await putAside(file, cleanText(session));
      else if (session && session.superseded > MAX_SUPERSEDED) await replaceText(file, cleanText(session));
      const wasAbandoned = held.get(file)?.wasAbandoned;
      if (!session) await release(file);
      return session && { ...storedOf(session), ...(wasAbandoned && { wasAbandoned }) };
    },
    async release(sessionId) {
      await finish(sessionId);
      await release(fileOf(sessionId));
    },
    async times() {
      const all = await someAtOnce(await namesIn(folder), name =>
        unlessCode(stat(join(folder, name)), PASSED_OVER, null),
      );
      return all.flatMap(found => found?.mtimeMs ?? []);
    },
    async list() {
      const all = await someAtOnce(await namesIn(folder), name => summarise(folder, name));
      return all.filter(each => each !== undefined).sort((a, b) => b.at - a.at);
    },
    nameOf: sessionId => nameIn(beside(sessionId, '.title')),
    async rename(sessionId, title) {
      const file = beside(sessionId, '.title');
      const clean = cleanTitle(redactKeys(title));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await (clean === '' ? rm(file, { force: true }) : replaceText(file, clean));
    },
    async delete(sessionId) {
      await finish(sessionId);
      const file = fileOf(sessionId);
      if (!held.has(file) && (await isLockedByOther(lockOf(file)))) return false;
      await release(file);
      const isThere = await unlessCode(
        rm(file).then(() => true),
        MISSING,
        false,
      );
      await Promise.all(BESIDE.map(suffix => rm(beside(sessionId, suffix), { force: true })));
      return isThere;
    },
  };
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await unlessCode(readdir(folder), MISSING, []);
  return names.filter(name => name.endsWith(SUFFIX));
}

function fileName(sessionId: string): string {
  return sessionId.replace(/[^\w-]/g, '_');
}

function lockOf(file: string): string {
  return `${file.slice(0, -SUFFIX.length)}.lock`;
}

function storedOf({ events, corrupt }: StoredSession): StoredSession {
  return { events, corrupt };
}

/** Renames the file to a backup, and replaces it with `text`. */
async function putAside(file: string, text: Iterable<string>): Promise<void> {
  const draft = `${file}.new`;
  await writeFile(draft, text, { mode: 0o600 });
  await rename(file, `${file}.bak`);
  await rename(draft, file);
}

async function replaceText(file: string, text: string | Iterable<string>): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, text, { mode: 0o600 });
  await rename(draft, file);
}

/** Undefined if there is none. */
async function nameIn(file: string): Promise<string | undefined> {
  return (await unlessCode(readFile(file, 'utf8'), MISSING, '')) || undefined;
}

/** Undefined for a file without a prompt, and for one that is gone or inaccessible. */
async function summarise(folder: string, name: string): Promise<SessionSummary | undefined> {
  const id = name.slice(0, -SUFFIX.length);
  const file = join(folder, name);
  try {
    const { mtimeMs, size } = await stat(file);
    const first = await findFirstPrompt(file, size);
    if (first === 'none') return undefined;
    const given = (await nameIn(join(folder, `${id}.title`))) ?? '';
    if (first === 'unreadable') {
      return { id, title: given || id, startedAt: mtimeMs, at: mtimeMs, bytes: size, isUnreadable: true };
    }
    return { id, title: given || first.title, startedAt: first.at, at: mtimeMs, bytes: size };
  } catch (error) {
    if (PASSED_OVER.includes(codeOf(error))) return undefined;
    throw error;
  }
}

async function findFirstPrompt(file: string, size: number): Promise<FirstPrompt | 'none' | 'unreadable'> {
  const { parseSession } = await reading();
  const handle = await open(file);
  try {
    let hasRecords = false;
    for (const [index, bytes] of HEADS_BYTES.entries()) {
      if (index > 0 && size <= (HEADS_BYTES[index - 1] ?? 0)) break;
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(bytes, size)), 0, undefined, 0);
      const head = parseSession(buffer.toString('utf8', 0, bytesRead));
      if (!head) return 'unreadable';
      const found = firstPrompt(head.events);
      if (found) return found;
      hasRecords ||= head.hasHeader || head.events.length > 0;
    }
    return hasRecords ? 'none' : 'unreadable';
  } finally {
    await handle.close();
  }
}

interface FirstPrompt {
  readonly title: string;
  readonly at: number;
}

function firstPrompt(events: readonly AgentEvent[]): FirstPrompt | undefined {
  for (const event of events) {
    if (event.type !== 'message' || event.message.role !== 'user' || event.message.isContext) continue;
    return { title: cleanTitle(typedIn(event.message.parts, '\n')), at: event.message.at };
  }
  return undefined;
}

function cleanTitle(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, TITLE_LENGTH);
}

import { mkdir, open, readFile, readdir, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log, SessionStore, SessionSummary } from '../agent/ports';
import type { AgentEvent } from '../shared/events';

/** The first line of a session file. */
const HEADER = { type: 'pollux-session', version: 1 } as const;
const TITLE_LENGTH = 80;
/** The first prompt is looked for in this much of a file. */
const HEAD_BYTES = 64 * 1024;

/** Session files: a header, then an event a line, in `folder`, which is made when the first line is written. */
export function createSessionFiles(folder: string, log: Log): SessionStore {
  const fileOf = (sessionId: string) => join(folder, `${sessionId.replace(/[^\w-]/g, '_')}.jsonl`);
  let writing = Promise.resolve();
  let hasFailed = false;
  // The file written last stays open: opening and closing it for every batch of a stream costs twice what writing does.
  let current: { readonly file: string; readonly handle: FileHandle } | undefined;
  const close = async () => {
    const last = current;
    current = undefined;
    await last?.handle.close();
  };
  const opened = async (file: string) => {
    if (current?.file === file) return current.handle;
    await close();
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const before = await opening(file);
    current = { file, handle: await open(file, 'a', 0o600) };
    await current.handle.appendFile(before);
    return current.handle;
  };
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      await close().catch(() => undefined); // what failed is reported below
      if (!hasFailed) log.error('The session could not be saved', error);
      hasFailed = true;
    }
  };
  return {
    append(sessionId, events) {
      const text = events.map(event => `${JSON.stringify(event)}\n`).join('');
      const write = async () => {
        await (await opened(fileOf(sessionId))).appendFile(text);
        hasFailed = false;
      };
      writing = writing.then(() => attempt(write));
    },
    flush: () => (writing = writing.then(() => attempt(close))),
    async load(sessionId) {
      const text = await readFile(fileOf(sessionId), 'utf8').catch(() => null);
      return text === null ? null : parse(text, sessionId, log);
    },
    async list() {
      const names = await readdir(folder).catch(() => []);
      const all = await Promise.all(names.filter(name => name.endsWith('.jsonl')).map(name => summarise(folder, name)));
      return all.filter(each => each !== undefined).sort((a, b) => b.at - a.at);
    },
  };
}

/** What comes before the first line that this store adds: a header, or an end for a line that a crash cut. */
async function opening(file: string): Promise<string> {
  const size = (await stat(file).catch(() => undefined))?.size ?? 0;
  if (size === 0) return `${JSON.stringify(HEADER)}\n`;
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
    return buffer.toString() === '\n' ? '' : '\n';
  } finally {
    await handle.close();
  }
}

/** A line that was cut by a crash, or spoilt otherwise, is left out; the rest stands. */
function parse(text: string, sessionId: string, log: Log): AgentEvent[] {
  const events: AgentEvent[] = [];
  let spoilt = 0;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const value = readLine(line);
    if (!value) spoilt++;
    else if (value.type !== HEADER.type) events.push(value as AgentEvent);
  }
  if (spoilt > 0) log.warn(`${spoilt} unreadable lines in session ${sessionId} were left out`);
  return events;
}

function readLine(line: string): { readonly type: string } | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const isTyped = typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
    return isTyped ? (value as { readonly type: string }) : undefined;
  } catch {
    return undefined; // counted by the caller
  }
}

async function summarise(folder: string, name: string): Promise<SessionSummary | undefined> {
  const file = join(folder, name);
  const handle = await open(file).catch(() => undefined);
  if (!handle) return undefined;
  try {
    const { mtimeMs, size } = await handle.stat();
    const head = Buffer.alloc(Math.min(size, HEAD_BYTES));
    await handle.read(head, 0, head.length, 0);
    const title = firstPrompt(head.toString('utf8'));
    return title === undefined ? undefined : { id: name.slice(0, -'.jsonl'.length), title, at: mtimeMs };
  } finally {
    await handle.close();
  }
}

function firstPrompt(head: string): string | undefined {
  for (const line of head.split('\n')) {
    const event = readLine(line) as AgentEvent | undefined;
    if (event?.type !== 'message' || event.message.role !== 'user' || event.message.isContext) continue;
    const text = event.message.parts.find(part => part.type === 'text')?.text ?? '';
    return text.replace(/\s+/g, ' ').trim().slice(0, TITLE_LENGTH);
  }
  return undefined;
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BackgroundProcess } from '../../src/agent/ports/processes';
import type { Chat } from '../../src/chat/chat';
import { ChatRegistry } from '../../src/chat/chatRegistry';
import type { Surface } from '../../src/chat/surfaces/surface';
import { createSessionFiles } from '../../src/node/sessions/sessionFiles';
import type { AgentEvent } from '../../src/shared/events';
import { startGeminiServer, type GeminiServer } from './geminiServer';
import { noteFiles, openSession, sessionOptions, type TestSessionOptions } from './testSession';
import { testPolicy, type TestPolicyOptions } from './testPolicy';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A surface that shows nothing. */
export function testSurface(kind: Surface['kind']): Surface {
  return { kind, send: () => undefined, reveal: () => Promise.resolve() };
}

export interface TestWindowOptions extends Partial<TestSessionOptions> {
  readonly rules?: TestPolicyOptions;
}

/** The chats of windows over a loopback server, one window after the other: each finds what those before it have stored. */
export class TestWindows {
  /** The view of all of them. */
  readonly view = testSurface('view');
  readonly #values = new Map<string, unknown>();
  readonly #registries: ChatRegistry[] = [];
  #last = 0;

  /** `folder`: where sessions are stored. `url`: of the server. */
  constructor(
    private readonly folder: string,
    private readonly url: string,
  ) {}

  open({ rules, ...options }: TestWindowOptions = {}) {
    const store = createSessionFiles(this.folder, silent);
    const notes = new Map<string, string>();
    const ended: string[] = [];
    const running = new Map<string, BackgroundProcess[]>();
    const events: (readonly [string, AgentEvent])[] = [];
    const switches: (readonly [Surface, boolean])[] = [];
    const used: Surface[] = [];
    const values = this.#values;
    const newId = () => `id-${++this.#last}`;
    const registry: ChatRegistry = new ChatRegistry({
      store,
      stored: { get: name => values.get(name), set: (name, value) => void values.set(name, structuredClone(value)) },
      createParts: (chat, start) => {
        const base = sessionOptions({ url: this.url, files: noteFiles(notes), ...options });
        const policy = testPolicy({ ...rules, mode: () => chat.mode });
        const session = openSession({ ...base, newId, policy, mode: () => chat.mode }, start);
        const { sessionId } = session.state;
        return {
          session,
          attachments: { views: () => [], take: async () => [], giveBack: () => undefined } as never,
          processes: { list: () => running.get(sessionId) ?? [] },
          resetModel: () => undefined,
          dispose: async () => void ended.push(sessionId),
        };
      },
      initialMode: () => 'default',
      mayAllowAll: () => true,
      defaultModel: () => 'gemini-3.8-flash',
      newId,
      now: () => 1,
      wait: () => Promise.resolve(),
      onEvents: (chat, batch) => void events.push(...batch.map(event => [chat.id, event] as const)),
      view: this.view,
      onSwitch: (surface, isMoved) => void switches.push([surface, isMoved]),
      onUse: () => void used.push(registry.used),
    });
    this.#registries.push(registry);
    return { registry, store, notes, ended, running, events, switches, used };
  }

  async end(): Promise<void> {
    await Promise.all(this.#registries.map(registry => registry.end()));
  }
}

/** Sends a prompt; resolves with the end of the run. */
export function say(registry: ChatRegistry, chat: Chat, prompt: string) {
  registry.stored.remember(chat);
  return chat.session.submit([{ type: 'text', text: prompt }]);
}

/** Resolves with the call that the chat asks about. */
export function asked(chat: Chat): Promise<string> {
  return new Promise(resolve => {
    const [open] = chat.session.state.approvals;
    if (open) resolve(open.callId);
    chat.session.subscribe(event => event.type === 'approval-requested' && resolve(event.approval.callId));
  });
}

/** For each test of the `describe` that this is called in: a loopback server, and windows on a directory of their own. */
export function useTestWindows() {
  let folder: string;
  let server: GeminiServer;
  let windows: TestWindows;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pollux-'));
    server = await startGeminiServer({ apiKey: 'test-key' });
    windows = new TestWindows(folder, server.url);
  });
  afterEach(async () => {
    await windows.end();
    await server.close();
    await rm(folder, { recursive: true });
  });
  return {
    folder: () => folder,
    server: () => server,
    windows: () => windows,
    open: (options?: TestWindowOptions) => windows.open(options),
  };
}

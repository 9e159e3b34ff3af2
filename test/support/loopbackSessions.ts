import type { NoticeMessage } from '../../src/shared/messages';
import { startGeminiServer, type GeminiServer } from './geminiServer';
import { createTestSession, type TestSessionOptions } from './testSession';

type TestSession = ReturnType<typeof createTestSession>;

/** Sessions for the tests of a `describe`, with a new loopback server for each test. */
export class LoopbackSessions {
  server!: GeminiServer;

  static use(): LoopbackSessions {
    const sessions = new LoopbackSessions();
    beforeEach(async () => (sessions.server = await startGeminiServer()));
    afterEach(() => sessions.server.close());
    return sessions;
  }

  start = (options: Partial<TestSessionOptions> = {}): TestSession =>
    createTestSession({ url: this.server.url, ...options });

  /** The results of calls in the request with this index. */
  responses = (index: number) => this.server.requests[index]?.functionResponses ?? [];
}

export function noticesOf({ session }: TestSession): NoticeMessage[] {
  return session.state.messages.filter(message => message.role === 'notice');
}

import assert from 'node:assert/strict';
import type { GeminiServerOptions } from '../../support/geminiServer';
import { Chat } from './chat';
import { Editors } from './editors';
import type { PolluxOptions, PolluxWindow } from './openPollux';
import { ScriptedGemini } from './scriptedGemini';
import { sharedWindow } from './sharedWindow';
import { usePollux } from './usePollux';

export interface ChatWindow extends PolluxWindow {
  gemini: ScriptedGemini;
  chat: Chat;
  editors: Editors;
}

export interface ChatOptions extends PolluxOptions {
  server?: GeminiServerOptions;
  /** False: tests go on in the conversation of the test before. */
  startsAnew?: boolean;
  /** False: the first test finds a window in which nothing of Pollux was opened. */
  opensPanel?: boolean;
  /**
   * Whether it can be the window that other tests have used before, brought back to an empty chat with the files and settings
   * wanted here. Not for tests that look at History, the home, views of the side bar, or what a window does first.
   */
  sharesWindow?: boolean;
}

/**
 * A window for all tests of a `describe`, with the panel open and a Gemini server of its own. Each test begins with an
 * empty conversation and no editors; at its end, the server has refused nothing and every scripted reply was asked for.
 */
export function useChat(wanted: ChatOptions = {}): () => ChatWindow {
  const { startsAnew = true, opensPanel = true, sharesWindow = false, server, ...options } = wanted;
  let gemini: ScriptedGemini;
  let window: ChatWindow;
  let isNew = true;
  if (sharesWindow) sharedWindow.expectUse();

  before('start the Gemini server', async () => {
    gemini = new ScriptedGemini(server);
    await (sharesWindow ? sharedWindow.listen(gemini) : gemini.listen());
  });
  const pollux = usePollux(
    () => ({ ...options, env: { GEMINI_API_KEY: 'test-key', GOOGLE_GEMINI_BASE_URL: gemini.url, ...options.env } }),
    sharesWindow ? sharedWindow : undefined,
  );
  before('open the panel', async () => {
    window = {
      ...pollux(),
      gemini,
      chat: new Chat(pollux()),
      editors: new Editors(pollux().page),
    };
    if (opensPanel) await window.openPanel();
  });
  beforeEach('begin anew', async () => {
    const wasNew = isNew;
    isNew = false;
    if (!startsAnew || wasNew) return;
    await window.editors.closeAll();
    await window.chat.startAnew();
  });
  afterEach('look at the requests', function () {
    const left = gemini.pendingReplies;
    gemini.forget();
    if (this.currentTest?.state !== 'passed') return;
    const refusals = gemini.requests.flatMap(request => request.refused ?? []);
    assert.deepEqual(refusals, [], 'Pollux sent what the service refuses');
    assert.equal(left, 0, 'a scripted reply was not asked for');
  });
  after('stop the Gemini server', () => gemini.close());

  return () => window;
}

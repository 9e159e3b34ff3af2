import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CurrentChat } from '../../../src/chat/currentChat';
import { createSessionFiles } from '../../../src/node/sessions/sessionFiles';
import { restoreChat } from '../../../src/sessions/restoreChat';
import { text } from '../../support/gemini/replies';
import { startGeminiServer } from '../../support/geminiServer';
import { fakeHooks } from '../../support/hookFakes';
import { openSession, sessionOptions } from '../../support/testSession';

describe('A chat', () => {
  it('is gone on with in a new one from an earlier prompt, and stays as it is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pollux-'));
    const server = await startGeminiServer();
    let last = 0;
    const newId = () => `id-${++last}`;
    const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const store = createSessionFiles(folder, silent);
    const options = { ...sessionOptions({ url: server.url }), newId };
    const chat = new CurrentChat({
      store,
      kept: { get: () => undefined, set: () => undefined },
      createSession: restored => openSession(options, { restored }),
      newId,
      now: () => 1,
      wait: () => Promise.resolve(),
      onEvents: () => undefined,
      onSwitch: () => undefined,
    });
    const before = chat.session;
    for (const prompt of ['One', 'Two']) {
      server.reply(text('Yes.'));
      await before.submit([{ type: 'text', text: prompt }]);
    }
    const second = before.state.messages.filter(({ role }) => role === 'user').at(-1);
    assert.deepEqual(await chat.fork(second?.id ?? ''), second);
    assert.notEqual(chat.session.state.sessionId, before.state.sessionId);
    assert.deepEqual(chat.session.state.messages, before.state.messages.slice(0, -2));
    assert.equal(await chat.fork('none'), null);
    await chat.save();
    for (const { state } of [before, chat.session]) {
      const stored = await store.load(state.sessionId);
      assert.deepEqual(restoreChat('', stored?.events ?? []).messages, state.messages);
    }
    await chat.end();
    await server.close();
    await rm(folder, { recursive: true });
  });

  it('tells hooks that it is new in the place of another one, and of the other that it was cleared', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pollux-'));
    const server = await startGeminiServer();
    const { hooks, fired } = fakeHooks({ SessionStart: () => ({}), SessionEnd: () => ({}) });
    const options = sessionOptions({ url: server.url, hooks: async () => hooks });
    const chat = new CurrentChat({
      store: createSessionFiles(folder, { info: () => undefined, warn: () => undefined, error: () => undefined }),
      kept: { get: () => undefined, set: () => undefined },
      createSession: (restored, source) => openSession(options, { restored, source }),
      newId: () => 'id',
      now: () => 1,
      wait: () => Promise.resolve(),
      onEvents: () => undefined,
      onSwitch: () => undefined,
    });
    server.reply(text('Yes.')).reply(text('Yes.'));
    await chat.session.submit([{ type: 'text', text: 'One' }]);
    chat.newChat();
    await chat.session.submit([{ type: 'text', text: 'Two' }]);
    await chat.end();
    assert.deepEqual(
      fired.map(({ input }) => input),
      [{ source: 'startup' }, { reason: 'clear' }, { source: 'clear' }, { reason: 'exit' }],
    );
    await server.close();
    await rm(folder, { recursive: true });
  });
});

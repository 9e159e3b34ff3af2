import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSessionFiles } from '../../../src/node/sessions/sessionFiles';
import { takeUpSession } from '../../../src/sessions/takeUpSession';
import type { AgentEvent } from '../../../src/shared/events';
import type { Message } from '../../../src/shared/messages';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('taking up a session', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pollux-'));
    const store = createSessionFiles(folder, silent);
    const message: Message = { id: 'u', at: 1, role: 'user', parts: [{ type: 'text', text: 'Hi' }] };
    store.append('s', [{ type: 'message', message }]);
    await store.release('s');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const takeUp = async (mayCopy = true) => {
    const store = createSessionFiles(folder, silent);
    let last = 0;
    const taken = await takeUpSession('s', { store, newId: () => `new-${++last}`, now: () => 2, mayCopy });
    const append = async (event: AgentEvent) => {
      store.append(taken?.state.sessionId ?? '', [event]);
      await store.flush();
    };
    return { taken, append };
  };
  const texts = (messages: readonly Message[] = []) =>
    messages.map(message => (message.role === 'notice' ? message.text : message.role));

  it('gives back the conversation, under its own name', async () => {
    const { taken } = await takeUp();
    assert.equal(taken?.state.sessionId, 's');
    assert.deepEqual(texts(taken.state.messages), ['user']);
  });

  it('says in the conversation, and only once, what could not be read', async () => {
    await appendFile(join(folder, 's.jsonl'), 'one\ntwo');
    const corrupt = '2 lines of this chat couldn’t be read and were skipped.';
    const first = await takeUp();
    await first.append({ type: 'run-started', at: 3 });
    assert.deepEqual(first.taken?.notices, [corrupt]);
    const second = await takeUp();
    assert.deepEqual(second.taken?.notices, []);
    assert.deepEqual(texts(second.taken.state.messages), ['user', corrupt]);
  });

  it('makes a copy of one that another process writes to, and leaves that as it is', async () => {
    await writeFile(join(folder, 's.lock'), String(process.ppid));
    const { taken, append } = await takeUp();
    // It is there at once, for a window that is reloaded.
    const copy = await createSessionFiles(folder, silent).load(taken?.state.sessionId ?? '');
    assert.equal(copy?.events.length, 2);
    await append({ type: 'run-started', at: 3 });
    const titles = (await createSessionFiles(folder, silent).list()).map(({ title }) => title);
    assert.deepEqual(titles.sort(), ['Copy of Hi', 'Hi']);
    assert.match(taken?.notices.join() ?? '', /in use in another window/);
    assert.notEqual(taken?.state.sessionId, 's');
    const store = createSessionFiles(folder, silent);
    assert.equal((await store.load('s'))?.events.length, 1);
    assert.equal((await store.load(taken?.state.sessionId ?? ''))?.events.length, 3);
  });

  it('waits for a window that is about to end, and has what that wrote last', async () => {
    await writeFile(join(folder, 's.lock'), String(process.ppid));
    const store = createSessionFiles(folder, silent);
    const waitForIt = async () => {
      await appendFile(join(folder, 's.jsonl'), `${JSON.stringify({ type: 'run-started', at: 9 })}\n`);
      await rm(join(folder, 's.lock'));
      return true;
    };
    const taken = await takeUpSession('s', { store, newId: () => 'new', now: () => 2, mayCopy: true, waitForIt });
    assert.equal(taken?.state.sessionId, 's');
    assert.equal(taken.state.isRunning, true);
    assert.deepEqual(taken.notices, []);
  });

  it('knows that the process that had it ended without a farewell', async () => {
    assert.equal((await takeUp()).taken?.wasAbandoned, false);
    await writeFile(join(folder, 's.lock'), String(spawnSync('true').pid));
    assert.equal((await takeUp()).taken?.wasAbandoned, true);
  });

  it('takes no copy where none is wanted', async () => {
    await writeFile(join(folder, 's.lock'), String(process.ppid));
    assert.equal((await takeUp(false)).taken, null);
    assert.deepEqual(await readdir(folder), ['s.jsonl', 's.lock']);
  });
});

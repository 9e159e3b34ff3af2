import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFile, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSessionFiles } from '../../../../src/node/sessions/sessionFiles';
import type { AgentEvent } from '../../../../src/shared/events';
import { describeSessionStore } from '../../../contract/sessionStoreContract';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const event: AgentEvent = { type: 'run-started', at: 1 };

describeSessionStore('session files', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'pollux-'));
  const open = () => createSessionFiles(join(parent, 'sessions'), silent);
  return { store: open(), reopen: open, close: () => rm(parent, { recursive: true }) };
});

describe('session files', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'pollux-'))));
  afterEach(() => rm(folder, { recursive: true }));

  const file = () => join(folder, 's.jsonl');
  const write = async (...events: AgentEvent[]) => {
    const store = createSessionFiles(folder, silent);
    store.append('s', events);
    await store.flush();
    return store;
  };

  it('begins with a version and can be read by its owner alone', async () => {
    await write(event);
    const [first = ''] = (await readFile(file(), 'utf8')).split('\n');
    assert.deepEqual(JSON.parse(first), { type: 'pollux-session', version: 1 });
    assert.equal((await stat(file())).mode & 0o777, 0o600);
  });

  it('keeps nothing of what waits, a command or an edit in the making: it is gone when the file is read', async () => {
    const store = await write(
      event,
      { type: 'tool-input', callId: 'c', awaited: 'secret' },
      { type: 'approval-changed', callId: 'c', proposal: { kind: 'read', paths: [] } },
    );
    assert.doesNotMatch(await readFile(file(), 'utf8'), /tool-input|approval-changed/);
    assert.deepEqual(await store.load('s'), { events: [event], corrupt: 0 });
  });

  it('loses no more than the line that a crash cut, wherever it cut', async () => {
    const store = await write(event, event);
    const line = JSON.stringify({ type: 'run-finished', reason: 'done', at: 2 });
    const whole = await readFile(file(), 'utf8');
    for (let length = 1; length < line.length; length++) {
      await writeFile(file(), whole + line.slice(0, length));
      assert.deepEqual(await store.load('s'), { events: [event, event], corrupt: 1 });
    }
  });

  it('has short and long events in their order', async () => {
    const events = Array.from({ length: 12 }, (_, i): AgentEvent => {
      const text = String(i).repeat(i % 3 === 0 ? 100_000 : 10);
      return { type: 'message', message: { id: `m${i}`, role: 'user', parts: [{ type: 'text', text }], at: i } };
    });
    const store = createSessionFiles(folder, silent);
    for (const each of events) {
      store.append('s', [each]);
      await new Promise(setImmediate);
    }
    await store.flush();
    assert.deepEqual(await store.load('s'), { events, corrupt: 0 });
  });

  it('goes on on a line of its own after one that was cut', async () => {
    await write(event);
    await appendFile(file(), '{"type":"run-fin');
    const store = await write(event);
    assert.deepEqual(await store.load('s'), { events: [event, event], corrupt: 1 });
  });

  it('reads around what is corrupt, and says how much that was', async () => {
    const warnings: string[] = [];
    await write(event);
    const corrupt = [
      '\0\0\0',
      '[]',
      'null',
      '"x"',
      '{}',
      '{"type":"later"}',
      '{"type":"message","message":{"id":"u"}}',
    ];
    await appendFile(file(), `${corrupt.join('\n')}\n`);
    const store = createSessionFiles(folder, { ...silent, warn: message => warnings.push(message) });
    assert.deepEqual(await store.load('s'), { events: [event], corrupt: 7 });
    assert.match(warnings.join(), /^7 unreadable lines/);
  });

  it('reads records that lost the end of line between them', async () => {
    const store = await write(event);
    await appendFile(file(), JSON.stringify(event).repeat(3));
    assert.deepEqual(await store.load('s'), { events: [event, event, event, event], corrupt: 0 });
  });

  it('puts aside what was corrupt when a session is continued, so that it is told once', async () => {
    await write(event);
    await appendFile(file(), 'corrupt\n');
    const before = await readFile(file(), 'utf8');
    const store = createSessionFiles(folder, silent);
    assert.deepEqual(await store.claim('s'), { events: [event], corrupt: 1 });
    assert.deepEqual(await store.load('s'), { events: [event], corrupt: 0 });
    assert.equal(await readFile(`${file()}.bak`, 'utf8'), before);
  });

  it('leaves alone what a later version wrote, and an empty file, but lists them', async () => {
    const store = createSessionFiles(folder, silent);
    await writeFile(file(), '{"type":"pollux-session","version":2}\n{"type":"run-started","at":1}\n');
    await writeFile(join(folder, 'empty.jsonl'), '');
    assert.equal(await store.load('s'), null);
    assert.equal(await store.claim('s'), null);
    const listed = (await store.list()).map(({ id, isUnreadable }) => [id, isUnreadable]);
    assert.deepEqual(listed.sort(), [
      ['empty', true],
      ['s', true],
    ]);
  });

  it('lets one process at a time write to a session', async () => {
    await write(event);
    const store = createSessionFiles(folder, silent);
    await writeFile(join(folder, 's.lock'), String(process.ppid));
    assert.equal(await store.claim('s'), null);
    assert.equal(await store.delete('s'), false);
    const ended = spawnSync(process.execPath, ['--version']).pid;
    await writeFile(join(folder, 's.lock'), String(ended));
    assert.deepEqual((await store.claim('s'))?.events, [event]);
    assert.equal(parseInt(await readFile(join(folder, 's.lock'), 'utf8'), 10), process.pid);
    await store.release('s');
    assert.deepEqual(await readdir(folder), ['s.jsonl']);
  });

  it('never writes into a session of another process', async () => {
    await write(event);
    await writeFile(join(folder, 's.lock'), String(process.ppid));
    const errors: string[] = [];
    const store = createSessionFiles(folder, { ...silent, error: message => errors.push(message) });
    store.append('s', [event]);
    await store.flush();
    assert.equal(errors.length, 1);
    assert.deepEqual((await store.load('s'))?.events, [event]);
  });

  it('reports once that it can not write, and saves what was kept back when it can', async () => {
    const errors: string[] = [];
    const troubles: boolean[] = [];
    const blocked = join(folder, 'file');
    await writeFile(blocked, '');
    const log = { ...silent, error: (message: string) => errors.push(message) };
    const store = createSessionFiles(blocked, log, error => troubles.push(error !== undefined));
    store.append('s', [event]);
    await store.flush();
    store.append('s', [event]);
    await store.flush();
    assert.equal(errors.length, 1);
    await rm(blocked);
    store.append('s', [event]);
    await store.flush();
    assert.deepEqual(troubles, [true, false]);
    assert.deepEqual(await store.load('s'), { events: [event, event, event], corrupt: 0 });
  });
});

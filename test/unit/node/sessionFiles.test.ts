import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSessionFiles } from '../../../src/node/sessionFiles';
import type { AgentEvent } from '../../../src/shared/events';
import { describeSessionStore } from '../../contract/sessionStoreContract';

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

  const write = async (...events: AgentEvent[]) => {
    const store = createSessionFiles(folder, silent);
    store.append('s', events);
    await store.flush();
    return store;
  };

  it('begins with a version and can be read by its owner alone', async () => {
    await write(event);
    const [name = ''] = await readdir(folder);
    const [first = ''] = (await readFile(join(folder, name), 'utf8')).split('\n');
    assert.deepEqual(JSON.parse(first), { type: 'pollux-session', version: 1 });
    assert.equal((await stat(join(folder, name))).mode & 0o777, 0o600);
  });

  it('loses no more than the line that a crash cut', async () => {
    const store = await write(event, event);
    await appendFile(join(folder, 's.jsonl'), '{"type":"run-fin');
    assert.deepEqual(await store.load('s'), [event, event]);
  });

  it('goes on on a line of its own after one that was cut', async () => {
    await write(event);
    await appendFile(join(folder, 's.jsonl'), '{"type":"run-fin');
    const store = await write(event);
    assert.deepEqual(await store.load('s'), [event, event]);
  });

  it('reads around what is spoilt, and says how much that was', async () => {
    const warnings: string[] = [];
    await write(event);
    await appendFile(join(folder, 's.jsonl'), '\0\0\0\n[]\nnull\n"x"\n{}\n');
    const store = createSessionFiles(folder, { ...silent, warn: message => warnings.push(message) });
    assert.deepEqual(await store.load('s'), [event]);
    assert.match(warnings.join(), /^5 unreadable lines/);
  });

  it('reports once that it can not write, and goes on trying', async () => {
    const errors: string[] = [];
    await writeFile(join(folder, 'file'), '');
    const store = createSessionFiles(join(folder, 'file'), { ...silent, error: message => errors.push(message) });
    store.append('s', [event]);
    store.append('s', [event]);
    await store.flush();
    assert.equal(errors.length, 1);
  });
});

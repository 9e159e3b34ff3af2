import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DiskCheckpoints } from '../../../../src/node/checkpoints/checkpoints';
import { createDiskWorkspace } from '../../../../src/node/files/diskWorkspace';
import { createOutputFiles } from '../../../../src/node/process/outputFiles';
import { createSessionFiles } from '../../../../src/node/sessions/sessionFiles';
import type { AgentEvent } from '../../../../src/shared/events';
import { Scratch } from '../../../support/scratch';
import { restorePicked } from '../../../support/restoring';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const SECRET = 'the-plan-of-monday';

describe('A chat that is deleted', () => {
  let work: Scratch;
  let storage: Scratch;
  beforeEach(async () => ([work, storage] = await Promise.all([Scratch.make(), Scratch.make()])));
  afterEach(() => Promise.all([work.close(), storage.close()]));

  const open = () => {
    let last = 0;
    return {
      store: createSessionFiles(storage.absolute('sessions'), silent),
      outputs: createOutputFiles({ parent: storage.absolute('outputs') }),
      checkpoints: new DiskCheckpoints({
        folder: storage.absolute('checkpoints'),
        workspace: createDiskWorkspace({ folders: [work.path] }),
        log: silent,
        newId: () => `checkpoint-${++last}`,
        now: Date.now,
        limits: { fileBytes: 1e6, files: 100 },
        locks: { holding: (_, work) => work() },
        onTrouble: () => undefined,
      }),
    };
  };
  type Place = ReturnType<typeof open>;
  /** Says, keeps as an output and writes over a file with `text`, all in that chat. */
  const chatOf = async ({ store, outputs, checkpoints }: Place, sessionId: string, text: string) => {
    const message = { id: `${sessionId}-m`, at: 1, role: 'user', parts: [{ type: 'text', text }] } as const;
    store.append(sessionId, [{ type: 'message', message } satisfies AgentEvent]);
    await store.rename(sessionId, text);
    const output = await outputs.save('run_shell_command', text, sessionId);
    const file = `${sessionId}.txt`;
    await work.put(file, text);
    const origin = { sessionId, messageId: message.id, label: file };
    await checkpoints.record(origin, [work.absolute(file)], () => work.put(file, `${text}, and more`));
    await checkpoints.record(origin, [work.absolute(file)], () => work.put(file, 'nothing'));
    await store.release(sessionId);
    return output;
  };
  const deleted = async ({ store, outputs, checkpoints }: Place, sessionId: string) => {
    assert.equal(await store.delete(sessionId), true);
    await Promise.all([checkpoints.forget(sessionId), outputs.forget(sessionId)]);
  };
  const filesWith = async (text: string) => {
    const names = await readdir(storage.path, { recursive: true });
    const found = await Promise.all(
      names.map(async name => {
        const file = join(storage.path, name);
        const isFile = (await stat(file)).isFile();
        return name.includes(text) || (isFile && (await readFile(file, 'utf8')).includes(text)) ? [name] : [];
      }),
    );
    return found.flat();
  };

  it('leaves no byte of it on the disk, nor its name', async () => {
    const place = open();
    await chatOf(place, 'first', SECRET);
    assert.ok((await filesWith(SECRET)).length >= 5, 'session, title, output, two contents');
    await deleted(place, 'first');
    assert.deepEqual(await filesWith(SECRET), []);
    assert.deepEqual(await filesWith('first'), []);
  });

  it('is as gone where an earlier window had written it, and did not come to its end', async () => {
    await chatOf(open(), 'first', SECRET);
    await deleted(open(), 'first');
    assert.deepEqual(await filesWith(SECRET), []);
  });

  it('takes nothing of another one with it, though both have the same contents', async () => {
    const place = open();
    const [first, second] = [await chatOf(place, 'first', SECRET), await chatOf(place, 'first-2', SECRET)];
    await deleted(place, 'first');
    assert.equal((await place.store.load('first-2'))?.events.length, 1);
    assert.equal(await readFile(second, 'utf8'), SECRET);
    await assert.rejects(readFile(first));
    const restoring = { sessionId: 'first-2', messageId: 'm', label: 'back' };
    const file = work.absolute('first-2.txt');
    assert.deepEqual(await restorePicked(place.checkpoints, restoring, 'checkpoint-3', [file]), []);
    assert.equal(await readFile(file, 'utf8'), SECRET);
  });

  it('does not take with it what a change that is being made has put aside', async () => {
    const place = open();
    await chatOf(place, 'first', SECRET);
    await work.put('other.txt', SECRET);
    const file = work.absolute('other.txt');
    const origin = { sessionId: 'second', messageId: 'm', label: 'other.txt' };
    await place.checkpoints.record(origin, [file], async () => {
      await deleted(place, 'first');
      await work.put('other.txt', 'changed');
    });
    assert.deepEqual(await restorePicked(place.checkpoints, origin, 'checkpoint-3', [file]), []);
    assert.equal(await readFile(file, 'utf8'), SECRET);
  });
});

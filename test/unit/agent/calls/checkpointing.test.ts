import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { createDiskProcesses } from '../../../../src/node/process/backgroundProcesses';
import { CHECKPOINT_LIMITS, DiskCheckpoints } from '../../../../src/node/checkpoints/checkpoints';
import { createDiskFileWriter } from '../../../../src/node/files/diskFileWriter';
import { createFileLocks } from '../../../../src/node/files/fileLocks';
import { createDiskTerminal } from '../../../../src/node/process/diskTerminal';
import { createDiskWorkspace } from '../../../../src/node/files/diskWorkspace';
import { approve } from '../../../support/approve';
import { withCheckpoints } from '../../../../src/agent/calls/checkpointing';
import { BaselineChanged } from '../../../../src/shared/errors';
import { emptyChat } from '../../../../src/shared/chatState';
import type { Message } from '../../../../src/shared/messages';
import { Scratch } from '../../../support/scratch';
import { restorePicked } from '../../../support/restoring';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('changes with checkpoints', () => {
  let work: Scratch;
  let store: Scratch;
  beforeEach(async () => {
    [work, store] = [await Scratch.make(), await Scratch.make()];
    await work.put('a.txt', 'one');
  });
  afterEach(() => Promise.all([work.close(), store.close()]));

  const make = (isEnabled = true) => {
    const workspace = createDiskWorkspace({ folders: [work.path] });
    let last = 0;
    const checkpoints = new DiskCheckpoints({
      folder: store.path,
      workspace,
      log: silent,
      newId: () => `checkpoint-${++last}`,
      now: Date.now,
      limits: CHECKPOINT_LIMITS,
      locks: { holding: (_, work) => work() },
      onTrouble: () => undefined,
    });
    const message = (id: string, isContext: boolean): Message => ({ id, at: 1, role: 'user', parts: [], isContext });
    const messages = [message('prompt', false), message('context', true)];
    const processes = createDiskProcesses();
    const locks = createFileLocks({ folders: [store.absolute('locks')] });
    const ports = withCheckpoints(
      { files: createDiskFileWriter(workspace), terminal: createDiskTerminal(), processes, locks },
      checkpoints,
      () => ({ ...emptyChat('s'), messages }),
      () => isEnabled,
    );
    return { checkpoints, ports, processes };
  };

  it('are made and not recorded where checkpoints are off', async () => {
    const { checkpoints, ports } = make(false);
    const edit = { kind: 'edit', path: 'a.txt', file: work.absolute('a.txt'), before: 'one', after: 'two' } as const;
    await ports.files.write(approve(edit));
    assert.equal(String(await work.bytes('a.txt')), 'two');
    assert.deepEqual(await checkpoints.list('s'), []);
  });

  it('are recorded as part of the prompt that they came of', async () => {
    const { checkpoints, ports } = make();
    const edit = { kind: 'edit', path: 'a.txt', file: work.absolute('a.txt'), before: 'one', after: 'two' } as const;
    await ports.files.write(approve(edit));
    const command = { kind: 'command', command: 'echo three > a.txt', cwd: work.path } as const;
    const { exitCode } = await ports.terminal.run(approve(command), () => undefined, new AbortController().signal);
    assert.equal(exitCode, 0);
    assert.deepEqual(
      (await checkpoints.list('s')).map(({ label, messageId }) => [label, messageId]),
      [
        ['a.txt', 'prompt'],
        ['echo three > a.txt', 'prompt'],
      ],
    );
    await restorePicked(checkpoints, { sessionId: 's', messageId: '', label: '' }, 'checkpoint-1', [
      work.absolute('a.txt'),
    ]);
    assert.equal((await work.bytes('a.txt'))?.toString(), 'one');
  });

  it('are none where an edit was refused because somebody else had changed the file', async () => {
    const { checkpoints, ports } = make();
    const edit = { kind: 'edit', path: 'a.txt', file: work.absolute('a.txt'), before: 'zero', after: 'two' } as const;
    const refused = checkpoints.record({ sessionId: 's', messageId: 'm', label: '' }, [edit.file], async () => {
      await work.put('a.txt', 'theirs');
      throw new BaselineChanged('theirs');
    });
    await assert.rejects(refused, BaselineChanged);
    await assert.rejects(ports.files.write(approve(edit)), BaselineChanged);
    const all = { kind: 'edits', edits: [edit] } as const;
    await assert.rejects(ports.files.writeAll(approve(all)), /changed in the meantime/);
    assert.deepEqual(await checkpoints.list('s'), []);
    assert.equal(String(await work.bytes('a.txt')), 'theirs');
  });

  it('are recorded around what Pollux knows nothing of, such as a tool of a server', async () => {
    const { checkpoints, ports } = make();
    const run = () => work.put('a.txt', 'theirs');
    await ports.around('Server: tool', run, new AbortController().signal);
    const [checkpoint] = await checkpoints.list('s');
    assert.ok(checkpoint);
    assert.equal(checkpoint.label, 'Server: tool');
    assert.deepEqual(
      checkpoint.changes.map(({ file }) => file),
      [work.absolute('a.txt')],
    );
  });

  it('are none where a command only looks, which nothing is kept for', async () => {
    const { ports } = make();
    const command = { kind: 'command', command: 'cat a.txt', cwd: work.path, onlyLooks: true } as const;
    const { output } = await ports.terminal.run(approve(command), () => undefined, new AbortController().signal);
    assert.equal(output, 'one');
    assert.deepEqual(await readdir(store.path), []);
  });

  it('are recorded of what goes on in the background, as far as it has come', async () => {
    const { checkpoints, ports, processes } = make();
    const command = { kind: 'command', command: 'echo two > a.txt', cwd: work.path } as const;
    await ports.processes.start(approve(command));
    await processes.dispose();
    assert.equal((await checkpoints.list('s')).length, 1);
  });

  it('wait for nothing once they are cancelled', async () => {
    const { ports } = make();
    const command = { kind: 'command', command: 'echo two > a.txt', cwd: work.path } as const;
    await ports.terminal.run(approve(command), () => undefined, AbortSignal.abort());
    assert.equal((await work.bytes('a.txt'))?.toString(), 'one');
  });
});

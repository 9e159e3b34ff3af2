import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { TrackedChanges } from '../../../../src/agent/changes/trackedChanges';
import { recordedHooks } from '../../../../src/agent/hooks/recordedHooks';
import { changesOfCheckpoint } from '../../../../src/node/changes/checkpointTexts';
import { CHECKPOINT_LIMITS, DiskCheckpoints } from '../../../../src/node/checkpoints/checkpoints';
import { createDiskWorkspace } from '../../../../src/node/files/diskWorkspace';
import { emptyChat } from '../../../../src/shared/chatState';
import type { Message } from '../../../../src/shared/messages';
import { fakeHooks } from '../../../support/hookFakes';
import { Scratch } from '../../../support/scratch';
import { restorePicked, testRestores } from '../../../support/restoring';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const call = { name: 'replace', args: {}, content: 'Edited.' };

describe('What a hook changes in files', () => {
  let work: Scratch;
  let store: Scratch;
  let file: string;
  beforeEach(async () => {
    [work, store] = [await Scratch.make(), await Scratch.make()];
    await work.put('a.txt', 'one\ntwo\n');
    file = work.absolute('a.txt');
  });
  afterEach(() => Promise.all([work.close(), store.close()]));

  function open() {
    const changes = new TrackedChanges({
      restores: testRestores(),
      files: {
        read: path => readFile(path, 'utf8'),
        write: async ({ file: path, after: text }) => {
          await writeFile(path, text ?? '');
          return text;
        },
      },
      newId: () => 'h',
      onChange: () => undefined,
      onDecision: () => undefined,
      reportBug: message => assert.fail(message),
    });
    const checkpoints = new DiskCheckpoints({
      folder: store.path,
      workspace: createDiskWorkspace({ folders: [work.path] }),
      log: silent,
      newId: () => 'checkpoint',
      now: Date.now,
      limits: CHECKPOINT_LIMITS,
      locks: { holding: (_, run) => run() },
      onTrouble: () => undefined,
      onRecorded: async ({ ...checkpoint }, read) => {
        const texts = await changesOfCheckpoint(checkpoint, read, () => undefined);
        changes.commandChanged({ sessionId: checkpoint.sessionId, callId: checkpoint.callId ?? '' }, texts);
      },
    });
    const format = () => writeFile(file, 'one\n  two\n').then(() => ({}));
    const { hooks, fired } = fakeHooks({ AfterTool: format, BeforeModel: format, SessionEnd: format });
    const prompt: Message = { id: 'prompt', at: 1, role: 'user', parts: [{ type: 'text', text: 'Indent it' }] };
    const state = () => ({ ...emptyChat('s'), messages: [prompt] });
    const record: DiskCheckpoints['record'] = (...all) => checkpoints.record(...all);
    return {
      changes,
      checkpoints,
      fired,
      hooks: recordedHooks(hooks, { state, now: () => 7, tracking: changes, record }),
    };
  }
  const { signal } = new AbortController();

  it('comes under review as the hook’s, and is undone and restored', async () => {
    const { changes, checkpoints, hooks } = open();
    await hooks.fire('AfterTool', call, signal);
    const [place] = changes.all();
    const [source] = place?.hunk.sources ?? [];
    assert.deepEqual(
      [source?.author, source?.title, source?.prompt, source?.reason],
      ['hook', 'Hook AfterTool', 'Indent it', undefined],
    );
    const [checkpoint] = await checkpoints.list('s');
    assert.equal(checkpoint?.label, 'Hook AfterTool');
    await changes.decide(['h'], 'undo');
    assert.equal(await readFile(file, 'utf8'), 'one\ntwo\n');
    await writeFile(file, 'one\n  two\n');
    await restorePicked(checkpoints, { sessionId: 's', messageId: 'prompt', label: 'Restore' }, 'checkpoint', [file]);
    assert.equal(await readFile(file, 'utf8'), 'one\ntwo\n');
  });

  it('is not looked for at each request and at the end, nor where no hook runs', async () => {
    const { checkpoints, fired, hooks } = open();
    await hooks.fire('BeforeModel', { request: { model: 'm', messages: [] } }, signal);
    await hooks.fire('SessionEnd', { reason: 'exit' }, signal);
    await hooks.fire('BeforeAgent', { prompt: 'Go' }, signal);
    assert.equal(fired.length, 3);
    assert.deepEqual(await checkpoints.list('s'), []);
    assert.equal(checkpoints.hasRecorded, false);
  });
});

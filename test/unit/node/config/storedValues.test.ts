import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKeptValues } from '../../../../src/node/config/storedValues';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('kept values', () => {
  let folder: string;
  const open = () => createKeptValues(join(folder, 'storage', 'state.json'), silent);
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'pollux-'))));
  afterEach(() => rm(folder, { recursive: true }));

  it('are there for whoever comes next as soon as they are set', () => {
    open().set('draft', 'Half a thought');
    assert.equal(open().get('draft'), 'Half a thought');
  });

  it('can be taken away', () => {
    const values = open();
    values.set('draft', 'gone');
    values.set('draft', undefined);
    assert.equal(values.get('draft'), undefined);
    assert.equal(open().get('draft'), undefined);
  });

  it('leave what another window set', () => {
    const [one, other] = [open(), open()];
    assert.equal(one.get('draft'), undefined);
    other.set('session', 'a');
    one.set('draft', 'b');
    assert.equal(open().get('session'), 'a');
  });

  it('are for their owner alone, and leave nothing else behind', async () => {
    open().set('draft', 'private');
    assert.deepEqual(await readdir(join(folder, 'storage')), ['state.json']);
    assert.equal((await stat(join(folder, 'storage', 'state.json'))).mode & 0o777, 0o600);
  });

  it('start over where the file is corrupt or cannot be written', async () => {
    await writeFile(join(folder, 'storage'), 'not a folder');
    const values = open();
    values.set('draft', 'kept for now');
    assert.equal(values.get('draft'), 'kept for now');
    await rm(join(folder, 'storage'));
    open().set('draft', 'x');
    await writeFile(join(folder, 'storage', 'state.json'), '{"draft":');
    assert.equal(open().get('draft'), undefined);
  });
});

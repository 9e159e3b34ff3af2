import assert from 'node:assert/strict';
import { chmod, chown, link, lstat, readdir, stat } from 'node:fs/promises';
import { createDiskFileWriter } from '../../../../src/node/files/diskFileWriter';
import { createDiskWorkspace } from '../../../../src/node/files/diskWorkspace';
import { approve } from '../../../support/approve';
import { BaselineChanged, ToolError } from '../../../../src/shared/errors';
import { whileRacing } from '../../../support/racer';
import { Scratch } from '../../../support/scratch';
import { toolError } from '../../../support/toolError';

describe('Writing to disk', () => {
  let scratch: Scratch;
  beforeEach(async () => {
    scratch = await Scratch.make();
    await scratch.put('work/a.txt', 'one\n');
    await scratch.put('outside/a.txt', 'secret\n');
  });
  afterEach(() => scratch.close());
  const write = (path: string, before: string | null, after: string) => {
    const writer = createDiskFileWriter(createDiskWorkspace({ folders: [scratch.absolute('work')] }));
    const edit = { kind: 'edit', path, file: scratch.absolute(`work/${path}`), before, after } as const;
    return writer.write(approve(edit));
  };
  const names = async (path = 'work') => (await readdir(scratch.absolute(path))).sort();

  it('keeps the mode, and leaves nothing else behind', async () => {
    await chmod(scratch.absolute('work/a.txt'), 0o754);
    await write('a.txt', 'one\n', 'two\n');
    assert.equal((await stat(scratch.absolute('work/a.txt'))).mode & 0o7777, 0o754);
    assert.deepEqual(await names(), ['a.txt']);
  });

  it('gives a new file the usual mode', async () => {
    await write('new.txt', null, 'x');
    await scratch.put('work/usual.txt');
    const modes = ['new', 'usual'].map(async name => (await stat(scratch.absolute(`work/${name}.txt`))).mode);
    assert.equal(await modes[0], await modes[1]);
  });

  it('writes to where a link leads, and keeps the link', async () => {
    await scratch.link('work/link.txt', 'a.txt');
    await write('link.txt', 'one\n', 'two\n');
    assert.equal((await lstat(scratch.absolute('work/link.txt'))).isSymbolicLink(), true);
    assert.equal(String(await scratch.bytes('work/a.txt')), 'two\n');
  });

  it('creates what a dangling link leads to', async () => {
    await scratch.link('work/link.txt', 'deep/new.txt');
    await write('link.txt', null, 'two\n');
    assert.equal(String(await scratch.bytes('work/deep/new.txt')), 'two\n');
  });

  it('never follows a link out of the workspace', async () => {
    await scratch.link('work/link.txt', '../outside/a.txt');
    await assert.rejects(write('link.txt', 'secret\n', 'mine'), toolError('path_not_in_workspace'));
    await scratch.link('work/dir', '../outside');
    await assert.rejects(write('dir/new.txt', null, 'mine'), toolError('path_not_in_workspace'));
    assert.deepEqual(await names('outside'), ['a.txt']);
  });

  it('leaves the other name of a file with two its old text', async () => {
    await link(scratch.absolute('work/a.txt'), scratch.absolute('work/b.txt'));
    await write('a.txt', 'one\n', 'two\n');
    assert.equal(String(await scratch.bytes('work/b.txt')), 'one\n');
  });

  it('refuses a file that is write-protected', async () => {
    await chmod(scratch.absolute('work/a.txt'), 0o444);
    await assert.rejects(write('a.txt', 'one\n', 'two\n'), toolError('permission_denied'));
    assert.equal(String(await scratch.bytes('work/a.txt')), 'one\n');
    assert.deepEqual(await names(), ['a.txt']);
  });

  it('refuses a file that only others may write, though the folder lets it be replaced', async () => {
    await chmod(scratch.absolute('work/a.txt'), 0o466);
    // The superuser may write everything, so it stands back for a moment.
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) for (const path of ['.', 'work', 'work/a.txt']) await chown(scratch.absolute(path), 65534, 65534);
    if (isRoot) process.seteuid?.(65534);
    try {
      await assert.rejects(write('a.txt', 'one\n', 'two\n'), toolError('permission_denied'));
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
    assert.equal(String(await scratch.bytes('work/a.txt')), 'one\n');
    assert.deepEqual(await names(), ['a.txt']);
  });

  it('keeps the encoding, or refuses what it can’t hold and changes nothing', async () => {
    const bytes = Buffer.from('caf\xe9 \xa4\r\n', 'latin1');
    await scratch.put('work/old.txt', bytes);
    await write('old.txt', 'café ¤\r\n', 'cafés ¤\r\n');
    assert.deepEqual(await scratch.bytes('work/old.txt'), Buffer.from('caf\xe9s \xa4\r\n', 'latin1'));
    await assert.rejects(write('old.txt', 'cafés ¤\r\n', '€'), toolError('file_write_failure', 'encoding'));
    await assert.rejects(write('a.txt', 'one\n', 'half \ud83d'), toolError('file_write_failure', 'encoding'));
    assert.deepEqual(await scratch.bytes('work/old.txt'), Buffer.from('caf\xe9s \xa4\r\n', 'latin1'));
    assert.equal(String(await scratch.bytes('work/a.txt')), 'one\n');
    assert.deepEqual(await names(), ['a.txt', 'old.txt']);
  });

  it('refuses names that are too long', async () => {
    await assert.rejects(write('x'.repeat(256), null, 'x'), ToolError);
    await write('x'.repeat(255), null, 'x');
    assert.equal(String(await scratch.bytes(`work/${'x'.repeat(255)}`)), 'x');
  });

  it('lets one of several writers at once win', async () => {
    const texts = Array.from({ length: 20 }, (_, n) => `${n}\n`.repeat(1000));
    const results = await Promise.allSettled(texts.map(text => write('new.txt', null, text)));
    assert.equal(results.filter(result => result.status === 'fulfilled').length, 1);
    for (const result of results) {
      if (result.status === 'rejected') assert.ok(result.reason instanceof BaselineChanged, String(result.reason));
    }
    assert.ok(texts.includes(String(await scratch.bytes('work/new.txt'))));
    assert.deepEqual(await names(), ['a.txt', 'new.txt']);
  });

  it('never writes outside while somebody swaps a folder for a link to there', async () => {
    await scratch.put('work/dir/a.txt', 'secret\n');
    await whileRacing(scratch, async () => {
      for (let n = 0; n < 400; n++) {
        try {
          await write(`dir/deep-${n}/new.txt`, null, 'mine');
          await write('dir/a.txt', 'secret\n', 'secret\n');
        } catch (error) {
          if (!(error instanceof ToolError) && !(error instanceof BaselineChanged)) throw error;
        }
      }
    });
    assert.deepEqual(await names('outside'), ['a.txt']);
    assert.equal(String(await scratch.bytes('outside/a.txt')), 'secret\n');
  });
});

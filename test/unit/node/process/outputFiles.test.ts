import assert from 'node:assert/strict';
import { chmod, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { OutputRecord, RecordedOutput } from '../../../../src/agent/ports/outputFiles';
import { createDiskFileWriter } from '../../../../src/node/files/diskFileWriter';
import { createDiskWorkspace } from '../../../../src/node/files/diskWorkspace';
import { createOutputFiles } from '../../../../src/node/process/outputFiles';
import { approve } from '../../../support/approve';
import { Scratch } from '../../../support/scratch';
import { toolError } from '../../../support/toolError';

describe('Outputs kept as files', () => {
  let scratch: Scratch;
  beforeEach(async () => {
    scratch = await Scratch.make();
    await scratch.put('work/a.txt', '');
  });
  afterEach(() => scratch.close());
  const bytesOf = (file: string) => scratch.bytes(file.slice(scratch.path.length + 1));

  it('are for this person only, and gone in the end', async () => {
    const outputs = createOutputFiles({ parent: scratch.absolute('kept/deep') });
    assert.deepEqual(outputs.folders(), []);
    const files = await Promise.all([outputs.save('run_shell_command', 'one ü'), outputs.save('../x y', 'two')]);
    assert.deepEqual(await Promise.all(files.map(async file => String(await bytesOf(file)))), ['one ü', 'two']);
    assert.ok(files.every(file => dirname(file) === outputs.folders()[0]));
    assert.equal((await stat(files[0])).mode & 0o777, 0o600);
    assert.equal((await stat(dirname(files[0]))).mode & 0o777, 0o700);
    outputs.dispose();
    assert.equal(await bytesOf(files[0]), null);
  });

  for (const [what, prepare] of [
    ['a link', async () => scratch.link('kept', scratch.absolute('work'))],
    ['a file', async () => scratch.put('kept')],
    ['a link to nothing', async () => scratch.link('kept', scratch.absolute('gone'))],
  ] as const) {
    it(`do not go through ${what} that somebody else has put in their place`, async () => {
      await prepare();
      const outputs = createOutputFiles({ parent: scratch.absolute('kept') });
      const file = await outputs.save('x', 'secret');
      const beside = dirname(dirname(file));
      assert.match(beside, /\/kept-[^/]+$/);
      assert.equal((await stat(beside)).mode & 0o777, 0o700);
      await outputs.forget('any');
      assert.equal((await bytesOf(file))?.toString(), 'secret');
    });
  }

  it('are in no folder that others can look into', async () => {
    await mkdir(scratch.absolute('kept'), { mode: 0o777 });
    await chmod(scratch.absolute('kept'), 0o777);
    await createOutputFiles({ parent: scratch.absolute('kept') }).save('x', 'secret');
    assert.equal((await stat(scratch.absolute('kept'))).mode & 0o777, 0o700);
  });

  it('make room for newer ones', async () => {
    const outputs = createOutputFiles({ parent: scratch.absolute('kept'), maxFiles: 2 });
    const files: string[] = [];
    for (const text of ['1', '2', '3']) files.push(await outputs.save('x', text));
    const kept = await Promise.all(files.map(async file => (await bytesOf(file))?.toString()));
    assert.deepEqual(kept, [undefined, '2', '3']);
  });

  describe('while they are printed', () => {
    const write = async (
      record: OutputRecord,
      pieces: number,
      piece = (i: number) => `line ${i}\n`.padEnd(1000, '.'),
    ) => {
      for (let i = 0; i < pieces; i++) await record.write(piece(i));
    };
    const fileOf = (recorded: RecordedOutput | null) => (recorded && 'file' in recorded ? recorded.file : '');

    it('leave no file if they stay short', async () => {
      const outputs = createOutputFiles({ parent: scratch.absolute('kept') });
      const record = outputs.record('x');
      await write(record, 10);
      assert.deepEqual([await record.end(), outputs.folders()], [null, []]);
    });

    it('are whole, in a file for this person only, which goes with the others', async () => {
      const outputs = createOutputFiles({ parent: scratch.absolute('kept'), maxBytes: 6_000_000 });
      const record = outputs.record('run', 'chat-1');
      await write(record, 5000);
      const recorded = await record.end();
      assert.deepEqual(recorded, { characters: 5_000_000, file: fileOf(recorded) });
      const expected = Array.from({ length: 5000 }, (_, i) => `line ${i}\n`.padEnd(1000, '.')).join('');
      assert.equal(String(await bytesOf(fileOf(recorded))), expected);
      assert.equal((await stat(fileOf(recorded))).mode & 0o777, 0o600);
      const next = outputs.record('run', 'chat-1');
      await write(next, 4000);
      const second = fileOf(await next.end());
      assert.deepEqual([await bytesOf(fileOf(recorded)), (await bytesOf(second))?.length], [null, 4_000_000]);
      await outputs.forget('chat-1');
      assert.equal(await bytesOf(second), null);
    });

    it('have whoever prints wait for the disk, so that little of them is in memory', async () => {
      const outputs = createOutputFiles({ parent: scratch.absolute('kept') });
      const record = outputs.record('x');
      let unwritten = 0;
      let most = 0;
      for (let i = 0; i < 500; i++) {
        unwritten += 100_000;
        most = Math.max(most, unwritten);
        const isFull = record.write('x'.repeat(100_000));
        if (isFull) await isFull.then(() => (unwritten = 0));
      }
      assert.ok(most < 6_000_000, `${most} characters`);
      assert.equal((await bytesOf(fileOf(await record.end())))?.length, 50_000_000);
    });

    it('have an end, which is told', async () => {
      const outputs = createOutputFiles({ parent: scratch.absolute('kept'), maxFileBytes: 300_000 });
      const record = outputs.record('x');
      await write(record, 1000);
      const recorded = await record.end();
      assert.deepEqual(recorded, { characters: 1_000_000, file: fileOf(recorded), cutAt: 300_000 });
      assert.equal((await bytesOf(fileOf(recorded)))?.length, 300_000);
    });

    it('hold no key, wherever it is cut in two', async () => {
      const outputs = createOutputFiles({ parent: scratch.absolute('kept') });
      const record = outputs.record('x');
      const text = `AIzaSy${'k'.repeat(33)} and `.repeat(10_000);
      await write(record, text.length / 44, i => text.slice(i * 44, i * 44 + 44));
      const kept = String(await bytesOf(fileOf(await record.end())));
      assert.ok(kept.length > 100_000 && !kept.includes('kk'));
    });

    it('tell why they could not be kept', async () => {
      await scratch.put('blocked', 'a file, where a folder would have to be');
      const record = createOutputFiles({ parent: scratch.absolute('blocked/deeper') }).record('x');
      await write(record, 1000);
      const recorded = await record.end();
      assert.match(recorded && 'error' in recorded ? recorded.error : '', /EEXIST|ENOTDIR/);
    });
  });

  it('can be read and searched by the tools, and never written', async () => {
    const outputs = createOutputFiles({ parent: scratch.absolute('kept') });
    const workspace = createDiskWorkspace({
      folders: [scratch.absolute('work')],
      readableFolders: () => outputs.folders(),
      searchPath: '',
    });
    const file = await outputs.save('x', 'needle\n');
    const path = await workspace.resolve(file);
    assert.equal((await workspace.readText(path)).text, 'needle\n');
    const request = { pattern: 'needle', isLiteral: true, isCaseSensitive: true, respectIgnore: false, maxMatches: 9 };
    const base = await workspace.resolve(path.folder.path);
    const { signal } = new AbortController();
    assert.equal((await workspace.search({ ...request, base, before: 0, after: 0 }, signal)).matches, 1);
    const edit = { kind: 'edit', path: file, file, before: 'needle\n', after: 'x' } as const;
    const writing = createDiskFileWriter(workspace).write(approve(edit));
    await assert.rejects(writing, toolError('permission_denied', 'Only to be read'));
    await assert.rejects(workspace.resolve(scratch.absolute('kept')), toolError('path_not_in_workspace'));
    await assert.rejects(workspace.resolve(`${dirname(file)}-2/x`), toolError('path_not_in_workspace'));
    await scratch.link('work/link', file);
    await assert.rejects(workspace.resolve('link'), toolError('path_not_in_workspace'));
  });
});

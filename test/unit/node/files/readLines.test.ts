import assert from 'node:assert/strict';
import { appendFile, truncate, writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { createDiskWorkspace } from '../../../../src/node/files/diskWorkspace';
import { readDiskLines } from '../../../../src/node/files/readLines';
import { Scratch } from '../../../support/scratch';
import { toolError } from '../../../support/toolError';

const signal = new AbortController().signal;

describe('Lines of a file of any size', () => {
  let scratch: Scratch;
  beforeEach(async () => (scratch = await Scratch.make()));
  afterEach(() => scratch.close());

  const read = async (content: string | Uint8Array, first: number, last: number, maxLineBytes = 1000) => {
    await scratch.put('a.txt', content);
    const found = await readDiskLines(scratch.absolute('a.txt'), first, last, maxLineBytes, signal);
    return { ...found, lines: found.lines.map(String) };
  };

  it('are those that are asked for', async () => {
    const content = 'one\r\ntwo\n\nfour';
    const rest = { encoding: 'utf8', total: null, endsInNewline: true };
    assert.deepEqual(await read(content, 1, 2), { lines: ['one', 'two'], ...rest });
    assert.deepEqual(await read(content, 3, 9), { ...rest, lines: ['', 'four'], total: 4, endsInNewline: false });
    assert.deepEqual(await read('one\n', 1, 1), { ...rest, lines: ['one'], total: 1 });
    assert.deepEqual(await read('one\n', 5, 9), { ...rest, lines: [], total: 1 });
  });

  it('are without byte-order mark, and cut between characters where they are long', async () => {
    const marked = await read(`\uFEFF${'ä'.repeat(2000)}\nb`, 1, 1, 1001);
    assert.deepEqual([marked.lines, marked.encoding], [['ä'.repeat(500)], 'utf8bom']);
    assert.deepEqual((await read(`${'🎉'.repeat(400)}\n`, 1, 1, 1003)).lines, ['🎉'.repeat(250)]);
    const old = await read(Buffer.from('caf\xe9\n', 'latin1'), 1, 1);
    assert.equal(old.encoding, 'latin1');
  });

  it('are refused of what is no text, or can’t be read in parts', async () => {
    await assert.rejects(read(Buffer.from([1, 0, 2]), 1, 1), toolError('read_content_failure', 'binary'));
    await assert.rejects(read(Buffer.from('\uFEFFa', 'utf16le'), 1, 1), toolError('file_too_large'));
    await assert.rejects(readDiskLines('/dev/zero', 1, 1, 10, signal), toolError('read_content_failure'));
  });

  it('stop coming when the signal aborts', async () => {
    await scratch.put('a.txt', 'x\n');
    const reading = readDiskLines(scratch.absolute('a.txt'), 1, 2, 10, AbortSignal.abort());
    await assert.rejects(reading, { name: 'AbortError' });
  });

  it('are the same wherever the pieces end', async () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'ä', '🎉', ' '), maxLength: 5 });
    const lines = fc.array(fc.tuple(line, fc.nat(3)), { minLength: 1, maxLength: 6 });
    const file = scratch.absolute('a.txt');
    await fc.assert(
      fc.asyncProperty(lines, fc.nat(5), fc.nat(5), fc.boolean(), async (parts, from, count, endsInNewline) => {
        // Some lines are longer than the pieces in which the file is read.
        const texts = parts.map(([text, size]) => (size === 3 ? text + 'x'.repeat(1_048_570) : text));
        const last = texts.at(-1) ?? '';
        await writeFile(file, texts.join('\n') + (endsInNewline || last === '' ? '\n' : ''));
        const found = await readDiskLines(file, from + 1, from + count + 1, 4_000_000, signal);
        assert.deepEqual(found.lines.map(String), texts.slice(from, from + count + 1));
        assert.ok(found.total === null || found.total === texts.length);
      }),
      { numRuns: 50 },
    );
  });

  it('come at once from a gigabyte, which is never held in memory', async () => {
    const file = scratch.absolute('huge.log');
    const block = Array.from({ length: 10_000 }, (_, n) => `line ${n + 1} ${'.'.repeat(40)}\n`).join('');
    await scratch.put('huge.log', block);
    await truncate(file, 2 ** 30);
    const workspace = createDiskWorkspace({ folders: [scratch.path], searchPath: '' });
    const path = await workspace.resolve('huge.log');
    const before = process.memoryUsage().rss;
    const began = performance.now();
    const range = { first: 1001, last: 3000, maxLength: 2000 };
    const { lines, total } = await workspace.readLines(path, range, signal);
    assert.ok(performance.now() - began < 500);
    assert.ok(process.memoryUsage().rss - before < 20 * 1024 * 1024);
    assert.deepEqual([lines.length, lines[0]?.slice(0, 9), total], [2000, 'line 1001', null]);
    await truncate(file, 2 ** 27);
    await appendFile(file, '\nthe end\n');
    const end = await workspace.readLines(path, { first: 10_002, last: 10_002, maxLength: 2000 }, signal);
    assert.deepEqual([end.lines, end.total, end.endsInNewline], [['the end'], 10_002, true]);
    assert.ok(process.memoryUsage().rss - before < 20 * 1024 * 1024);
  });
});

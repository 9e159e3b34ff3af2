import assert from 'node:assert/strict';
import { chmod, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { createDiskFileWriter } from '../../../../src/node/files/diskFileWriter';
import { createDiskWorkspace } from '../../../../src/node/files/diskWorkspace';
import { runProcess } from '../../../../src/node/process/processRunner';
import { ToolError } from '../../../../src/shared/errors';
import type { ChangeContext, ReadTool } from '../../../../src/agent/tool';
import { approve } from '../../../support/approve';
import { readFile } from '../../../../src/tools/readFile';
import { replace } from '../../../../src/tools/replace';
import { writeFile } from '../../../../src/tools/writeFile';
import type { FileEdit } from '../../../../src/tools/fileEdit';
import { noOutputFiles, noProcesses, noUtilityModel, noWeb } from '../../../support/idlePorts';
import { createMemoryTerminal } from '../../../support/memoryTerminal';
import { Scratch } from '../../../support/scratch';

const signal = new AbortController().signal;
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const utf32 = (text: string) =>
  Buffer.concat(Array.from(text, character => Buffer.from(new Uint32Array([character.codePointAt(0) ?? 0]).buffer)));

describe('Edits on disk', () => {
  let scratch: Scratch;
  let context: ChangeContext;
  beforeEach(async () => {
    scratch = await Scratch.make();
    const workspace = createDiskWorkspace({ folders: [scratch.path], searchPath: '' });
    const files = createDiskFileWriter(workspace);
    const { terminal } = createMemoryTerminal({});
    const idle = {
      callId: 'call',
      outputFiles: noOutputFiles,
      processes: noProcesses,
      web: noWeb,
      model: noUtilityModel,
    };
    context = { workspace, files, terminal, ...idle, setMode: () => undefined, onOutput: () => undefined, signal };
  });
  afterEach(() => scratch.close());

  const edit = async (from: string, to: string, more: object = {}) => {
    const args = { file_path: 'a.txt', old_string: from, new_string: to, ...more };
    const proposal: FileEdit = await replace.propose(args, context);
    await replace.apply(approve(proposal), context);
  };
  const write = async (content: string) => {
    const proposal = await writeFile.propose({ file_path: 'a.txt', content }, context);
    await writeFile.apply(approve(proposal), context);
  };
  const read = async (file: string, more: object = {}) =>
    (await (readFile as ReadTool).run({ file_path: file, ...more } as never, context)).content;
  const typeOf = async (work: Promise<unknown>) => {
    try {
      await work;
    } catch (error) {
      if (error instanceof ToolError) return error.type;
      throw error;
    }
    return 'done';
  };

  const rows: [what: string, before: string | Buffer, from: string, to: string, after: string | Buffer][] = [
    ['mixed line ends', 'a\r\nb\nc\r\nd', 'b', 'x\ny', 'a\r\nx\ny\nc\r\nd'],
    ['lone carriage returns', 'a\rb\rc\n', 'c', 'x', 'a\rb\rx\n'],
    ['CRLF across lines', 'a\r\nb\r\nc\r\n', 'a\nb', 'x\ny\nz', 'x\r\ny\r\nz\r\nc\r\n'],
    ['no final newline', 'a\nb', 'b', 'c', 'a\nc'],
    ['a final newline that goes', 'a\nb\n', 'b\n', 'b', 'a\nb'],
    ['a byte-order mark', '\uFEFFa\nb\n', 'a', 'x', '\uFEFFx\nb\n'],
    ['patterns of replacements', 'cost\n', 'cost', "$& $1 $$ $` $'", "$& $1 $$ $` $'\n"],
    ['expressions', 'a.*b(c)\n', 'a.*b(c)', 'x\\1', 'x\\1\n'],
    ['line separators', 'a\u2028b\u0085c\n', 'c', 'd', 'a\u2028b\u0085d\n'],
    ['Latin-1', latin1('caf\xe9 a\n\xff'), 'a\n', 'b\n', latin1('caf\xe9 b\n\xff')],
    [
      'Shift-JIS',
      Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x20, 0x61, 0x0a]),
      ' a',
      ' b',
      Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x20, 0x62, 0x0a]),
    ],
    [
      'UTF-16, little end first',
      Buffer.from('\uFEFFä🎉 a\r\n', 'utf16le'),
      ' a',
      ' ß',
      Buffer.from('\uFEFFä🎉 ß\r\n', 'utf16le'),
    ],
    ['UTF-16, big end first', utf16be('\uFEFFä🎉 a\n'), ' a', ' ß', utf16be('\uFEFFä🎉 ß\n')],
    ['UTF-32', utf32('\uFEFFä🎉 a\n'), ' a', ' ß', utf32('\uFEFFä🎉 ß\n')],
  ];
  for (const [what, before, from, to, after] of rows) {
    it(`keep every other byte with ${what}`, async () => {
      await scratch.put('a.txt', before);
      await edit(from, to);
      assert.deepEqual(await scratch.bytes('a.txt'), Buffer.from(after));
    });
  }

  it('leave the mode as it is', async () => {
    await scratch.put('a.txt', 'a\n');
    for (const mode of [0o600, 0o640, 0o755, 0o777]) {
      await chmod(scratch.absolute('a.txt'), mode);
      await edit('a', 'b');
      await edit('b', 'a');
      assert.equal((await stat(scratch.absolute('a.txt'))).mode & 0o7777, mode);
    }
  });

  it('refuse what the encoding can’t hold, and what fits more or less than once', async () => {
    const refused: [before: string | Buffer, from: string, to: string, type: string, more?: object][] = [
      [latin1('caf\xe9 a\n'), 'a\n', '€\n', 'file_write_failure'],
      ['a\n', 'a', 'half \ud83d', 'file_write_failure'],
      ['aXaXa\n', 'aXa', 'b', 'edit_expected_occurrence_mismatch', { expected_replacements: 2 }],
      ['a a\n', 'a', 'b', 'edit_expected_occurrence_mismatch'],
      ['one\n', 'zzzzzz', 'b', 'edit_no_occurrence_found'],
      ['a\n', 'a', 'a', 'edit_no_change'],
      [Buffer.from([0, 1, 2, 3]), 'a', 'b', 'edit_preparation_failure'],
    ];
    for (const [before, from, to, type, more] of refused) {
      await scratch.put('a.txt', before);
      assert.equal(await typeOf(edit(from, to, more)), type, JSON.stringify([from, to]));
      assert.deepEqual(await scratch.bytes('a.txt'), Buffer.from(before));
    }
  });

  it('write what is given, escapes included, and never a replacement character', async () => {
    for (const content of ['"a\\nb"\n', 'line\\\\n\t\\"x\\"\n', 'const r = /\\$&/; // $& $1\n', 'a\rb\rc']) {
      await write(content);
      assert.equal(String(await scratch.bytes('a.txt')), content);
    }
    await scratch.put('a.txt', latin1('caf\xe9\n'));
    await write('café au lait\n');
    assert.deepEqual(await scratch.bytes('a.txt'), latin1('caf\xe9 au lait\n'));
    assert.equal(await typeOf(write('\uFFFD\n')), 'file_write_failure');
  });

  it('touch no pipe, socket or device, and give up at once', async () => {
    await runProcess(
      { command: 'mkfifo pipe; ln -s /dev/zero zero; ln -s /proc/self/environ environ', cwd: scratch.path },
      () => undefined,
      signal,
    );
    const server = createServer().listen(scratch.absolute('socket'));
    await new Promise(resolve => server.once('listening', resolve));
    try {
      for (const name of ['pipe', 'socket', 'zero', 'environ', '/dev/zero', '/proc/self/environ']) {
        const started = performance.now();
        const types = [
          await typeOf(read(name)),
          await typeOf(replace.propose({ file_path: name, old_string: 'a', new_string: 'b' }, context)),
          await typeOf(writeFile.propose({ file_path: name, content: 'a' }, context)),
        ];
        const isInside = name === 'pipe' || name === 'socket';
        assert.deepEqual([...new Set(types)], [isInside ? 'read_content_failure' : 'path_not_in_workspace'], name);
        assert.ok(performance.now() - started < 600, `${name} took longer than 200 ms each`);
      }
    } finally {
      server.close();
    }
  });

  it('change the end of a line of 10 MB, which is shown cut', async () => {
    await scratch.put('a.txt', `${'x'.repeat(10_000_000)}END\n`);
    await edit('END', 'end');
    const bytes = await scratch.bytes('a.txt');
    assert.deepEqual([bytes?.length, String(bytes?.subarray(-5))], [10_000_004, 'xend\n']);
    const shown = await read('a.txt');
    assert.ok(shown.length < 3000, `${shown.length}`);
    assert.match(shown, /Lines longer than 2000 characters are cut/);
  });

  it('have the last lines of a million to go by', async () => {
    const lines = Array.from({ length: 1_000_000 }, (_, n) => `line ${n + 1}, which is long enough\n`);
    await scratch.put('a.txt', lines.join(''));
    const shown = await read('a.txt', { start_line: 999_990, end_line: 1_000_000 });
    assert.match(shown, /line 999990, [^]*line 1000000, which is long enough\s*$/);
  });
});

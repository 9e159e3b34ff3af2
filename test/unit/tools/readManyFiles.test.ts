import assert from 'node:assert/strict';
import type { ReadTool } from '../../../src/agent/tool';
import { compileExcludes } from '../../../src/tools/text/excludes';
import { toolError } from '../../support/toolError';
import { ToolPlace, toolNamed } from '../../support/toolPlace';

const root = '/pollux-memory/work';

describe('read_many_files', () => {
  let place: ToolPlace;
  beforeEach(() => (place = new ToolPlace()));
  const read = (args: object) => place.run('read_many_files', args as Record<string, unknown>);
  /** The files that were read, below the folder. */
  const filesOf = async (args: object) =>
    [...(await read(args)).content.matchAll(/^--- (\/.*) ---$/gm)].map(([, path = '']) => path.slice(root.length + 1));

  it('gives a block for each file, and an end', async () => {
    place.put('a.ts', 'one\r\ntwo\n');
    place.put('src/b.ts', 'three');
    assert.deepEqual(await read({ include: ['*.ts', 'src/b.ts'] }), {
      content: `--- ${root}/src/b.ts ---\n\nthree\n\n--- ${root}/a.ts ---\n\none\ntwo\n\n--- End of content ---`,
      display: { type: 'text', text: '2 files' },
    });
  });

  it('takes paths, directories and globs, each file once', async () => {
    for (const path of ['a.ts', 'src/b.ts', 'src/deep/c.ts', 'doc/d.md']) place.put(path, 'x');
    assert.deepEqual(await filesOf({ include: ['src'] }), ['src/b.ts', 'src/deep/c.ts']);
    assert.deepEqual(await filesOf({ include: ['src/'], recursive: false }), ['src/b.ts']);
    assert.deepEqual(await filesOf({ include: ['**/*.ts', 'src', 'a.ts'] }), ['a.ts', 'src/b.ts', 'src/deep/c.ts']);
    assert.deepEqual(await filesOf({ include: [`${root}/doc/*.md`] }), ['doc/d.md']);
    assert.deepEqual(await filesOf({ include: ['**/*.ts'], exclude: ['deep/', 'a.*'] }), ['src/b.ts']);
    assert.deepEqual(await filesOf({ include: ['src/b.ts'], exclude: ['src/b.ts'] }), []);
  });

  it('takes the arguments of other versions', async () => {
    place.put('a.ts', 'x');
    assert.deepEqual(await filesOf({ paths: ['a.ts'] }), ['a.ts']);
    assert.deepEqual(await filesOf({ include: 'a.ts' }), ['a.ts']);
    assert.deepEqual(await filesOf({ paths: '["a.ts"]', useDefaultExcludes: 'true' }), ['a.ts']);
  });

  it('leaves out what is hardly ever meant, unless told otherwise', async () => {
    for (const path of ['dist/a.js', 'src/__pycache__/x.py', 'src/a.pyc', '.vscode/settings.json', 'src/a.py']) {
      place.put(path, 'x');
    }
    assert.deepEqual(await filesOf({ include: ['**/*.{js,py,pyc,json}'] }), ['src/a.py']);
    assert.deepEqual(await filesOf({ include: ['**/*.js'], useDefaultExcludes: false }), ['dist/a.js']);
    assert.deepEqual(await filesOf({ include: ['dist/a.js'] }), ['dist/a.js']);
  });

  it('keeps to ignore files', async () => {
    place.put('.gitignore', '*.log\n');
    place.put('.geminiignore', 'hush/\n');
    for (const path of ['a.log', 'hush/b.txt', 'c.txt']) place.put(path, 'x');
    assert.deepEqual(await filesOf({ include: ['**/*.{log,txt}'] }), ['c.txt']);
    assert.deepEqual(await filesOf({ include: ['*.log'], respect_git_ignore: false }), ['a.log']);
    const { content, display } = await read({ include: ['hush/b.txt', 'c.txt'] });
    assert.match(content, /^Skipped 1 file\(s\):\n- .*\/hush\/b\.txt: .*ignored by \.geminiignore/);
    assert.deepEqual(display, { type: 'text', text: '1 file, 1 skipped' });
  });

  it('reads secrets only if their path is given, which policy is told of', async () => {
    place.put('.env.local', 'KEY=1');
    place.put('server.pem', 'x');
    place.put('a.txt', 'x');
    assert.deepEqual(await filesOf({ include: ['**/*', '.env*'], exclude: ['.keep'] }), ['a.txt']);
    assert.match((await read({ include: ['**/*'] })).content, /server\.pem: it looks like a secret/);
    const args = place.args('read_many_files', { include: ['.env.local', '**/*', 'none'] });
    const reads = await (toolNamed('read_many_files') as ReadTool).reads?.(args, place.context);
    assert.deepEqual(
      reads?.map(path => path.relative),
      ['.env.local'],
    );
    assert.equal((await filesOf({ include: ['.env.local'] })).length, 1);
  });

  it('attaches pictures and documents whose path is given, and says what else it left out', async () => {
    place.put('logo.png', Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'));
    place.put('a.o', Buffer.from([0, 1, 2]));
    place.put('sub/x.blob', Buffer.from([0, 1, 2]));
    const named = await read({ include: ['logo.png'] });
    assert.equal(named.images?.[0]?.mimeType, 'image/png');
    assert.match(named.content, /\[image \(image\/png\), attached\]/);
    const { content } = await read({ include: ['**/*'], exclude: ['.keep'] });
    assert.match(content, /^No files matching the criteria were found or all were skipped\.\nSkipped \d/);
    assert.match(content, /logo\.png: image \(image\/png\); it is read only if its exact path is given/);
    assert.match(content, /x\.blob: Cannot display content of binary file/);
  });

  it('stops at two thousand lines of a file, and at a limit for all', async () => {
    place.put('long.txt', 'line\n'.repeat(2500));
    assert.match((await read({ include: ['long.txt'] })).content, /\[lines 1-2000 of 2500; read_file gives the rest\]/);
    for (let n = 0; n < 4; n++) place.put(`big/${n}.txt`, `${'x'.repeat(1000)}\n`.repeat(80));
    const { content } = await read({ include: ['big'] });
    assert.ok(content.length < 202_000);
    assert.match(content, /\[cut: too much text in all\]/);
    assert.match(content, /3\.txt: too much text in all; read it on its own/);
  });

  it('refuses what is outside the workspace and what takes too long', async () => {
    await assert.rejects(read({ include: ['/etc/passwd'] }), toolError('path_not_in_workspace'));
    await assert.rejects(read({ include: ['/etc/*'] }), toolError('path_not_in_workspace'));
    await assert.rejects(read({ include: ['../*'] }), toolError('path_not_in_workspace'));
    await assert.rejects(read({ include: ['a'], exclude: ['{a,b}'.repeat(99)] }), toolError('invalid_tool_params'));
    await assert.rejects(read({ include: [] }), toolError('invalid_tool_params', 'include'));
    const started = process.cpuUsage();
    const isExcluded = compileExcludes(['a*a*a*a*a*b', '*a*a*a*/**/*a*b']);
    for (const name of ['a'.repeat(200), 'a/'.repeat(100)]) assert.ok(!isExcluded(name));
    assert.ok(process.cpuUsage(started).user < 1_000_000);
  });
});

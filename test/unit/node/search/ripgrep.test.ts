import assert from 'node:assert/strict';
import { chmod } from 'node:fs/promises';
import type { SearchRequest, Workspace } from '../../../../src/agent/ports/workspace';
import { createDiskWorkspace } from '../../../../src/node/files/diskWorkspace';
import { editorRipgrepPaths, findRipgrep } from '../../../../src/node/search/ripgrepPaths';
import { Scratch } from '../../../support/scratch';
import { toolError } from '../../../support/toolError';

const signal = new AbortController().signal;

describe('ripgrep', () => {
  let scratch: Scratch;
  beforeEach(async () => {
    scratch = await Scratch.make();
    await scratch.put('work/a.txt', 'needle\n');
  });
  afterEach(() => scratch.close());

  /** A program in ripgrep's place. */
  const install = async (script: string, path = 'bin/rg') => {
    await scratch.put(path, `#!/bin/sh\n${script}\n`);
    await chmod(scratch.absolute(path), 0o755);
    return scratch.absolute(path);
  };
  const workspaceWith = (ripgrep: string): Workspace =>
    createDiskWorkspace({ folders: [scratch.absolute('work')], ripgrep: [ripgrep], searchPath: '' });
  const search = async (workspace: Workspace, pattern: string, options: Partial<SearchRequest> = {}) => {
    const base = await workspace.resolve('.');
    const plain = { isLiteral: false, isCaseSensitive: true, respectIgnore: true, maxMatches: 100 };
    return workspace.search({ ...plain, before: 0, after: 0, ...options, base, pattern }, signal);
  };
  const find = async (workspace: Workspace, pattern: string) => {
    const base = await workspace.resolve('.');
    const plain = { isCaseSensitive: true, respectGitIgnore: true, respectGeminiIgnore: true };
    return (await workspace.find({ ...plain, base, pattern }, signal)).files.map(file => file.path);
  };

  it('is looked for where the editor has it, then on the search path', async () => {
    const [first, ...rest] = editorRipgrepPaths(scratch.path);
    const asar = rest.find(path => path.includes('node_modules.asar.unpacked'));
    assert.ok(first?.endsWith(`/node_modules/@vscode/ripgrep-universal/bin/${process.platform}-${process.arch}/rg`));
    assert.ok(asar);
    const onPath = await install('', 'bin/rg');
    assert.equal(findRipgrep(editorRipgrepPaths(scratch.path), `relative:${scratch.absolute('bin')}`), onPath);
    const own = await install('', 'node_modules/@vscode/ripgrep/bin/rg');
    assert.equal(findRipgrep(editorRipgrepPaths(scratch.path), scratch.absolute('bin')), own);
    assert.equal(findRipgrep([], ''), null);
  });

  it('is told of where a search goes without it, and not where it is there', async () => {
    let told = 0;
    const without = createDiskWorkspace({
      ...{ folders: [scratch.absolute('work')], ripgrep: [], searchPath: '' },
      onRipgrepFallback: () => told++,
    });
    assert.equal((await search(without, 'needle')).files.length, 1);
    assert.equal(told, 1);
    const empty = await install('exit 1');
    await search(
      createDiskWorkspace({ folders: [scratch.absolute('work')], ripgrep: [empty], onRipgrepFallback: () => told++ }),
      'needle',
    );
    assert.equal(told, 1);
  });

  it('gets patterns as arguments that can’t be options', async () => {
    const rg = await install(`printf '%s\\n' "$@" > ${scratch.absolute('args')}`);
    await search(workspaceWith(rg), '--pre=touch', { include: '-x', exclude: 'y', isLiteral: true });
    const args = String(await scratch.bytes('args'))
      .trim()
      .split('\n');
    assert.deepEqual(args.slice(-3), ['--regexp=--pre=touch', '--', './']);
    for (const arg of ['--no-config', '--json', '--glob=-x', '--glob=!y', '--fixed-strings'])
      assert.ok(args.includes(arg));
    assert.equal(
      args.some(arg => /^(--pre|--follow|-L)/.test(arg)),
      false,
    );
  });

  it('answers in JSON, also for what is not UTF-8', async () => {
    await scratch.put('work/b.txt', '');
    const match = (path: object, lines: object, line: number) =>
      JSON.stringify({ type: 'match', data: { path, lines, line_number: line, submatches: [] } });
    const output = [
      JSON.stringify({ type: 'begin', data: { path: { text: './a.txt' } } }),
      match({ text: './a.txt' }, { text: 'nee\\dle\r\n' }, 3),
      match({ text: './a.txt' }, { bytes: Buffer.from('caf\xe9\n', 'latin1').toString('base64') }, 4),
      match({ text: './b.txt' }, { text: 'last' }, 1),
    ];
    await scratch.put('output', `${output.join('\n')}\n`);
    const rg = await install(`cat ${scratch.absolute('output')}`);
    assert.deepEqual(await search(workspaceWith(rg), 'x'), {
      files: [
        {
          path: 'a.txt',
          lines: [
            { line: 3, text: 'nee\\dle', isMatch: true },
            { line: 4, text: 'café', isMatch: true },
          ],
        },
        { path: 'b.txt', lines: [{ line: 1, text: 'last', isMatch: true }] },
      ],
      matches: 3,
      isCut: false,
    });
  });

  it('is stopped when there is enough', async () => {
    const line = JSON.stringify({
      type: 'match',
      data: { path: { text: './a.txt' }, lines: { text: 'needle\n' }, line_number: 1, submatches: [] },
    });
    await scratch.put('output', `${line}\n`);
    const rg = await install(`while :; do cat ${scratch.absolute('output')}; done`);
    const { matches, isCut } = await search(workspaceWith(rg), 'needle', { maxMatches: 3 });
    assert.deepEqual([matches, isCut], [3, true]);
  });

  it('is killed when the search is aborted', async () => {
    const rg = await install('exec sleep 60');
    const workspace = workspaceWith(rg);
    const base = await workspace.resolve('.');
    const controller = new AbortController();
    const plain = { isLiteral: true, isCaseSensitive: true, respectIgnore: true, maxMatches: 1, before: 0, after: 0 };
    const searching = workspace.search({ ...plain, base, pattern: 'x' }, controller.signal);
    setImmediate(() => controller.abort());
    await assert.rejects(searching, { name: 'AbortError' });
  });

  it('need not come to the end of ignored directories, and is killed then', async () => {
    await scratch.put('work/.gitignore', 'huge/\n');
    const whole = "printf './a.txt\\0./huge/b.txt\\0'; exec sleep 60";
    const rg = await install(`case "$*" in *--no-ignore\\ *) ${whole};; *) printf './a.txt\\0';; esac`);
    const workspace = workspaceWith(rg);
    const base = await workspace.resolve('.');
    const request = { isCaseSensitive: true, respectGitIgnore: true, respectGeminiIgnore: true, pattern: '*.txt' };
    const started = performance.now();
    const found = await workspace.find({ ...request, base }, signal);
    assert.deepEqual(
      found.files.map(file => file.path),
      ['a.txt'],
    );
    assert.ok(performance.now() - started < 20_000);
  }).timeout(30_000);

  it('is asked for short endings in every case, and for other names without case', async () => {
    const rg = await install(`printf '%s\\n' "$@" > ${scratch.absolute('args')}`);
    const globs = async (pattern: string) => {
      await find(workspaceWith(rg), pattern);
      return String(await scratch.bytes('args'))
        .split('\n')
        .filter(arg => /^--i?glob=[^!]/.test(arg));
    };
    assert.deepEqual(await globs('**/*.tS'), ['--glob=*.ts', '--glob=*.tS', '--glob=*.Ts', '--glob=*.TS']);
    for (const name of ['*.html', '*.m4', 'a.ts', '*.d.ts'])
      assert.deepEqual(await globs(`**/${name}`), [`--iglob=${name}`]);
  });

  it('finds all where there are very many, whichever of its passes ends first', async () => {
    // Takes longer than the head start of the first pass.
    await scratch.put('many', './a.txt\0'.repeat(300_000));
    const rg = await install(`cat ${scratch.absolute('many')}`);
    assert.equal((await find(workspaceWith(rg), '**/*.txt')).length, 300_000);
  }).timeout(30_000);

  it('may complain about a pattern', async () => {
    const rg = await install('echo "regex parse error: unclosed group" >&2; exit 2');
    await assert.rejects(search(workspaceWith(rg), '('), toolError('grep_execution_error', 'unclosed group'));
  });

  it('is done without if it fails, is too old or is no program', async () => {
    const scripts = ['exit 1; # finds nothing', 'exit 101', 'echo "error: unrecognized flag --json" >&2; exit 2'];
    for (const script of scripts.slice(1)) {
      const workspace = workspaceWith(await install(script));
      assert.equal((await search(workspace, 'needle')).matches, 1, script);
      assert.deepEqual(await find(workspace, '*.txt'), ['a.txt'], script);
    }
    await scratch.put('bin/rg', 'not a program');
    assert.deepEqual(await find(workspaceWith(scratch.absolute('bin/rg')), '*.txt'), ['a.txt']);
  });
});

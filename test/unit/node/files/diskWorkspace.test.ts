import assert from 'node:assert/strict';
import { truncate } from 'node:fs/promises';
import type { SearchRequest, Workspace } from '../../../../src/agent/ports/workspace';
import { createDiskWorkspace } from '../../../../src/node/files/diskWorkspace';
import { readDiskFile } from '../../../../src/node/files/diskFile';
import { runProcess } from '../../../../src/node/process/processRunner';
import { ToolError } from '../../../../src/shared/errors';
import { Scratch } from '../../../support/scratch';
import { whileRacing } from '../../../support/racer';
import { toolError } from '../../../support/toolError';

const signal = new AbortController().signal;

describe('The workspace on disk', () => {
  let scratch: Scratch;
  let workspace: Workspace;
  beforeEach(async () => {
    scratch = await Scratch.make();
    await scratch.put('work/a.txt', 'inside\n');
    await scratch.put('outside/a.txt', 'secret\n');
    workspace = createDiskWorkspace({ folders: [scratch.absolute('work')], searchPath: '' });
  });
  afterEach(() => scratch.close());
  const read = async (path: string) => workspace.readText(await workspace.resolve(path));
  const shell = (command: string) => runProcess({ command, cwd: scratch.absolute('work') }, () => undefined, signal);

  it('refuses pipes and devices at once', async () => {
    await shell('mkfifo pipe');
    const stat = await workspace.stat(await workspace.resolve('pipe'));
    assert.equal(stat?.type, 'other');
    await assert.rejects(read('pipe'), toolError('read_content_failure', 'Not a regular file'));
    await assert.rejects(readDiskFile('/dev/zero'), toolError('read_content_failure'));
  });

  it('refuses files of more than 20 MB without reading them', async () => {
    await truncate(scratch.absolute('work/a.txt'), 2 ** 30);
    await assert.rejects(read('a.txt'), toolError('file_too_large', '1024.0MB'));
    assert.equal((await workspace.readBytes(await workspace.resolve('a.txt'), 10)).length, 10);
  });

  it('reads a file that reports no size to its end', async () => {
    const { bytes } = await readDiskFile(`/proc/${process.pid}/status`);
    assert.match(bytes.toString(), /^Name:[^]*ctxt_switches:\s*\d+\n$/);
  });

  it('gives the text of an open editor in place of the disk’s', async () => {
    const file = scratch.absolute('work/a.txt');
    const open = { text: 'unsaved', encoding: 'utf8', isUnsaved: true };
    workspace = createDiskWorkspace({
      folders: [scratch.absolute('work')],
      openText: path => (path === file ? open : undefined),
    });
    assert.deepEqual(await read('a.txt'), open);
  });

  it('asks the editor to decode what is no Unicode, and does not believe replacement characters', async () => {
    await scratch.put('work/old.txt', Buffer.from([0xe9, 0x0a]));
    const decoded = async (text: string) => {
      workspace = createDiskWorkspace({ folders: [scratch.absolute('work')], decode: async () => text });
      return read('old.txt');
    };
    assert.deepEqual(await decoded('漢\n'), { text: '漢\n', encoding: 'other', isUnsaved: false });
    assert.deepEqual(await decoded('\uFFFD\n'), { text: 'é\n', encoding: 'latin1', isUnsaved: false });
    assert.equal((await read('a.txt')).text, 'inside\n');
  });

  it('lists links as what they lead to, but says nothing of what is outside', async () => {
    await scratch.put('work/dir/x', '');
    await scratch.link('work/to-file', 'a.txt');
    await scratch.link('work/to-dir', 'dir');
    await scratch.link('work/to-outside', '../outside/a.txt');
    await scratch.link('work/dangling', 'nowhere');
    const entries = await workspace.list(await workspace.resolve('.'));
    const listed = Object.fromEntries(entries.map(({ name, type, size }) => [name, [type, size]]));
    assert.deepEqual(listed, {
      'a.txt': ['file', 7],
      dir: ['directory', 0],
      'to-file': ['file', 7],
      'to-dir': ['directory', 0],
      'to-outside': ['other', 0],
      dangling: ['other', 0],
    });
  });

  it('goes by the ignore files that settings name, in everything it does', async () => {
    await scratch.put('work/.gitignore', '*.log\n');
    await scratch.put('work/.geminiignore', '*.tmp\n');
    await scratch.put('work/rules', '*.out\n!kept.log\n');
    const names = ['a.txt', 'a.log', 'kept.log', 'a.tmp', 'a.out'];
    for (const name of names) await scratch.put(`work/${name}`, 'needle\n');
    const seenWith = async (git: boolean, gemini: boolean, custom: readonly string[], searchPath: string) => {
      const ignoring = () => ({ git, gemini, custom });
      workspace = createDiskWorkspace({ folders: [scratch.absolute('work')], searchPath, ignoring });
      const base = await workspace.resolve('.');
      const all = { pattern: '*.*', isCaseSensitive: true, respectGitIgnore: true, respectGeminiIgnore: true };
      const { files } = await workspace.find({ ...all, base }, signal);
      const ignored = await workspace.ignored(base, names, { git: true, gemini: true });
      const left = names.filter(name => !ignored.has(name)).sort();
      assert.deepEqual((await search('needle')).files.map(file => file.path).sort(), left);
      assert.deepEqual(
        files
          .map(file => file.path)
          .filter(path => names.includes(path))
          .sort(),
        left,
      );
      return left;
    };
    for (const searchPath of ['', process.env.PATH ?? '']) {
      assert.deepEqual(await seenWith(true, true, [], searchPath), ['a.out', 'a.txt']);
      assert.deepEqual(await seenWith(false, true, [], searchPath), ['a.log', 'a.out', 'a.txt', 'kept.log']);
      assert.deepEqual(await seenWith(true, false, [], searchPath), ['a.out', 'a.tmp', 'a.txt']);
      assert.deepEqual(await seenWith(true, true, ['rules'], searchPath), ['a.txt', 'kept.log']);
    }
  });

  it('names the ignore file that keeps a path from the tools', async () => {
    await scratch.put('work/.gitignore', '*.log\nbuild/\n');
    await scratch.put('work/.geminiignore', '*.tmp\n!open.log\n');
    await scratch.put('work/conf/rules', '*.out\n*.tmp\n');
    const by = async (path: string, which = { git: true, gemini: true }, git = true) => {
      const ignoring = () => ({ git, gemini: true, custom: ['conf/rules'] });
      workspace = createDiskWorkspace({ folders: [scratch.absolute('work')], ignoring });
      const found = await workspace.ignoredBy(await workspace.resolve(path), which);
      return found && `${found.kind} ${found.name}`;
    };
    const expected = {
      'a.log': 'git .gitignore',
      'build/deep/a.txt': 'git .gitignore',
      'open.log': null,
      'a.tmp': 'custom conf/rules',
      'a.out': 'custom conf/rules',
      'a.txt': null,
      '.': null,
    };
    for (const [path, file] of Object.entries(expected)) assert.equal(await by(path), file, path);
    assert.equal(await by('a.log', { git: false, gemini: true }), null);
    assert.equal(await by('a.log', undefined, false), null);
    await scratch.put('work/conf/rules', '');
    assert.equal(await by('a.tmp'), 'gemini .geminiignore');
  });

  it('never finds or searches through links', async () => {
    await scratch.link('work/link', '../outside');
    await scratch.link('work/file.txt', '../outside/a.txt');
    for (const searchPath of ['', process.env.PATH ?? '']) {
      workspace = createDiskWorkspace({ folders: [scratch.absolute('work')], searchPath });
      const base = await workspace.resolve('.');
      const all = { pattern: '**', isCaseSensitive: true, respectGitIgnore: true, respectGeminiIgnore: true };
      assert.deepEqual(
        (await workspace.find({ ...all, base }, signal)).files.map(file => file.path),
        ['a.txt'],
      );
      assert.equal((await search('secret')).matches, 0);
    }
  });

  it('never reads outside while somebody swaps a folder for a link to there', async () => {
    await scratch.put('work/dir/a.txt', 'inside\n');
    const seen = new Set<string>();
    await whileRacing(scratch, async () => {
      for (let n = 0; n < 2000; n++) {
        try {
          seen.add((await read('dir/a.txt')).text);
        } catch (error) {
          if (!(error instanceof ToolError)) throw error;
          seen.add(error.type);
        }
      }
    });
    assert.equal(seen.has('secret\n'), false, [...seen].join());
    assert.ok(seen.has('inside\n'));
  });

  it('stops a pattern that backtracks for ever', async () => {
    await scratch.put('work/a.txt', `${'a'.repeat(50)}b\n`);
    await assert.rejects(search('(a+)+$'), toolError('grep_execution_error', 'backtracks'));
  });

  it('stops a glob and an ignore file that backtrack for ever', async () => {
    await scratch.put(`work/${'a'.repeat(200)}`, '');
    const base = await workspace.resolve('.');
    const plain = { isCaseSensitive: true, respectGitIgnore: true, respectGeminiIgnore: true };
    const hard = `${'*a'.repeat(12)}b`;
    await assert.rejects(workspace.find({ ...plain, base, pattern: hard }, signal), toolError('glob_execution_error'));
  });

  it('runs no program that a repository’s configuration names', async () => {
    await shell(
      [
        'git init -q',
        'git config core.fsmonitor "touch canary"',
        'git config core.pager "touch canary"',
        'git config diff.x.textconv "touch canary"',
        'git config grep.patternType fixed',
        'echo "*.txt diff=x" > .gitattributes',
        'git -c core.fsmonitor= add a.txt; rm -f canary',
      ].join(' && '),
    );
    workspace = createDiskWorkspace({ folders: [scratch.absolute('work')], searchPath: await onlyGit() });
    assert.equal((await search('insid[e]')).matches, 1);
    assert.equal(await scratch.bytes('work/canary'), null);
  });

  it('stops a search that is aborted while it runs', async () => {
    for (let n = 0; n < 300; n++) await scratch.put(`work/${n}.txt`, 'x\n'.repeat(2000));
    const controller = new AbortController();
    const searching = search('y', {}, controller.signal);
    setImmediate(() => controller.abort());
    await assert.rejects(searching, { name: 'AbortError' });
  });

  async function search(pattern: string, options: Partial<SearchRequest> = {}, until = signal) {
    const base = await workspace.resolve('.');
    const plain = { isLiteral: false, isCaseSensitive: true, respectIgnore: true, maxMatches: 100 };
    return workspace.search({ ...plain, before: 0, after: 0, ...options, base, pattern }, until);
  }

  async function onlyGit(): Promise<string> {
    await shell('mkdir ../programs && ln -s "$(command -v git)" ../programs/git');
    return scratch.absolute('programs');
  }
});

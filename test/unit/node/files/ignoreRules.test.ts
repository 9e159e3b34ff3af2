import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import { hasIgnoreFiles, loadIgnoreRules, type IgnoreSelection } from '../../../../src/node/files/ignoreRules';
import { Scratch } from '../../../support/scratch';

describe('Ignore rules', () => {
  let scratch: Scratch;
  beforeEach(async () => (scratch = await Scratch.make()));
  afterEach(() => scratch.close());
  const both = { git: true, gemini: true };
  const ignoredIn = (folder: string, files: readonly string[], which: IgnoreSelection = both) => {
    const rules = loadIgnoreRules(scratch.absolute(folder), which);
    const ignored = files.filter(file => rules.isIgnored(file));
    assert.deepEqual(
      ignored.filter(file => hasIgnoreFiles(scratch.absolute(folder), file, which)),
      ignored,
    );
    return ignored;
  };

  it('count up to the top of the repository', async () => {
    await scratch.put('.gitignore', '*\n');
    await scratch.put('repository/.git/info/exclude', '*.private\n');
    await scratch.put('repository/.gitignore', 'dist/\n/packages/app/only\n!keep\n');
    await scratch.put('repository/packages/app/.gitignore', '*.log\n');
    await scratch.put('repository/packages/app/.geminiignore', '/secret\n');
    const files = ['dist/', 'dist/x', 'only', 'sub/only', 'a.log', 'a.private', 'secret', 'sub/secret', 'a.ts'];
    assert.deepEqual(ignoredIn('repository/packages/app', files), [
      'dist/',
      'dist/x',
      'only',
      'a.log',
      'a.private',
      'secret',
    ]);
  });

  it('come from files that are found without matching a pattern', async () => {
    await scratch.put('repository/.git/HEAD');
    await scratch.put('repository/app/a/.gitignore', '*.log\n');
    await scratch.put('repository/app/own', '*.log\n');
    const has = (file: string, which: IgnoreSelection = both) =>
      hasIgnoreFiles(scratch.absolute('repository/app'), file, which);
    assert.deepEqual(
      ['a/b/x', 'a/x', 'x', 'b/x'].map(each => has(each)),
      [true, true, false, false],
    );
    assert.deepEqual([has('a/x', { git: false, gemini: true }), has('x', { ...both, custom: ['own'] })], [false, true]);
    await scratch.put('repository/.gitignore', '*.log\n');
    assert.equal(has('x'), true);
  });

  it('have none below what is a file, or a link to itself', async () => {
    await scratch.put('folder/.gitignore', '*.log\n');
    await scratch.put('folder/a');
    await symlink('loop', scratch.absolute('folder/loop'));
    assert.deepEqual(ignoredIn('folder', ['a/b/c.ts', 'a/b/c.log', 'loop/x.ts', 'loop/x.log']), [
      'a/b/c.log',
      'loop/x.log',
    ]);
  });

  it('compare bytes, as git does', async () => {
    await scratch.put('folder/.gitignore', '?\n/à\n[!a].x\ndir/[é]\n??.y\nÜ.z\n');
    const ignored = ['a', 'à', 'ü.y', 'b.x', 'Ü.z'];
    const others = ['ü', 'ab', 'é.x', 'dir/é', 'ü'.repeat(2) + '.y', 'ü.z', 'a.x'];
    assert.deepEqual(ignoredIn('folder', [...others, ...ignored]), ignored);
  });

  it('count without a repository, but then none above the folder', async () => {
    await scratch.put('.gitignore', '*\n');
    await scratch.put('folder/.gitignore', '*.log\n');
    assert.deepEqual(ignoredIn('folder', ['a.log', 'a.ts']), ['a.log']);
  });

  it('from above do not count for a folder that they ignore', async () => {
    await scratch.put('.git/HEAD', '');
    await scratch.put('.gitignore', '/generated/\n*.log\n');
    await scratch.put('generated/.gitignore', '*.tmp\n');
    assert.deepEqual(ignoredIn('generated', ['a.ts', 'a.log', 'a.tmp']), ['a.tmp']);
  });

  it('of a deeper directory win, but can’t bring back what is in an ignored one', async () => {
    await scratch.put('.gitignore', '*.log\n/closed/\n/sub/*\n!/sub/open/\n');
    await scratch.put('closed/.gitignore', '!*\n');
    await scratch.put('sub/open/.gitignore', '!*.log\n');
    const files = ['closed/a', 'sub/a', 'sub/open/', 'sub/open/a.log', 'sub/open/deep/a.log', 'sub/open/a'];
    assert.deepEqual(ignoredIn('.', files), ['closed/a', 'sub/a']);
  });

  it('are those of git, byte by byte', async () => {
    await scratch.put(
      'a [b]/.gitignore',
      '\uFEFF# comment\r\n\\#x\r\n\\!y\r\nfoo\\ \r\n  z\r\n\r\n**/deep/*.o\r\nq?.[ab]\r\n',
    );
    const files = ['#x', '!y', 'foo ', '  z', 'deep/x.o', 'm/n/deep/x.o', 'q1.a', 'q1.c', '# comment', 'z'];
    assert.deepEqual(
      ignoredIn(
        '.',
        files.map(file => `a [b]/${file}`),
      ),
      ['#x', '!y', 'foo ', '  z', 'deep/x.o', 'm/n/deep/x.o', 'q1.a'].map(file => `a [b]/${file}`),
    );
    assert.deepEqual(ignoredIn('.', ['a b/#x', '#x']), []);
  });

  it('of custom files count over all others, the last one most', async () => {
    await scratch.put('.gitignore', '*.log\n');
    await scratch.put('.geminiignore', '*.key\n');
    await scratch.put('rules/one', '\uFEFF!a.log\n!a.key\n*.tmp\n');
    await scratch.put('rules/two', '!a.tmp\n');
    const files = ['a.log', 'b.log', 'a.key', 'b.key', 'a.tmp', 'b.tmp'];
    const custom = ['rules/one', scratch.absolute('rules/two'), 'rules/missing'];
    assert.deepEqual(ignoredIn('.', files, { ...both, custom }), ['b.log', 'b.key', 'b.tmp']);
    assert.deepEqual(ignoredIn('.', files, { git: false, gemini: false, custom }), ['b.tmp']);
  });

  it('are not read from what is no ordinary file', async () => {
    await scratch.put('.gitignore/x', '');
    assert.deepEqual(ignoredIn('.', ['a']), []);
  });
});

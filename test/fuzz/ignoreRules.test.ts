import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { loadIgnoreRules } from '../../src/node/files/ignoreRules';
import { findProgram } from '../../src/node/process/shell';
import { fuzzRuns } from '../support/fuzzRuns';
import { Scratch } from '../support/scratch';

const files = ['a', 'b.log', 'x/a', 'x/b.log', 'x/y/a', 'x/y/b.log', 'x/y/z/a', 'xy/a', 'x [1]/b.log', 'x [1]/y/a'];

const line = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('', '', '!', '/', '!/', '**/'),
      fc.constantFrom('a', 'x', 'y', '*.log', '*', 'x/y', 'x/*', '**/a', 'x/**', '?', '[ab]*', 'y/z', 'x*', '**'),
      fc.constantFrom('', '', '/', ' '),
    )
    .map(parts => parts.join('')),
  fc.constantFrom('# comment', '', '\\!a', 'x\\ \\[1\\]', '!'),
);
const rules = fc.array(line, { maxLength: 5 }).map(lines => lines.join('\n'));

/** Those of the paths, without a slash at the end, that git ignores; it ends with 1 where there are none. */
function checkIgnore(cwd: string, paths: readonly string[]): ReadonlySet<string> {
  const { stdout, status } = spawnSync('git', ['check-ignore', '-z', '--no-index', '--stdin'], {
    cwd,
    input: paths.map(path => path.replace(/\/$/, '')).join('\0'),
    encoding: 'utf8',
  });
  assert.ok(status === 0 || status === 1);
  return new Set(stdout.split('\0').slice(0, -1));
}

if (findProgram('git', process.env.PATH ?? '')) {
  describe('Ignore rules, for any ignore files,', () => {
    it('are those of git', async () => {
      const scratch = await Scratch.make();
      const git = (...args: string[]) => execFileSync('git', args, { cwd: scratch.path, encoding: 'utf8' });
      git('init', '-q');
      for (const file of files) await scratch.put(file);
      await fc.assert(
        fc.asyncProperty(rules, rules, rules, async (top, x, odd) => {
          await scratch.put('.gitignore', top);
          await scratch.put('x/.gitignore', x);
          await scratch.put('x [1]/.gitignore', odd);
          const listed = git('ls-files', '-z', '--others', '--exclude-standard').split('\0');
          const ours = loadIgnoreRules(scratch.path, { git: true, gemini: false });
          assert.deepEqual(
            files.filter(file => !ours.isIgnored(file)),
            files.filter(file => listed.includes(file)),
          );
        }),
        { numRuns: Math.min(fuzzRuns(25), 3000) },
      );
      await scratch.close();
    }).timeout(30_000);

    it('say of any path, directories and .git/info/exclude included, what git check-ignore says', async () => {
      const scratch = await Scratch.make();
      execFileSync('git', ['init', '-q'], { cwd: scratch.path });
      for (const file of files) await scratch.put(file);
      const directories = ['x/', 'x/y/', 'x/y/z/', 'x [1]/', 'x [1]/y/'];
      const asked = [...files, ...directories, 'new', 'x/new.log'];
      await fc.assert(
        fc.asyncProperty(rules, rules, rules, async (exclude, top, deep) => {
          await scratch.put('.git/info/exclude', exclude);
          await scratch.put('.gitignore', top);
          await scratch.put('x/y/.gitignore', deep);
          const ours = loadIgnoreRules(scratch.path, { git: true, gemini: false });
          const theirs = checkIgnore(scratch.path, asked);
          assert.deepEqual(
            asked.filter(path => ours.isIgnored(path)),
            asked.filter(path => theirs.has(path.replace(/\/$/, ''))),
          );
          const evaluated = asked.filter(path => ours.mayIgnore(path));
          assert.ok(asked.every(path => evaluated.includes(path) || !ours.isIgnored(path)));
        }),
        { numRuns: Math.min(fuzzRuns(25), 3000) },
      );
      await scratch.close();
    }).timeout(30_000);
  });
}

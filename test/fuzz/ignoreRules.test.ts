import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { loadIgnoreRules } from '../../src/node/ignoreRules';
import { findProgram } from '../../src/node/shell';
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
        { numRuns: 150 },
      );
      await scratch.close();
    }).timeout(30_000);
  });
}

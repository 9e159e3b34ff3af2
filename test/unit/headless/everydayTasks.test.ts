import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { probeSandbox } from '../../../src/node/sandbox/probe';
import { EVERYDAY_TASKS } from '../../support/everydayTasks';
import { call, text } from '../../support/gemini/replies';
import { HeadlessPlace } from '../../support/headlessPlace';
import { runCommand } from '../../support/polluxCommand';

/** Tools of a project, which do what it says and try to write outside of it. None is waited for. */
const TOOLS = 'npm npx cargo go gofmt sqlite3 python3'.split(' ');
const TOOL = '#!/bin/sh\necho x > "../by-${0##*/}" 2> /dev/null\necho "$@" >> "made-by-${0##*/}"\n';
/** Fewer than the calls after which a run asks a model whether it makes progress. */
const CALLS = 20;

describe('Ten everyday tasks, run', function () {
  this.timeout(240_000);
  const at = HeadlessPlace.use();
  const work = (name: string) => at.scratch.absolute(`home/work/${name}`);

  /** The commands that would have been asked about; nobody can be, so they are denied. */
  const asked = async (flags: readonly string[]): Promise<readonly string[]> => {
    const commands = Object.values(EVERYDAY_TASKS).flat();
    const found: string[] = [];
    for (let start = 0; start < commands.length; start += CALLS) {
      const some = commands.slice(start, start + CALLS);
      const sent = at.server.requests.length;
      for (const command of some) at.server.reply(call('run_shell_command', { command }));
      at.server.reply(text('Done.'));
      const env = { GEMINI_API_KEY: 'good', PATH: `${work('bin')}:/usr/bin:/bin` };
      const { code, err } = await runCommand(['-p', 'Go', '--trust', ...flags], at.with(env));
      assert.equal(code, 0, err);
      const results = at.server.requests.slice(sent + 1).map(({ toolOutputs }) => toolOutputs.at(-1) ?? '');
      assert.equal(results.length, some.length);
      found.push(...some.filter((_, i) => results[i]?.includes('nobody can be asked')));
    }
    return found;
  };

  it('ask at least 80 % less in the sandbox than without, and write nothing outside', async () => {
    const { sandbox } = await probeSandbox();
    sandbox?.dispose();
    for (const name of TOOLS) {
      await at.scratch.put(`home/work/bin/${name}`, TOOL);
      await chmod(work(`bin/${name}`), 0o755);
    }
    for (const name of ['a', 'b']) await at.scratch.put(`home/work/src/${name}.ts`, 'oldName();\n');
    await at.scratch.put('home/work/migrations/001.sql', 'create table a (b);\n');
    execFileSync('git', ['init', '-q'], { cwd: work('.') });
    const plain = await asked([]);
    assert.ok(plain.length >= 25, `${plain.length} without`);
    assert.equal(await at.scratch.bytes('home/by-npm'), null);
    if (!sandbox) return;
    const confined = await asked(['--sandbox']);
    assert.ok(confined.length <= 0.2 * plain.length, `${plain.length} without, in it ${confined.join('; ')}`);
    for (const name of TOOLS) assert.equal(await at.scratch.bytes(`home/by-${name}`), null, name);
    if (sandbox.tier === 'namespaces')
      assert.match(String(await at.scratch.bytes('home/work/made-by-npm')), /^test$/m, 'They were run.');
  });
});

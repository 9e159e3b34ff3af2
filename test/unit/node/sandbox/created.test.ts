import assert from 'node:assert/strict';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { INSIDE, SandboxPlace } from '../../../support/sandboxPlace';
import { tiersHere } from '../../../support/tiersHere';

for (const tier of tiersHere()) {
  describe(`What a command creates in the sandbox by ${tier}`, () => {
    let at: SandboxPlace;
    beforeEach(() => {
      at = new SandboxPlace(tier);
      for (const path of ['free', 'sub/.vscode']) mkdirSync(join(at.work, path), { recursive: true });
      writeFileSync(join(at.work, 'sub/GEMINI.md'), 'mine');
      writeFileSync(join(at.work, 'sub/.vscode/settings.json'), '{}');
    });
    afterEach(() => at.close());
    const created = async (command: string, more = {}) => (await at.run(command, more)).sandbox?.created?.toSorted();

    it('is told if it can control agents, editors or shells', async () => {
      const made = await created(
        'mkdir -p free/new/.vscode; echo x | tee free/AGENTS.md free/.envrc free/plain.txt GEMINI.md',
      );
      const expected = ['free/.envrc', 'free/AGENTS.md', 'free/new/.vscode'];
      const all = tier === 'namespaces' ? ['GEMINI.md', ...expected] : expected;
      assert.deepEqual(
        made,
        all.map(path => join(at.work, path)),
      );
    });

    it('is not told of other files, nor of what was there before', async () => {
      assert.equal(await created('echo x > free/plain.txt; cat sub/GEMINI.md; echo x > sub/GEMINI.md'), undefined);
      assert.ok(existsSync(join(at.work, 'free/plain.txt')));
    });

    it('is told if it took the place of what was there', async () => {
      // Nothing in the sandbox can do so: the disk changes meanwhile from elsewhere.
      const launch = await at.commands.confine(
        { command: 'true', cwd: at.work, sandbox: INSIDE },
        { argv: ['true'], cwd: at.work, env: {} },
      );
      assert.ok(launch);
      const path = join(at.work, 'sub/GEMINI.md');
      assert.deepEqual(launch.created(), []);
      writeFileSync(join(at.work, 'other'), 'other');
      renameSync(join(at.work, 'other'), path);
      assert.deepEqual(launch.created(), [path]);
      launch.close();
    });
  });
}

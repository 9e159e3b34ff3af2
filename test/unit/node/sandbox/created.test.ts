import assert from 'node:assert/strict';
import { existsSync, mkdirSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { INSIDE, SandboxPlace } from '../../../support/sandboxPlace';
import { tiersHere } from '../../../support/tiersHere';

for (const tier of tiersHere()) {
  describe(`What a command creates in the sandbox by ${tier}`, () => {
    let at: SandboxPlace;
    beforeEach(() => {
      at = new SandboxPlace(tier);
      for (const path of ['free', 'open', 'sub/.vscode']) mkdirSync(join(at.work, path), { recursive: true });
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

    const start = async () => {
      const launch = await at.commands.confine(
        { command: 'true', cwd: at.work, sandbox: INSIDE },
        { argv: ['true'], cwd: at.work, env: {} },
      );
      assert.ok(launch);
      return launch;
    };
    const pass = () => [...at.waiting].forEach(each => each());
    const add = (name: string) => writeFileSync(join(at.work, name), 'x');

    it('is told while it runs, and when it ends, if nobody waits for it', async () => {
      const launch = await start();
      launch.follow();
      for (const name of ['free/AGENTS.md', 'free/plain.txt']) add(name);
      pass();
      assert.deepEqual(at.told, ['free/AGENTS.md']);
      pass();
      add('free/CLAUDE.md');
      assert.deepEqual(launch.created(), []);
      launch.close();
      assert.deepEqual(at.told, ['free/AGENTS.md', 'free/CLAUDE.md']);
      assert.equal(at.waiting.size, 0);
    });

    it('is told once, however many of them run', async () => {
      const [server, other] = [await start(), await start()];
      for (const each of [server, other]) each.follow();
      add('free/AGENTS.md');
      pass();
      assert.deepEqual(await created('echo x > open/CLAUDE.md'), [join(at.work, 'open/CLAUDE.md')]);
      pass();
      for (const each of [server, other]) each.close();
      assert.deepEqual(at.told, ['free/AGENTS.md']);
    });

    it('is not told of files that come into view because folders are gone', async () => {
      for (let i = 0; i < 2000; i++) mkdirSync(join(at.work, `a${i}`));
      mkdirSync(join(at.work, 'z/c'), { recursive: true });
      add('z/c/AGENTS.md');
      // What is younger than this may have come after the start: a file system's clock may be behind.
      await delay(60);
      const launch = await start();
      for (let i = 0; i < 1000; i++) rmdirSync(join(at.work, `a${i}`));
      add('z/c/CLAUDE.md');
      assert.deepEqual(launch.created(), [join(at.work, 'z/c/CLAUDE.md')]);
      launch.close();
    });

    it('is told if it took the place of what was there', async () => {
      // Nothing in the sandbox can do so: the disk changes meanwhile from elsewhere.
      const launch = await start();
      const path = join(at.work, 'sub/GEMINI.md');
      assert.deepEqual(launch.created(), []);
      writeFileSync(join(at.work, 'other'), 'other');
      renameSync(join(at.work, 'other'), path);
      assert.deepEqual(launch.created(), [path]);
      launch.close();
    });
  });
}

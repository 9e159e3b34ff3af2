import assert from 'node:assert/strict';
import { mkdirSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxTier } from '../../../../src/shared/sandbox';
import { runHookProcess } from '../../../../src/node/process/hookProcess';
import { confinedServerProcess } from '../../../../src/node/process/serverProcess';
import { createToolCommands } from '../../../../src/node/process/toolCommands';
import { createLazySandbox } from '../../../../src/sandbox/lazySandbox';
import { SandboxPlace } from '../../../support/sandboxPlace';

const TIERS: readonly SandboxTier[] = ['namespaces', 'landlock'];

for (const tier of TIERS) {
  describe(`Programs beside commands, in the sandbox by ${tier}`, function () {
    this.timeout(60_000);
    let at: SandboxPlace;
    let isHere: boolean;
    before(async () => {
      at = new SandboxPlace(tier);
      for (const name of ['src', 'notes']) mkdirSync(join(at.work, name), { recursive: true });
      mkdirSync(join(at.home, '.ssh'), { recursive: true });
      writeFileSync(join(at.home, '.ssh/id_rsa'), 'canary-key');
      isHere = (await at.commands.tier()) === tier;
    });
    after(() => at.close());

    const lazy = (isForAll: boolean) =>
      createLazySandbox({ isWanted: () => true, isForAll: () => isForAll, open: async () => at.commands });
    const line = (name: string) => `echo x > src/${name}; echo x > ../${name}; cat ../home/.ssh/id_rsa; true`;
    const holds = (name: string, said: string) => {
      assert.equal(existsSync(join(at.work, 'src', name)), isHere, 'it runs where there is one, and nowhere else');
      assert.equal(existsSync(join(at.root, name)), false);
      assert.doesNotMatch(said, /canary/);
    };
    const hook = (name: string) => ({ command: line(name), cwd: at.work, env: {}, input: '', timeoutMs: 30_000 });

    it('are hooks', async () => {
      const { confineProgram: confine } = lazy(true);
      const result = await runHookProcess({ ...hook('hook'), confine }, {}, new AbortController().signal);
      if (!isHere) assert.match(result.detail ?? '', /none/);
      holds('hook', JSON.stringify(result));
    });

    it('are told of if they create what controls others', async () => {
      const { confineProgram: confine } = lazy(true);
      const command = 'echo x > notes/AGENTS.md; echo x > notes/plain';
      await runHookProcess({ ...hook(''), command, confine }, {}, new AbortController().signal);
      assert.deepEqual(at.told, isHere ? ['notes/AGENTS.md'] : []);
    });

    it('are commands of discovered tools', async () => {
      const commands = createToolCommands(() => ({}), lazy(true).confineProgram);
      holds('discovered', JSON.stringify(await commands.discover(line('discovered'), at.work)));
    });

    it('are local MCP servers, which still answer', async () => {
      const lines: string[] = [];
      const heard = new Promise<void>(resolve => {
        const open = confinedServerProcess(lazy(true).confineProgram);
        const command = `${line('server')}; read -r line; echo "[$line]"; cat > /dev/null`;
        const server = open({
          ...{ command: '/bin/sh', args: ['-c', command], cwd: at.work, env: {} },
          onLine: said => {
            lines.push(said);
            resolve(server.then(each => each.close()));
          },
          onEnd: () => resolve(),
        });
        server.then(
          each => each.send('1'),
          () => resolve(),
        );
      });
      await heard;
      if (isHere) assert.deepEqual(lines, ['[1]']);
      holds('server', lines.join(' '));
    });

    it('run as they are where that is not wanted', async () => {
      const { confineProgram: confine } = lazy(false);
      const result = await runHookProcess({ ...hook('free'), confine }, {}, new AbortController().signal);
      assert.match(result.stdout, /canary/);
      assert.ok(existsSync(join(at.root, 'free')));
    });
  });
}

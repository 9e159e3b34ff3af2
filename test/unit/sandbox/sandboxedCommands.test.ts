import assert from 'node:assert/strict';
import type { CommandEnd } from '../../../src/agent/ports/sandbox';
import { SandboxedCommands } from '../../../src/sandbox/sandboxedCommands';

describe('What a command that ended says of its sandbox', () => {
  const seen: CommandEnd[] = [];
  const commands = new SandboxedCommands({
    probe: async () => ({
      sandbox: {
        tier: 'namespaces',
        launch: async (_profile, { argv, env }) => ({
          ...{ argv, env, close: () => undefined },
          blocked: end => (seen.push(end), null),
        }),
        dispose: () => undefined,
      },
      failures: {},
    }),
    isOn: () => true,
    isRequired: () => false,
    places: () => ({
      ...{ folders: ['/w'], home: '/h', governing: new Map(), isPartial: false, secrets: [], programs: [], own: [] },
      ...{ deniedReads: [], deniedWrites: [] },
    }),
  });

  it('is only about a part of it where there are several commands', async () => {
    const isOfPart = async (command: string) => {
      const sandbox = { where: 'inside', hosts: [], folders: [], programs: [] } as const;
      const launch = await commands.confine({ command, cwd: '/w', sandbox }, { argv: ['sh'], cwd: '/w', env: {} });
      launch?.blocked({ exitCode: 0, output: '' });
      return seen.at(-1)?.isOfPart;
    };
    assert.equal(await isOfPart('npm install'), false);
    assert.equal(await isOfPart('npm install 2>&1 | tail -5'), true);
    assert.equal(await isOfPart('npm install; echo done'), true);
    assert.equal(await isOfPart('cd a && npm install'), false);
  });
});

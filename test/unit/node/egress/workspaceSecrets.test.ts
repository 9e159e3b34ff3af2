import assert from 'node:assert/strict';
import { WorkspaceSecrets } from '../../../../src/node/egress/workspaceSecrets';
import { Scratch } from '../../../support/scratch';

describe('The secrets of a workspace', () => {
  let scratch: Scratch;
  beforeEach(async () => {
    scratch = await Scratch.make();
  });
  afterEach(() => scratch.close());
  const open = (env: Readonly<Record<string, string>> = {}) =>
    new WorkspaceSecrets({
      env: () => env,
      folders: () => [scratch.absolute('project')],
      home: scratch.absolute('home'),
    });

  it('are the values of its .env files and of the environment, by where they come from', async () => {
    await scratch.put('project/.env', 'DB_PASSWORD="k3J9qLmW82xZ"\nNODE_ENV=production\n');
    await scratch.put('project/.env.local', 'API_TOKEN=Zt4Kp81QwXn5Rv7L\n');
    await scratch.put('project/.env.example', 'EXAMPLE_TOKEN=Yb9Ud6Rv7Ls3Kp81\n');
    const scanner = await open({ CI_TOKEN: 'Qx7Lm2Vt9Rs4Kp6W', HOME: '/home/me' }).scanner();
    const found = scanner.find('k3J9qLmW82xZ Zt4Kp81QwXn5Rv7L Yb9Ud6Rv7Ls3Kp81 Qx7Lm2Vt9Rs4Kp6W production /home/me');
    assert.deepEqual(found.map(each => each.kind === 'value' && [each.name, each.source]).sort(), [
      ['API_TOKEN', '.env.local'],
      ['CI_TOKEN', null],
      ['DB_PASSWORD', '.env'],
    ]);
  });

  it('are the same object until a file changes, and then those of now', async () => {
    const secrets = open();
    await scratch.put('project/.env', 'A_TOKEN=Zt4Kp81QwXn5Rv7L\n');
    const first = await secrets.scanner();
    assert.equal(await secrets.scanner(), first);
    await scratch.put('project/.env', 'A_TOKEN=Yb9Ud6Rv7Ls3Kp81Qw\n');
    const second = await secrets.scanner();
    assert.deepEqual([second.find('Zt4Kp81QwXn5Rv7L').length, second.find('Yb9Ud6Rv7Ls3Kp81Qw').length], [0, 1]);
    assert.equal(secrets.latest, second);
  });
});

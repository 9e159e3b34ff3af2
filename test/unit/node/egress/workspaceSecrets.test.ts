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

  it("are also the passwords and tokens in the addresses of git's configuration", async () => {
    const config = [
      ...['[remote "origin"]', '\turl = https://ada:k3J9qLmW82xZ@example.com/a.git', '[user]', '\tname = a:b@c'],
      ...['[url "https://9fQ2mWx8Lr5Tz1Kc7Vb3@example.com/"]', '\tinsteadOf = https://example.com/'],
      ...['[http "https://example.com/"]', '\textraheader = AUTHORIZATION: basic eDp4LWs5UXptVzgyeFo='],
      ...['[remote "plain"]', '\turl = https://ada@example.com/b.git', ''],
    ];
    await scratch.put('project/.git/config', config.join('\n'));
    await scratch.put('home/.git-credentials', 'https://ada:Zt4Kp81QwXn5@example.com\n');
    const scanner = await open().scanner();
    const texts = ['k3J9qLmW82xZ', '9fQ2mWx8Lr5Tz1Kc7Vb3', 'eDp4LWs5UXptVzgyeFo=', 'Zt4Kp81QwXn5', 'ada'];
    assert.deepEqual(
      texts.map(text => scanner.find(`x ${text} y`).map(each => each.kind === 'value' && [each.name, each.source])),
      [
        [['remote.origin.url', '.git/config']],
        [['url', '.git/config']],
        [['http.extraheader', '.git/config']],
        [['address', scratch.absolute('home/.git-credentials')]],
        [],
      ],
    );
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

  it('are also those of a file that is new in its directory', async () => {
    const secrets = open();
    for (let i = 0; i < 20; i++) {
      await secrets.scanner();
      await scratch.put(`project/.env.${i}`, `A_TOKEN=Zt4Kp81QwXn5Rv7Lx${i}y\n`);
      assert.equal((await secrets.scanner()).find(`Zt4Kp81QwXn5Rv7Lx${i}y`).length, 1);
    }
  });
});

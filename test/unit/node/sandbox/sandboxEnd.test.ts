import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildSync } from 'esbuild';
import { commandEnvironment } from '../../../../src/node/process/environment';
import { INSIDE, SandboxPlace } from '../../../support/sandboxPlace';

describe('A command in namespaces', function () {
  this.timeout(120_000);
  let at: SandboxPlace;
  let isHere: boolean;
  before(async () => {
    at = new SandboxPlace('namespaces');
    for (const name of ['work', 'node_modules']) mkdirSync(join(at.root, name));
    isHere = (await at.commands.tier()) === 'namespaces';
  });
  after(() => at.close());

  it('is started by bubblewrap alone where no host is open', async () => {
    if (!isHere) return assert.equal(await at.commands.tier(), 'none');
    const request = { argv: ['/bin/true'], cwd: at.work, env: commandEnvironment({}) };
    const launch = await at.commands.confine({ command: 'true', cwd: at.work, sandbox: INSIDE }, request);
    launch?.close();
    const programs = launch?.argv
      .filter(each => /\/(?:sh|perl|python3?|bwrap|true)$/.test(each))
      .map(each => each.split('/').at(-1));
    assert.deepEqual(programs, ['sh', 'bwrap', 'true']);
  });

  it('ends when this process is killed, with all that it started', async () => {
    if (!isHere) return assert.equal(await at.commands.tier(), 'none');
    const contents = `import { SandboxPlace } from './sandboxPlace';
      const at = new SandboxPlace('namespaces');
      Object.assign(at, { work: process.argv[2] });
      void at.run('exec 8>held; flock 8; (setsid sleep 600 &); touch ready; sleep 600');`;
    const stdin = { contents, resolveDir: join(__dirname, '../../../support'), loader: 'ts' as const };
    const outfile = join(at.root, 'run.cjs');
    buildSync({ stdin, outfile, bundle: true, platform: 'node', logLevel: 'silent' });
    const child = spawn(process.execPath, [outfile, at.work], { cwd: at.root, stdio: 'ignore' });
    while (!existsSync(join(at.work, 'ready'))) await delay(20);
    child.kill('SIGKILL');
    // Both hold the lock for as long as they live.
    const waiting = spawn('flock', [join(at.work, 'held'), 'true'], { stdio: 'ignore' });
    await once(waiting, 'exit');
    assert.equal(waiting.exitCode, 0);
  });
});

import assert from 'node:assert/strict';
import { chmod } from 'node:fs/promises';
import { checkMachine, thisMachine, type Machine } from '../../../../src/node/doctor/machineChecks';
import { checkSandbox } from '../../../../src/node/doctor/sandboxCheck';
import { Scratch } from '../../../support/scratch';

describe('The checks of a machine', () => {
  let scratch: Scratch;
  beforeEach(async () => (scratch = await Scratch.make()));
  afterEach(() => scratch.close());

  /** A program that is a script of the shell. */
  const program = async (name: string, script: string): Promise<string> => {
    await scratch.put(name, `#!/bin/sh\n${script}\n`);
    await chmod(scratch.absolute(name), 0o755);
    return scratch.absolute(name);
  };
  const check = async (name: string, machine: Partial<Machine>) => {
    const checks = await checkMachine({ ...thisMachine(null), ...machine });
    return checks.find(each => each.name === name);
  };
  const statusOf = async (name: string, machine: Partial<Machine>) => (await check(name, machine))?.status;

  it('know the oldest Node.js and the oldest VS Code', async () => {
    assert.deepEqual(await check('Node.js', { nodeVersion: '22.1.0' }), {
      name: 'Node.js',
      status: 'ok',
      detail: '22.1.0',
    });
    assert.equal(await statusOf('Node.js', { nodeVersion: '18.19.1' }), 'failed');
    for (const [editorVersion, status] of [
      ['1.106.0', 'ok'],
      ['1.200.3-insider', 'ok'],
      ['2.0.0', 'ok'],
      ['1.99.9', 'failed'],
    ] as const)
      assert.equal(await statusOf('VS Code', { editorVersion }), status, editorVersion);
  });

  it('find a VS Code from outside, and need none', async () => {
    const outside = { searchPath: scratch.path };
    const none = { name: 'VS Code', status: 'ok', detail: 'not found; “pollux” doesn’t need it' } as const;
    assert.deepEqual(await check('VS Code', outside), none);
    const code = await program('code', 'printf "1.107.0\\n0123abc\\nx64\\n"');
    assert.deepEqual(await check('VS Code', outside), { ...none, detail: `1.107.0 (${code})` });
    await program('code', 'echo 1.99.0');
    const old = await check('VS Code', outside);
    assert.deepEqual([old?.status, old?.remedy], ['warning', 'Update VS Code to 1.106 or later.']);
    await program('code', 'echo "super user" >&2; exit 1');
    const broken = await check('VS Code', outside);
    assert.deepEqual([broken?.status, broken?.detail], ['ok', `${code} ended with exit code 1: super user`]);
    const terminal = await check('VS Code', { ...outside, terminalVersion: '1.110.0' });
    assert.deepEqual(terminal, { ...none, detail: '1.110.0 (this terminal’s)' });
  });

  it('run the shell, and tell one that hangs from one that fails and one that is missing', async () => {
    const shell = async (script: string, patienceMs = 60_000) =>
      check('Shell', { shell: { file: await program('shell', script), args: ['-c'] }, patienceMs });
    assert.deepEqual((await shell('eval "$2"'))?.status, 'ok');
    const hung = await shell('tail -f /dev/null', 200);
    assert.match(`${hung?.status} ${hung?.detail}`, /^failed .*shell didn’t answer within 1 s$/);
    const broken = await shell('echo "profile: no such file" >&2; exit 3');
    assert.match(`${broken?.status} ${broken?.detail}`, /^failed .* ended with exit code 3: profile: no such file$/);
    const missing = await check('Shell', { shell: { file: scratch.absolute('none'), args: [] } });
    assert.match(`${missing?.status} ${missing?.detail}`, /^failed .*none can’t be started: .*ENOENT/);
    assert.ok(missing?.remedy);
  });

  it('warn of what works without them: git and ripgrep', async () => {
    const ripgrep = await program('rg', 'echo "ripgrep 14.1.0 (rev 1)"');
    assert.equal((await check('ripgrep', { ripgrep }))?.detail, `14.1.0 (${ripgrep})`);
    assert.equal(await statusOf('ripgrep', { ripgrep: null }), 'warning');
    assert.equal(await statusOf('git', { searchPath: scratch.path }), 'warning');
    await program('git', 'exit 1');
    const git = await check('git', { searchPath: scratch.path });
    assert.match(`${git?.status} ${git?.detail}`, /^warning .*git ended with exit code 1/);
  });

  it('name the sandbox that has held in a real run, and why no stronger one does', async () => {
    const none = await checkSandbox('used only with --sandbox', async () => ({
      sandbox: null,
      failures: { namespaces: 'No permissions.' },
    }));
    assert.deepEqual([none.status, none.detail], ['warning', 'none; namespaces: No permissions.']);
    const here = await checkSandbox('used only with --sandbox');
    assert.match(
      `${here.status} ${here.detail}`,
      /^(?:ok (?:namespaces|landlock); used only with --sandbox|warning none)/,
    );
  });
});

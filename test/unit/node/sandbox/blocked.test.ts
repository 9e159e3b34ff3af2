import assert from 'node:assert/strict';
import type { SandboxProfile } from '../../../../src/agent/ports/sandbox';
import { blockedBy } from '../../../../src/node/sandbox/blocked';
import { describeBlock } from '../../../../src/shared/sandbox';

const profile: SandboxProfile = {
  writable: ['/w'],
  readOnly: [],
  absent: [],
  recorded: [],
  hidden: ['/w/.env'],
  network: { hosts: ['open.org'] },
};

describe('What a sandbox kept a command from', () => {
  const of = (output: string, exitCode: number, refused = { hosts: [] as string[], notes: [] as string[] }) =>
    blockedBy({ exitCode, output }, { profile, refused });

  it('is what the proxy refused, and needs no question if all went well', () => {
    const refused = { hosts: ['telemetry.org'], notes: [] };
    assert.deepEqual(of('done', 0, refused)?.isDispensable, true);
    assert.equal(of('npm error 403', 1, refused)?.isDispensable, undefined);
    assert.equal(of('Pollux sandbox: telemetry.org is not allowed.', 0, refused)?.isDispensable, undefined);
  });

  it('is known from the output where the exit code is not that of the whole command', () => {
    const ofPart = (output: string, refused = { hosts: [] as string[], notes: [] as string[] }) =>
      blockedBy({ exitCode: 0, output, isOfPart: true }, { profile, refused });
    const block = ofPart('npm error getaddrinfo EAI_AGAIN registry.npmjs.org');
    assert.deepEqual([block?.hosts, block?.isDispensable], [['registry.npmjs.org'], undefined]);
    assert.deepEqual(ofPart('sh: 1: cannot create /opt/x: Read-only file system')?.isDispensable, undefined);
    assert.equal(ofPart('all is well'), null);
    assert.equal(of('npm error getaddrinfo EAI_AGAIN registry.npmjs.org', 0), null);
    assert.equal(ofPart('all is well', { hosts: ['telemetry.org'], notes: [] })?.isDispensable, true);
  });

  it('is told with the reason where permission alone would not do', () => {
    const block = of('403', 1, {
      hosts: ['mirror.corp:443'],
      notes: ['mirror.corp is at the private address 10.1.2.3'],
    });
    assert.equal(block && describeBlock(block), 'mirror.corp:443 (mirror.corp is at the private address 10.1.2.3)');
  });

  it('is read from what programs say', () => {
    const hosts = (output: string) => of(output, 1)?.hosts;
    assert.deepEqual(hosts('java.net.UnknownHostException: repo.maven.apache.org'), ['repo.maven.apache.org']);
    assert.deepEqual(hosts('fatal: unable to access: Could not resolve host: github.com'), ['github.com']);
    assert.deepEqual(hosts('from repo.example.com: Temporary failure in name resolution'), ['repo.example.com']);
    const added = of('error: .env: can only add regular files, symbolic links or git-directories', 128);
    assert.deepEqual(added?.hidden, ['/w/.env']);
  });

  it('includes moving a folder that contains protected files, and across its border', () => {
    for (const output of [
      "fatal: renaming 'sub/a' failed: Invalid cross-device link",
      "mv: cannot move 'sub' to 'other': Device or resource busy",
      "Error: EXDEV: cross-device link not permitted, rename 'sub/a' -> 'b'",
    ])
      assert.deepEqual(of(output, 1)?.writes, [], output);
  });

  it('does not ask again for a host that is open and that a program does not ask the proxy for', () => {
    const block = of('ssh: Could not resolve hostname open.org', 255);
    assert.deepEqual([block?.isNetwork, block?.hosts], [true, []]);
  });
});

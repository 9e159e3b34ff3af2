import assert from 'node:assert/strict';
import { SandboxError } from '../../../src/config/guards';
import { containerArguments, engineProgram, wordsOf, type ContainerRun } from '../../../src/sandbox/container';
import { seatbeltNameOf, seatbeltProfile } from '../../../src/sandbox/seatbelt';

const RUN: ContainerRun = {
  engine: 'podman',
  env: { GEMINI_API_KEY: 'secret-key', AWS_SECRET: 'no', PATH: '/bin', TERM: 'xterm' },
  cwd: '/home/ada/work',
  home: '/home/ada',
  program: '/opt/pollux/dist/headless.js',
  args: ['-p', 'Hi there'],
  shared: ['/home/ada/work', '/home/ada/.gemini'],
  read: ['/opt/pollux'],
  user: '1000:1000',
  name: 'pollux-sandbox-1',
};
const argsOf = (more: Partial<ContainerRun> = {}) => containerArguments({ ...RUN, ...more });

describe('A run in a container', () => {
  it('shares the workspace and what is Pollux’s, and nothing else', () => {
    assert.equal(
      argsOf().join(' '),
      'run -i --rm --init --name pollux-sandbox-1 --workdir /home/ada/work --security-opt no-new-privileges --userns=keep-id --user 1000:1000 ' +
        '--volume /home/ada/work:/home/ada/work --volume /home/ada/.gemini:/home/ada/.gemini --volume /opt/pollux:/opt/pollux:ro ' +
        '--env GEMINI_API_KEY --env TERM --env SANDBOX=pollux-sandbox-1 --env HOME=/home/ada ' +
        'docker.io/library/node:22-bookworm-slim node /opt/pollux/dist/headless.js -p Hi there',
    );
  });

  it('is of the same user by every engine', () => {
    const { user, ...rootRun } = RUN;
    assert.doesNotMatch(argsOf({ engine: 'docker' }).join(' '), /userns/);
    assert.match(argsOf({ engine: 'docker' }).join(' '), new RegExp(`--user ${user}`));
    assert.doesNotMatch(containerArguments(rootRun).join(' '), /--user/);
  });

  it('has no value of a secret in its command line', () => {
    assert.doesNotMatch(argsOf().join(' '), /secret-key|AWS/);
  });

  it('takes the image, mounts, flags, ports and variables that are asked for', () => {
    const env = {
      GEMINI_SANDBOX_IMAGE: 'mine:1',
      SANDBOX_MOUNTS: '/data, /opt/x:/x:rw',
      SANDBOX_FLAGS: '--security-opt label=disable --label "a b"',
      SANDBOX_PORTS: '3000',
      SANDBOX_ENV: 'A=1,B=two words',
    };
    const args = argsOf({ env, engine: 'runsc' });
    const line = args.join('|');
    for (const part of [
      '--runtime=runsc',
      '--volume|/data:/data:ro|--volume|/opt/x:/x:rw',
      '--security-opt|label=disable|--label|a b|mine:1|node',
      '--publish|127.0.0.1:3000:3000',
      '--env|A=1|--env|B=two words',
    ])
      assert.ok(line.includes(part), part);
    assert.equal(argsOf({ env, image: 'built' }).includes('built'), true);
  });

  it('is none where a variable can not be used', () => {
    for (const env of [
      { SANDBOX_MOUNTS: 'relative:/x' },
      { SANDBOX_MOUNTS: '/a:/b:rwx' },
      { SANDBOX_ENV: 'novalue' },
      { SANDBOX_PORTS: '80/tcp' },
    ])
      assert.throws(() => argsOf({ env }), SandboxError, JSON.stringify(env));
  });

  it('is by an engine that is known', () => {
    assert.deepEqual(['docker', 'Podman', 'runsc', 'sh'].map(engineProgram), ['docker', 'podman', 'docker', undefined]);
    assert.deepEqual(wordsOf(`a 'b c' d"e f" `), ['a', 'b c', 'de f']);
  });
});

describe('A run in Seatbelt', () => {
  const places = { writable: ['/w'], kept: ['/w/.git/hooks'], secrets: ['/h/.s"sh'] };

  it('writes where it may, and not what governs; the last rule counts', () => {
    assert.equal(
      seatbeltProfile('permissive-open', places),
      [
        '(version 1)',
        '(allow default)',
        '(deny file-write*)',
        '(allow file-write*\n  (subpath "/w")\n  (subpath "/dev"))',
        '(deny file-write*\n  (subpath "/w/.git/hooks"))',
        '(deny file-read* file-write*\n  (subpath "/h/.s\\"sh"))',
        '(allow network*)',
        '',
      ].join('\n'),
    );
  });

  it('starts from nothing and has no network where that is asked for', () => {
    const profile = seatbeltProfile('restrictive-closed', places);
    assert.match(profile, /^\(version 1\)\n\(deny default\)/);
    assert.match(profile, /\(deny network\*\)\n$/);
  });

  it('has four profiles', () => {
    assert.equal(seatbeltNameOf(undefined), 'permissive-open');
    assert.throws(() => seatbeltNameOf('strict-proxied'), SandboxError);
  });
});

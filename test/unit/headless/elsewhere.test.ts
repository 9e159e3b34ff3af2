import assert from 'node:assert/strict';
import { chmod } from 'node:fs/promises';
import { text } from '../../support/gemini/replies';
import { HeadlessPlace } from '../../support/headlessPlace';
import { runCommand } from '../../support/polluxCommand';

describe('A headless run that is to be in a container', function () {
  this.timeout(60_000);
  const at = HeadlessPlace.use();
  /** An engine that says how it was called. */
  const engine = async (name: string, script: string) => {
    await at.scratch.put(`bin/${name}`, `#!/bin/sh\n${script}\n`);
    await chmod(at.scratch.absolute(`bin/${name}`), 0o755);
  };
  /** What runs there has the streams of the process itself. */
  const env = (more: Record<string, string>) => ({
    ...at.with({ GEMINI_API_KEY: 'good', PATH: `${at.scratch.absolute('bin')}:/usr/bin:/bin`, ...more }),
    isOwnProcess: true,
  });

  it('runs there with its arguments and input, and ends as it does', async () => {
    await engine('podman', 'echo "$@"; cat; echo "key $GEMINI_API_KEY"; exit 53');
    const { code, out } = await runCommand(['-p', 'Hi', '--trust'], env({ GEMINI_SANDBOX: 'podman' }));
    assert.equal(code, 53);
    assert.match(out, /^run -i --rm .*headless\.js -p Hi --trust\n/);
    assert.match(out, /key good/);
    assert.equal(at.server.requests.length, 0);
  });

  it('ends with 44 where there is no engine, or it runs nothing', async () => {
    const none = await runCommand(['-p', 'Hi'], env({ GEMINI_SANDBOX: 'podman', PATH: '/nowhere' }));
    assert.deepEqual([none.code, at.server.requests.length], [44, 0]);
    assert.match(none.err, /the program podman wasn't found/);
    await engine('podman', 'exit 125');
    const broken = await runCommand(['-p', 'Hi'], env({ GEMINI_SANDBOX: 'podman' }));
    assert.equal(broken.code, 44);
  });

  it('takes along what an administrator requires, its own folders and the files that variables name', async () => {
    await engine('podman', 'printf "%s\\n" "$@"');
    await at.scratch.put('system/settings.json', '{}');
    await at.scratch.put('key.json', '{}');
    await at.scratch.put('rules.toml', '');
    const named = (name: string) => at.scratch.absolute(name);
    const [system, key, rules] = [named('system/settings.json'), named('key.json'), named('rules.toml')];
    const { out } = await runCommand(
      ['-p', 'Hi', '--policy', rules],
      env({
        GEMINI_SANDBOX: 'podman',
        GEMINI_CLI_SYSTEM_SETTINGS_PATH: system,
        GOOGLE_APPLICATION_CREDENTIALS: key,
        NODE_EXTRA_CA_CERTS: at.scratch.absolute('absent.pem'),
      }),
    );
    const mounts = [...out.matchAll(/^--volume\n(.*)$/gm)].map(([, mount]) => mount ?? '');
    for (const file of [system, key, rules]) assert.ok(mounts.includes(`${file}:${file}:ro`), out);
    for (const name of ['.gemini', '.pollux'])
      assert.ok(
        mounts.some(mount => mount.endsWith(`/${name}`)),
        name,
      );
    assert.doesNotMatch(mounts.join('\n'), /absent\.pem/);
  });

  it('answers there although its user ID has no name', async () => {
    await at.scratch.put('nameless.cjs', `require('node:os').userInfo = () => { throw new Error('ENOENT'); };`);
    at.server.reply(text('Here.'));
    const nameless = env({ NODE_OPTIONS: `--require=${at.scratch.absolute('nameless.cjs')}`, SANDBOX: 'mine' });
    const { code, out, err } = await runCommand(['-p', 'Hi'], nameless);
    assert.deepEqual([code, out.trim()], [0, 'Here.'], err);
    assert.match(JSON.stringify(at.server.requests[0]?.body), /All of this runs in a sandbox/);
  });

  it('builds the image of a folder that is trusted, and of no other', async () => {
    await at.scratch.put('home/work/.gemini/sandbox.Dockerfile', 'FROM scratch\n');
    await engine('podman', 'echo "$@" >> "$HOME/called"; echo "$@"');
    const build = env({ GEMINI_SANDBOX: 'podman', BUILD_SANDBOX: '1' });
    assert.equal((await runCommand(['-p', 'Hi'], build)).code, 44);
    const { code, out } = await runCommand(['-p', 'Hi', '--trust'], build);
    assert.equal(code, 0);
    assert.match(out, / pollux-sandbox-[0-9a-f]{12} node /);
    assert.doesNotMatch(out, /^build/m, 'what is built says nothing in the answer');
  });
});

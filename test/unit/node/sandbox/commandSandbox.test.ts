import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { SandboxTier } from '../../../../src/shared/sandbox';
import { SandboxPlace } from '../../../support/sandboxPlace';

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await delay(20);
}

const TIERS: readonly SandboxTier[] = ['namespaces', 'landlock'];

for (const tier of TIERS) {
  describe(`The sandbox of commands by ${tier}`, function () {
    this.timeout(60_000);
    let at: SandboxPlace;
    /** What this machine can't do is said, and nothing runs in its place: that is what the tests hold then. */
    let isHere: boolean;
    before(async () => {
      at = new SandboxPlace(tier);
      mkdirSync(join(at.work, '.git/hooks'), { recursive: true });
      mkdirSync(join(at.work, 'src'));
      mkdirSync(join(at.home, '.ssh'), { recursive: true });
      writeFileSync(join(at.home, '.ssh/id_rsa'), 'canary-key');
      writeFileSync(join(at.work, '.env'), 'canary-env');
      writeFileSync(join(at.root, 'outside'), 'canary-outside');
      isHere = (await at.commands.tier()) === tier;
    });
    after(() => at.close());

    const holds = async (command: string, ...more: never[]) => {
      const result = await at.run(command, ...more);
      if (!isHere) assert.match(result.error ?? '', /The sandbox couldn't be set up/);
      return result;
    };

    it('runs commands, which write in the workspace and in a temporary folder', async () => {
      const { output, exitCode } = await holds(
        'echo x > src/made && f=$(mktemp) && cat src/made "$f"; echo "$SANDBOX"',
      );
      if (isHere) assert.deepEqual([output, exitCode], [`x\npollux-${tier}\n`, 0]);
      assert.equal(existsSync(join(at.work, 'src/made')), isHere);
    });

    it('gives tools caches of their own, which they can write', async () => {
      const names = ['npm_config_cache', 'PIP_CACHE_DIR', 'GOCACHE', 'UV_CACHE_DIR', 'YARN_CACHE_FOLDER'];
      const line = names.map(name => `mkdir -p "$${name}" && echo x > "$${name}/made"`).join(' && ');
      const { exitCode } = await holds(`${line} && npm config get cache`);
      if (isHere) assert.equal(exitCode, 0);
    });

    it('keeps them from writing elsewhere, and from what governs', async () => {
      const paths = [
        '../outside',
        '.git/hooks/pre-commit',
        '.git/config',
        '.vscode/tasks.json',
        '.gemini/settings.json',
      ];
      const line = paths.map(path => `mkdir -p $(dirname ${path}); echo evil >> ${path}`).join('; ');
      const { exitCode, sandbox } = await holds(`(${line}) ; mv .git git; rm -rf .git; false`);
      assert.equal(readFileSync(join(at.root, 'outside'), 'utf8'), 'canary-outside');
      for (const path of paths.slice(1)) assert.equal(existsSync(join(at.work, path)), false, path);
      assert.ok(existsSync(join(at.work, '.git/hooks')));
      // What stood in for them goes when the last process has gone.
      await until(() => !existsSync(join(at.work, '.vscode')) && !existsSync(join(at.work, '.gemini')));
      if (isHere) assert.deepEqual([exitCode, sandbox?.tier], [1, tier]);
    });

    it('shows them no secrets', async () => {
      const { output } = await holds(`cat .env ${at.home}/.ssh/id_rsa; grep -r canary- ${at.home} .; cat ../outside`);
      assert.doesNotMatch(output, /canary-(?:key|env)/);
      // Of a temporary folder each command has one of its own.
      if (isHere && !at.home.startsWith('/tmp/')) assert.match(output, /canary-outside/);
    });

    it('covers the programs that rules deny, however they are spelled', async () => {
      const tries = [
        'touch new1',
        'x=tou; ${x}ch new2',
        '/usr/bin/touch new3',
        '$(command -v ls | sed s/ls/touch/) new4',
        'perl -e \'exec "touch", "new5"\'',
        '/lib64/ld-linux-x86-64.so.2 /usr/bin/touch new6',
        'cp /usr/bin/touch src/t && src/t new7',
        'echo "touch new8" | sh',
        'env touch new9',
      ];
      for (const where of ['inside', 'outside'] as const) {
        const { output } = await at.run(tries.join('; '), { where, programs: ['touch'] });
        if (where === 'inside' || isHere) {
          const made = tries.map((_, i) => `new${i + 1}`).filter(name => existsSync(join(at.work, name)));
          assert.deepEqual(made, [], output);
        }
      }
      const other = await at.run('ls >/dev/null && echo fine', { where: 'outside', programs: ['touch'] });
      assert.equal(other.output, 'fine\n');
    });

    it('says what it kept a command from', async () => {
      const curl = await holds("node -e \"require('http').get('http://canary.example.com')\"");
      const env = await holds('cat .env');
      const unsaid = await holds('echo "Network is unreachable"; false # https://unsaid.example.com/x');
      const npm = await holds('cd src && npm view left-pad version');
      if (!isHere) return assert.equal(curl.exitCode ?? env.exitCode, null);
      assert.equal(curl.sandbox?.block?.isNetwork, true);
      assert.deepEqual(unsaid.sandbox?.block?.hosts, ['unsaid.example.com'], unsaid.output);
      assert.deepEqual(npm.sandbox?.block?.hosts, ['registry.npmjs.org'], npm.output);
      assert.deepEqual(env.sandbox?.block?.hidden, [join(at.work, '.env')]);
    });

    describe('and a server outside', () => {
      let server: Server;
      const seen: string[] = [];
      before(done => {
        server = createServer((request, response) => {
          seen.push(request.url ?? '');
          response.end('canary-answer');
        }).listen(0, '127.0.0.1', done);
      });
      after(() => server.close());
      const address = () => `127.0.0.1:${(server.address() as AddressInfo).port}`;
      const get = (url: string) =>
        `node -e "fetch('${url}').then(r => r.text()).then(console.log, e => { console.error(e.cause); process.exit(1) })"`;

      it('is not reached', async () => {
        await holds(
          `${get(`http://${address()}/direct`)}; (exec 5<>/dev/tcp/${address().replace(':', '/')}; echo GET /raw >&5)`,
        );
        assert.deepEqual(seen, []);
      });

      it('is reached through the proxy by exactly its name, and nothing else is', async () => {
        const curl = (url: string) =>
          `perl -e 'use Socket; my ($h,$p) = $ENV{HTTP_PROXY} =~ m{//(.+):(\\d+)} or exit 1; socket(S,PF_INET,SOCK_STREAM,0); connect(S, sockaddr_in($p, inet_aton($h))) or exit 2; syswrite S, "GET ${url} HTTP/1.0\\r\\n\\r\\n"; print while <S>'`;
        const result = await at.run(`${curl(`http://${address()}/allowed`)}; ${curl('http://127.0.0.1:1/other')}`, {
          hosts: [address()],
        });
        if (!isHere || tier === 'landlock') return assert.deepEqual(seen, []);
        assert.deepEqual(seen, ['/allowed'], result.output);
        assert.match(result.output, /canary-answer/);
        assert.deepEqual(result.sandbox?.block?.hosts, ['127.0.0.1:1']);
      });
    });
  });
}

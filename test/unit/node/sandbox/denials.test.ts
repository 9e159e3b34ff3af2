import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openNetworkProxy } from '../../../../src/node/sandbox/networkProxy';
import { hostPattern } from '../../../../src/policy/fetchHosts';
import { guardsOf } from '../../../../src/policy/sandboxDenials';
import { parseRules } from '../../../../src/policy/rules';
import type { SandboxTier } from '../../../../src/shared/sandbox';
import { OBFUSCATED } from '../../../support/obfuscated';
import { SandboxPlace } from '../../../support/sandboxPlace';

const TIERS: readonly SandboxTier[] = ['namespaces', 'landlock'];
/** Far below a folder of the workspace. */
const LOW = 'deep/down/in/locked.txt';
const RULES = `
[[rule]]
toolName = "read_file"
argsPattern = "private/"
decision = "deny"
priority = 100
[[rule]]
toolName = "write_file"
argsPattern = "locked\\\\.txt"
decision = "deny"
priority = 100
`;

for (const tier of TIERS) {
  describe(`What rules deny, by ${tier}`, function () {
    this.timeout(120_000);
    let at: SandboxPlace;
    let isHere: boolean;

    before(async () => {
      at = new SandboxPlace(tier, folder => guardsOf(parseRules(RULES, 'mine.toml', 'user').rules, [], [folder]));
      for (const folder of ['deep/down/in/the/tree/private', 'private', 'src'])
        mkdirSync(join(at.work, folder), { recursive: true });
      for (const path of [
        LOW,
        'private/a',
        'deep/down/in/the/tree/private/b',
        'locked.txt',
        'src/locked.txt',
        'open.txt',
      ])
        writeFileSync(join(at.work, path), 'canary');
      isHere = (await at.commands.tier()) === tier;
    });
    after(() => at.close());

    for (const where of ['inside', 'outside'] as const) {
      it(`can't be read ${where}`, async function () {
        if (!isHere) return;
        const tries = ['cat private/a', 'cp private/a open && cat open', 'cat < deep/down/in/the/tree/private/b'];
        for (const line of [...tries, 'python3 -c \'print(open("private/a").read())\'', 'cat $(echo pri)vate/*']) {
          const { output } = await at.run(line, { where });
          assert.doesNotMatch(output, /canary/, line);
        }
        assert.match((await at.run('cat open.txt', { where })).output, /canary/);
      });

      it(`can't be written ${where}`, async function () {
        // Landlock can only allow, so that outside it covers what is read and run.
        if (!isHere || (tier === 'landlock' && where === 'outside')) return;
        for (const path of ['locked.txt', 'src/locked.txt']) {
          await at.run(`echo x > ${path}; mv ${path} y; rm -f ${path}; sed -i s/c/x/ ${path}; true`, { where });
          assert.equal(readFileSync(join(at.work, path), 'utf8'), 'canary', path);
        }
      });
    }

    // As above: Landlock covers no writes outside.
    for (const where of tier === 'landlock' ? (['inside'] as const) : (['inside', 'outside'] as const)) {
      it(`isn't replaced by moving folders away ${where}`, async () => {
        if (!isHere) return;
        for (const top of ['src', 'deep', 'deep/down', 'deep/down/in', '../work']) {
          const path = top === '../work' ? '../work/locked.txt' : top === 'src' ? 'src/locked.txt' : LOW;
          await at.run(`mv ${top} gone; mv -T ${top} ../gone; mkdir -p $(dirname ${path}); echo x > ${path}`, {
            where,
          });
          assert.equal(readFileSync(join(at.work, path), 'utf8'), 'canary', `${path} by ${top}`);
        }
        const { output } = await at.run('mv private gone; cat gone/a private/a', { where });
        assert.doesNotMatch(output, /canary/);
      });
    }

    it(`can't be run, by ${OBFUSCATED.length} ways to hide it`, async function () {
      if (!isHere) return;
      assert.ok(OBFUSCATED.length >= 170, String(OBFUSCATED.length));
      const scripts = join(at.work, 'scripts');
      // Landlock allows only what is there when a command begins.
      for (const folder of [scripts, join(at.work, 'free'), join(at.work, 'kept')]) mkdirSync(folder);
      for (const [i, script] of OBFUSCATED.entries()) writeFileSync(join(scripts, String(i)), `${script}\n`);
      const runAll = (into: string, programs: string[]) =>
        at.run(
          `for f in scripts/*; do d=$PWD/${into}/\${f##*/}; mkdir -p "$d"; (cd "$d"; exec bash "$OLDPWD/$f") < /dev/null > /dev/null 2>&1; done`,
          { where: 'outside', programs },
        );
      const made = (into: string) => OBFUSCATED.filter((_, i) => existsSync(join(at.work, into, String(i), 'made')));
      await runAll('free', []);
      await runAll('kept', ['touch']);
      const works = made('free');
      const failing = OBFUSCATED.filter(script => !works.includes(script));
      assert.ok(works.length >= 0.9 * OBFUSCATED.length, `these run nothing here: ${failing.join('\n')}`);
      assert.deepEqual(made('kept'), []);
    });
  });
}

describe('Hosts that rules deny', () => {
  it('are not reached by the proxy, whatever else is allowed', async () => {
    const toml = [hostPattern('bad.example.com'), 'https?://evil\\.org'].map(
      pattern =>
        `[[rule]]\ntoolName = "web_fetch"\nargsPattern = ${JSON.stringify(pattern)}\ndecision = "deny"\npriority = 100\n`,
    );
    const { deniedHosts } = guardsOf(parseRules(toml.join(''), 'mine.toml', 'user').rules, [], []);
    assert.deepEqual(deniedHosts, ['bad.example.com', 'evil.org']);
    const folder = mkdtempSync(join(tmpdir(), 'proxy-'));
    const asked: string[] = [];
    const proxy = await openNetworkProxy(
      join(folder, 'socket'),
      { hosts: ['*.example.com', 'evil.org', 'evil.org:8080'], denied: deniedHosts },
      async host => {
        asked.push(host);
        return [];
      },
    );
    const connect = (target: string) =>
      new Promise<void>(resolve => {
        const sent = request({ socketPath: proxy.path, method: 'CONNECT', path: target });
        sent.on('connect', (_response, socket) => {
          socket.destroy();
          resolve();
        });
        sent.end();
      });
    for (const target of [
      'bad.example.com:443',
      'a.bad.example.com:443',
      'evil.org:443',
      'evil.org:8080',
      'good.example.com:443',
    ])
      await connect(target);
    proxy.close();
    rmSync(folder, { recursive: true });
    assert.deepEqual(asked, ['good.example.com']);
  });
});

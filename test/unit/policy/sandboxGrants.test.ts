import assert from 'node:assert/strict';
import { parseRules } from '../../../src/policy/rules';
import { registriesOf } from '../../../src/policy/registries';
import type { PolicySandbox } from '../../../src/policy/sandboxing';
import type { CommandProposal } from '../../../src/shared/proposals';
import { testPolicy, type TestPolicyOptions } from '../../support/testPolicy';

const plain: PolicySandbox = {
  tier: async () => 'namespaces',
  isOn: true,
  isRequired: false,
  blockedBefore: () => undefined,
};

function decide(command: string, sandbox: Partial<PolicySandbox> = {}, options: TestPolicyOptions = {}) {
  const proposal: CommandProposal = { kind: 'command', command, cwd: '/w' };
  const policy = testPolicy({ sandbox: async () => ({ ...plain, ...sandbox }), ...options });
  return policy.decide({ toolName: 'run_shell_command', args: { command }, proposal });
}

describe('What the sandbox of commands is asked to give', () => {
  it('is the usual registry of a package manager, before that tries in vain', async () => {
    for (const [command, ...hosts] of [
      ['npm install left-pad', 'registry.npmjs.org'],
      ['cd app && npm ci', 'registry.npmjs.org'],
      ['pip install -r requirements.txt', 'pypi.org', 'files.pythonhosted.org'],
      ['venv/bin/pip install x', 'pypi.org', 'files.pythonhosted.org'],
      ['cargo fetch', 'index.crates.io', 'static.crates.io'],
      ['go mod download', 'proxy.golang.org', 'sum.golang.org'],
    ] as const) {
      const { decision, reason, sandbox } = await decide(command);
      assert.deepEqual([command, decision, reason.kind], [command, 'ask', 'sandboxBlocked']);
      assert.deepEqual(sandbox?.confinement, { where: 'inside', hosts, folders: [], programs: [] });
    }
    for (const command of ['npm test', 'npm run install', 'npm ci --offline', 'yarn test', 'cargo build', 'npx mocha'])
      assert.deepEqual(registriesOf([command]), [], command);
  });

  it('is given with a rule that allows the command', async () => {
    const toml = '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "npm"\ndecision = "allow"\npriority = 1\n';
    const { decision, sandbox } = await decide('npm install', {}, { toml });
    assert.deepEqual([decision, sandbox?.confinement.hosts], ['allow', ['registry.npmjs.org']]);
  });

  it('is nothing more once settings open the network', async () => {
    const rules = async () => ({
      ...parseRules('', 'mine.toml', 'user'),
      grants: [{ host: '*' }, { folder: '/cache' }],
    });
    for (const command of ['npm install', 'curl https://example.com']) {
      const { sandbox } = await decide(command, {}, { rules });
      assert.deepEqual(sandbox?.confinement, { where: 'inside', hosts: ['*'], folders: ['/cache'], programs: [] });
    }
    const again = { blockedBefore: () => ({ hosts: [], isNetwork: true, writes: [], hidden: [] }) };
    assert.equal((await decide('make', again, { rules })).decision, 'allow');
  });
});

describe('A folder that the sandbox opens', () => {
  const rules = async () => ({ ...parseRules('', 'mine.toml', 'user'), grants: [{ folder: '/shared' }] });

  it('needs no question where a command names it to write there', async () => {
    for (const command of ['touch /shared/a', 'cp a.ts /shared/', 'mkdir -p /shared/b/c', 'make > /shared/log']) {
      const { decision, reason, sandbox } = await decide(command, {}, { rules });
      assert.deepEqual([command, decision, reason.kind], [command, 'allow', 'sandbox']);
      assert.deepEqual(sandbox?.confinement, { where: 'inside', hosts: [], folders: ['/shared'], programs: [] });
    }
  });

  it('is none for what else a command does outside', async () => {
    for (const command of [
      'touch /shared2/a',
      'touch /shared/../etc/a',
      'touch /shared/a /etc/a',
      'cp /etc/a /shared/',
      'cp -r /shared x',
      'cat /shared/a',
      'rm /shared/a',
      'touch /shared/.vscode/tasks.json',
      'git -C /shared log -p',
      'touch $X/shared/a > /etc/a',
    ])
      assert.equal((await decide(command, {}, { rules })).decision, 'ask', command);
  });

  it('is asked for where output is redirected to it, before the command runs in vain', async () => {
    for (const command of ['make > /out/log', 'echo x >> /out/log']) {
      const { decision, reason, sandbox, remember } = await decide(command);
      assert.deepEqual([decision, reason.kind, sandbox?.adds], ['ask', 'sandboxBlocked', ['/out']], command);
      assert.ok(remember?.some(({ rule }) => rule === 'sandbox folder = "/out"'));
    }
    for (const command of ['make > /tmp/log', 'make 2> /dev/null', 'make > log', 'make > $HOME/log'])
      assert.equal((await decide(command)).decision, 'allow', command);
    const { effects } = await decide('make > $HOME/log');
    assert.deepEqual(effects?.writes, [], 'nobody knows where that is');
  });
});

describe('Git that records, in a sandbox', () => {
  const recordsIn = async (folder: string) => (folder.startsWith('/w') ? '/w' : undefined);

  it('needs no question', async () => {
    for (const command of [
      'git add -A',
      'git add src test && git commit -m "Add it"',
      "git commit -am 'Fix it'",
      'git commit --message=x --signoff',
      'git status && git add . && git commit -q -m x && git log -1 --oneline',
      'git switch -c topic',
      'git checkout -b topic',
      'git branch topic',
      'git tag v1',
      'git tag -a v1 -m one',
      'git restore --staged src/a.ts',
    ]) {
      const { decision, reason, sandbox } = await decide(command, { recordsIn });
      assert.deepEqual([command, decision, reason.kind], [command, 'allow', 'sandbox']);
      assert.deepEqual(sandbox?.confinement.repositories, ['/w']);
      assert.equal(sandbox.confinement.where, 'inside');
    }
  });

  it('asks about all else, and runs that outside', async () => {
    for (const command of [
      'git commit',
      'git commit --amend -m x',
      'git commit -m "$(cat x)"',
      'git commit -F notes',
      'git commit -m x --no-verify',
      'git commit -m x --trailer a=b',
      'git commit -m x; node build.js',
      'git add -A | tee log',
      'git add -A > log',
      'git -c core.hooksPath=x commit -m x',
      'GIT_DIR=x git add -A',
      'git add --chmod=+x a',
      'git add -p',
      'git branch -D topic',
      'git branch -f topic HEAD~3',
      'git checkout topic',
      'git checkout -B topic',
      'git switch topic',
      'git switch -C topic',
      'git tag -d v1',
      'git tag -f v1',
      'git tag -s v1 -m x',
      'git restore src/a.ts',
      'git restore --staged --worktree src/a.ts',
      'git stash',
      'git merge topic',
      'git config user.name x',
      'git push',
    ]) {
      const { decision, sandbox } = await decide(command, { recordsIn });
      assert.deepEqual([command, decision, sandbox?.confinement.repositories], [command, 'ask', undefined]);
    }
  });

  it('asks where git would run more than itself, where a rule wants it, and where only Landlock holds', async () => {
    const command = 'git commit -m x';
    assert.equal((await decide(command, { recordsIn: async () => undefined })).sandbox?.confinement.where, 'outside');
    const toml =
      '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "git"\ndecision = "ask_user"\npriority = 1\n';
    assert.equal((await decide(command, { recordsIn }, { toml })).decision, 'ask');
    assert.equal((await decide(command, { recordsIn, tier: async () => 'landlock' })).decision, 'ask');
  });
});

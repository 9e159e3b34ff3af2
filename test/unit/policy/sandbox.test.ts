import assert from 'node:assert/strict';
import type { PolicyOptions } from '../../../src/policy/engine';
import { parseRules } from '../../../src/policy/rules';
import { tomlOf } from '../../../src/policy/savedRules';
import type { PolicySandbox } from '../../../src/policy/sandboxing';
import type { CommandProposal } from '../../../src/shared/proposals';
import type { SandboxBlock } from '../../../src/shared/sandbox';
import { testPolicy } from '../../support/testPolicy';

const plain: PolicySandbox = {
  tier: async () => 'namespaces',
  isOn: true,
  isRequired: false,
  blockedBefore: () => undefined,
};

describe('Policy with a sandbox', () => {
  const decide = (
    command: string,
    sandbox: Partial<PolicySandbox> = {},
    options: Partial<PolicyOptions> & { toml?: string } = {},
  ) => {
    const proposal: CommandProposal = { kind: 'command', command, cwd: '/w' };
    const policy = testPolicy({ sandbox: async () => ({ ...plain, ...sandbox }), ...options });
    return policy.decide({ toolName: 'run_shell_command', args: { command }, proposal });
  };
  const blocked = (block: Partial<SandboxBlock>): Partial<PolicySandbox> => ({
    blockedBefore: () => ({ hosts: [], isNetwork: false, writes: [], hidden: [], ...block }),
  });

  it('asks nothing about what stays inside, and runs it there', async () => {
    for (const command of [
      'npm test',
      'node build.js',
      'touch made',
      'make > log.txt',
      'python3 - <<EOF\nprint(1)\nEOF',
    ]) {
      const { decision, reason, sandbox } = await decide(command);
      assert.deepEqual(
        [command, decision, reason.kind, sandbox?.confinement.where],
        [command, 'allow', 'sandbox', 'inside'],
      );
    }
    const look = await decide('ls');
    assert.deepEqual(
      [look.decision, look.reason.kind, look.sandbox?.confinement.where],
      ['allow', 'readOnly', 'inside'],
    );
  });

  it('still asks before what destroys, what a rule wants, and what is hidden', async () => {
    const toml =
      '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "npm"\ndecision = "ask_user"\npriority = 1\n';
    for (const command of [
      'rm -rf src',
      'git reset --hard',
      'npm test',
      'find . -delete',
      'bash -c "rm -rf src"',
      'make \u202etset',
    ]) {
      assert.equal((await decide(command, {}, { toml })).decision, 'ask', command);
    }
  });

  it('runs what needs more outside once it is accepted', async () => {
    for (const command of ['touch /etc/motd', 'cat ~/.ssh/id_rsa', 'git commit -m x', 'cp a .vscode/tasks.json']) {
      const { decision, sandbox } = await decide(command);
      assert.deepEqual([command, decision, sandbox?.confinement.where], [command, 'ask', 'outside']);
    }
  });

  it('asks before files that control or run something are written, however a command names them', async () => {
    for (const command of [
      'touch AGENTS.md',
      'echo x > AGENTS.md',
      'echo x >> src/.envrc',
      'cat > Makefile <<EOF\nall:\nEOF',
      'node make.js > CLAUDE.md',
      'bash -c "echo x > AGENTS.md"',
      'echo x > log.txt; touch AGENTS.md',
    ]) {
      const { decision, sandbox } = await decide(command);
      assert.deepEqual([command, decision, sandbox?.confinement.where], [command, 'ask', 'outside']);
    }
    assert.deepEqual((await decide('echo x > AGENTS.md')).reason, { kind: 'protected', detail: 'AGENTS.md' });
  });

  it('denies what rules deny, and names the programs to be covered', async () => {
    const toml =
      '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = ["touch", "git push"]\ndecision = "deny"\npriority = 1\n';
    assert.equal((await decide('touch x', {}, { toml })).decision, 'deny');
    assert.deepEqual((await decide('npm test', {}, { toml })).sandbox?.confinement.programs, ['touch']);
    const all = await decide('x=tou; ${x}ch y', {}, { toml, mode: () => 'yolo' });
    assert.deepEqual(
      [all.decision, all.sandbox?.confinement.where, all.sandbox?.confinement.programs],
      ['allow', 'outside', ['touch']],
    );
  });

  it('asks for the host that the same command was kept from, and opens just that', async () => {
    const {
      decision,
      reason,
      sandbox,
      remember = [],
    } = await decide('npm ci', blocked({ hosts: ['registry.npmjs.org'], isNetwork: true }));
    assert.deepEqual([decision, reason], ['ask', { kind: 'sandboxBlocked', detail: 'registry.npmjs.org' }]);
    assert.deepEqual(sandbox?.confinement, {
      where: 'inside',
      hosts: ['registry.npmjs.org'],
      folders: [],
      programs: [],
    });
    assert.deepEqual(
      remember.map(({ scope, rule }) => `${scope}: ${rule}`),
      [
        'session: sandbox host = "registry.npmjs.org"',
        'folder: sandbox host = "registry.npmjs.org"',
        'user: sandbox host = "registry.npmjs.org"',
        'answer: run outside the sandbox',
        'session: sandbox outside = "npm ci"',
        'folder: sandbox outside = "npm ci"',
        'user: sandbox outside = "npm ci"',
      ],
    );
    const byChoice = new Map(Object.entries(sandbox.byChoice ?? {}));
    assert.equal(byChoice.get('outside:answer')?.where, 'outside');
  });

  it('asks for the host that a command names, before it runs in vain', async () => {
    const { decision, sandbox } = await decide('curl https://example.com/a');
    assert.deepEqual([decision, sandbox?.confinement.hosts], ['ask', ['example.com']]);
  });

  it('asks for the folder that the same command could not write in', async () => {
    const { sandbox, remember = [] } = await decide('make install', blocked({ writes: ['/opt/x/bin/tool'] }));
    assert.deepEqual([sandbox?.confinement.where, sandbox?.confinement.folders], ['inside', ['/opt/x/bin']]);
    assert.ok(remember.some(({ rule }) => rule === 'sandbox folder = "/opt/x/bin"'));
  });

  it('goes outside where it is not known what is missing', async () => {
    for (const block of [{ isNetwork: true }, { hidden: ['/w/.env'] }, { writes: ['somewhere'] }]) {
      assert.equal((await decide('npm start', blocked(block))).sandbox?.confinement.where, 'outside');
    }
    const landlock = await decide('npm ci', {
      ...blocked({ hosts: ['a.org'], isNetwork: true }),
      tier: async () => 'landlock',
    });
    assert.equal(landlock.sandbox?.confinement.where, 'outside');
  });

  it('asks no more once a rule gives it', async () => {
    const choice = (rule: string) => tomlOf({ id: 'x', scope: 'user', rule }, new Date(0));
    const rules = async () =>
      parseRules(
        choice('sandbox host = "registry.npmjs.org"') + choice('sandbox outside = "make \\"x\\""'),
        'mine.toml',
        'user',
      );
    const ci = await decide('npm ci', blocked({ hosts: ['registry.npmjs.org'], isNetwork: true }), { rules });
    assert.deepEqual([ci.decision, ci.sandbox?.confinement.hosts], ['allow', ['registry.npmjs.org']]);
    const make = await decide('make "x"', {}, { rules });
    assert.deepEqual([make.decision, make.sandbox?.confinement.where], ['allow', 'outside']);
    const theirs = async () => parseRules(choice('sandbox host = "evil.org"'), 'theirs.toml', 'workspace');
    assert.equal((await decide('curl https://evil.org', {}, { rules: theirs })).decision, 'ask');
  });

  it('is never silently without one', async () => {
    const none = await decide('npm test', { tier: async () => 'none' });
    assert.deepEqual([none.decision, none.sandbox?.tier], ['ask', 'none']);
    const required = await decide('npm test', { tier: async () => 'none', isRequired: true }, { mode: () => 'yolo' });
    assert.deepEqual([required.decision, required.reason.kind], ['deny', 'noSandbox']);
    const off = await decide('npm test', { isOn: false });
    assert.deepEqual([off.decision, off.sandbox], ['ask', undefined]);
  });

  it('says what is wrong with what a file gives the sandbox', () => {
    const { grants, problems } = parseRules(
      '[[sandbox]]\nhost = "a b"\n[[sandbox]]\nfolder = "/"\n[[sandbox]]\nhost = "A.org"\n',
      'mine.toml',
      'user',
    );
    assert.deepEqual(grants, [{ host: 'a.org' }]);
    assert.equal(problems.length, 2);
  });
});

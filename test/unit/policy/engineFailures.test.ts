import assert from 'node:assert/strict';
import type { CommandDisk } from '../../../src/policy/commandFacts';
import type { ApprovalMode } from '../../../src/shared/protocol';
import { parseRules } from '../../../src/policy/rules';
import { plainDisk } from '../../support/commandFacts';
import { type TestPolicyOptions } from '../../support/testPolicy';
import { command, decide, request, rule } from '../../support/policyRequests';

describe('The policy engine without an answer', () => {
  it('asks when something about it fails', async () => {
    const failing = { parser: () => Promise.reject(new Error('no grammar')) };
    const { decision, reason } = await decide(request('run_shell_command', command('ls')), 'yolo', failing);
    assert.deepEqual([decision, reason], ['ask', { kind: 'unparsed', detail: 'no grammar' }]);
    const rules = () => Promise.reject(new Error('no rules'));
    assert.equal((await decide(request('read_file'), 'yolo', { rules })).decision, 'ask');
    assert.equal((await decide(request('read_file'), 'yolo', { rules, canAsk: () => false })).decision, 'deny');
  });

  it('asks if the disk gives no answer, whatever the mode and the rules', async () => {
    // Each line needs the answer; with all of them, none is asked about.
    const needing: Readonly<Record<keyof CommandDisk, string>> = {
      followLinks: 'cat a.ts',
      findMatches: 'cat *.ts',
      ignored: 'sort < a.ts',
      filesBelow: 'grep -r x .',
      unhidden: 'rg x',
      notFolders: 'diff a.ts b.ts',
      repositoryTrust: 'git status',
      gitPlace: 'git push origin main',
      choosesPrograms: 'ls',
    };
    const toml = rule('allow', 'run_shell_command', 'commandPrefix = "git"');
    const whole = { toml, findMatches: async () => ['/w/a.ts'], filesBelow: async () => ['/w/a.ts'] };
    for (const [name, text] of Object.entries(needing)) {
      const wanted = request('run_shell_command', command(text));
      assert.equal((await decide(wanted, 'default', whole)).decision, 'allow', text);
      const hidden = name === 'unhidden' && { filesBelow: async () => ['/w/a.ts', '/w/.b/.env'] };
      for (const answer of [undefined, () => Promise.reject(new Error('no answer'))]) {
        const failing = { ...whole, ...hidden, [name]: answer } as TestPolicyOptions;
        for (const mode of ['default', 'autoEdit'] as const)
          assert.equal((await decide(wanted, mode, failing)).decision, 'ask', `${text} without ${name}`);
      }
    }
  });

  it('denies what a rule denies even if the disk, the parser or a sandbox fails', async () => {
    const fail = () => Promise.reject(new Error('no answer'));
    const toml = `${rule('deny', 'run_shell_command', 'commandPrefix = "cat a.ts"')}${rule('allow', 'run_shell_command', 'commandPrefix = "cat"')}`;
    const names = Object.keys(plainDisk);
    const failures: TestPolicyOptions[] = [
      ...names.map(name => ({ [name]: fail })),
      Object.fromEntries(names.map(name => [name, fail])),
      { parser: fail },
      { sandbox: fail },
    ];
    const forbidden = parseRules(toml, 'mine.toml', 'user').rules;
    for (const failure of failures) {
      const said = async (text: string, mode: ApprovalMode, options: TestPolicyOptions) =>
        (await decide(request('run_shell_command', command(text)), mode, { ...options, ...failure })).decision;
      const about = Object.keys(failure).join(', ');
      for (const mode of ['default', 'autoEdit', 'yolo'] as const) {
        for (const text of ['cat a.ts', 'cat *.ts; cat a.ts < b.ts', 'git status && cat a.ts']) {
          assert.equal(await said(text, mode, { toml }), 'deny', `${text}, ${mode}, ${about}`);
          assert.equal(
            await said(text, mode, { limits: () => [forbidden] }),
            'deny',
            `limit: ${text}, ${mode}, ${about}`,
          );
          // The limit before it fails too.
          const later = await said(text, mode, { toml, limits: () => [[]] });
          assert.equal(later, 'deny', `after a limit: ${text}, ${mode}, ${about}`);
        }
      }
    }
  });

  it('asks if a limit could not be evaluated, even if the rules then could', async () => {
    const toml = rule('allow', 'run_shell_command', 'commandPrefix = "cat"');
    const forbidden = parseRules(rule('deny', 'run_shell_command', 'commandPrefix = "rm"'), 'mine.toml', 'user').rules;
    let asked = 0;
    const followLinks = async () => {
      if (asked++ === 0) throw new Error('no answer');
      return new Map<string, string>();
    };
    const wanted = request('run_shell_command', command('cat a.ts'));
    const decision = await decide(wanted, 'default', { toml, limits: () => [forbidden], followLinks });
    assert.deepEqual([decision.decision, decision.reason.detail], ['ask', 'no answer']);
    assert.equal((await decide(wanted, 'default', { toml, limits: () => [forbidden], followLinks })).decision, 'allow');
  });
});

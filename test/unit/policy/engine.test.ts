import assert from 'node:assert/strict';
import { isProtected } from '../../../src/policy/protectedFiles';
import type { PolicyRequest } from '../../../src/policy/decision';
import type { EditCorrection, EditProposal, Proposal } from '../../../src/shared/proposals';
import type { ApprovalMode } from '../../../src/shared/protocol';
import { type TestPolicyOptions } from '../../support/testPolicy';
import { command, decide, edit, request, rule } from '../../support/policyRequests';

const MODES: readonly ApprovalMode[] = ['default', 'autoEdit', 'plan', 'yolo'];
const corrected = (correction: EditCorrection): EditProposal => ({ ...edit('/w/a'), correction });
const fetch = (url: string): Proposal => ({ kind: 'fetch', urls: [url] });
const questions: Proposal = { kind: 'questions', questions: [] };
const skill: Proposal = {
  kind: 'skill',
  name: 's',
  description: 'd',
  file: '/s/SKILL.md',
  path: '/s/SKILL.md',
  instructions: 'i',
};
const secret: Proposal = { kind: 'read', paths: ['.env'] };

describe('The policy engine', () => {
  it('lets plans be written in plan mode, and nothing else', async () => {
    const inPlan = async (file: string, plans = 'docs/plans', more: TestPolicyOptions = {}) =>
      (await decide(request('write_file', edit(file)), 'plan', { plans: () => ({ directory: plans }), ...more }))
        .decision;
    assert.equal(await inPlan('/w/docs/plans/a.md'), 'allow');
    assert.equal(await inPlan('/w/docs/plans/deep/a.MD'), 'allow');
    for (const file of ['/w/docs/plans/a.sh', '/w/docs/a.md', '/w/docs/plans.md', '/w/docs/plans/../a.md', '/x/a.md'])
      assert.equal(await inPlan(file), 'deny', file);
    for (const plans of ['', '.', './', '..', '/', '/x', '../x', 'docs/..', '~'])
      assert.equal(await inPlan('/w/a.md', plans), 'deny', plans);
    assert.equal(await inPlan('/w/docs/plans/GEMINI.md'), 'ask');
    assert.equal(await inPlan('/w/docs/plans/a.md', 'docs/plans', { isTrusted: () => false }), 'deny');
  });

  it('lets plans be written to a folder of their own outside the workspace, in plan mode alone', async () => {
    const outside = '/home/ada/.gemini/tmp/w/plans';
    const decided = async (file: string, mode: ApprovalMode, more: TestPolicyOptions = {}) =>
      (await decide(request('write_file', edit(file)), mode, { plans: () => ({ outside }), ...more })).decision;
    assert.equal(await decided(`${outside}/a.md`, 'plan'), 'allow');
    assert.equal(await decided(`${outside}/deep/a.md`, 'plan'), 'allow');
    for (const file of [`${outside}/a.sh`, `${outside}.md`, `${outside}/../a.md`, '/home/ada/.gemini/GEMINI.md'])
      assert.equal(await decided(file, 'plan'), 'deny', file);
    for (const mode of ['default', 'autoEdit', 'yolo'] as const)
      assert.equal(await decided(`${outside}/a.md`, mode), 'ask', mode);
    assert.equal(await decided(`${outside}/a.md`, 'plan', { isTrusted: () => false }), 'deny');
    assert.equal(await decided(`${outside}/a.md`, 'plan', { toml: rule('deny', 'write_file') }), 'deny');
  });

  const matrix: [what: string, wanted: PolicyRequest, ...decisions: string[]][] = [
    ['a read', request('read_file'), 'allow', 'allow', 'allow', 'allow'],
    ['a read of a secret', request('read_file', secret), 'ask', 'ask', 'ask', 'ask'],
    ['an edit', request('replace', edit('/w/a')), 'ask', 'allow', 'deny', 'allow'],
    [
      'an edit of several files',
      request('rename', { kind: 'edits', edits: [edit('/w/a'), edit('/w/b')] }),
      'ask',
      'allow',
      'deny',
      'allow',
    ],
    ['an edit found by its tokens', request('replace', corrected('regex')), 'ask', 'allow', 'deny', 'allow'],
    ['an edit whose place was guessed', request('replace', corrected('fuzzy')), 'ask', 'ask', 'deny', 'allow'],
    ['an edit that a model put right', request('replace', corrected('model')), 'ask', 'ask', 'deny', 'allow'],
    [
      'edits of which the place of one was guessed',
      request('rename', { kind: 'edits', edits: [edit('/w/b'), corrected('fuzzy')] }),
      'ask',
      'ask',
      'deny',
      'allow',
    ],
    ['an edit of a protected file', request('replace', edit('/w/.vscode/tasks.json')), 'ask', 'ask', 'deny', 'ask'],
    ['an edit outside', request('replace', edit('/etc/hosts')), 'ask', 'ask', 'deny', 'ask'],
    [
      'edits of which one is protected',
      request('rename', { kind: 'edits', edits: [edit('/w/a'), edit('/w/.git/config')] }),
      'ask',
      'ask',
      'deny',
      'ask',
    ],
    ['a skill', request('activate_skill', skill), 'ask', 'ask', 'ask', 'allow'],
    [
      'a skill that was agreed to',
      request('activate_skill', { ...skill, isKnown: true }),
      'allow',
      'allow',
      'allow',
      'allow',
    ],
    ['a command', request('run_shell_command', command('npm install')), 'ask', 'ask', 'deny', 'allow'],
    ['a command that only looks', request('run_shell_command', command('ls src')), 'allow', 'allow', 'deny', 'allow'],
    [
      'a command that writes to a protected file',
      request('run_shell_command', command('cp x .git/config')),
      'ask',
      'ask',
      'deny',
      'ask',
    ],
    [
      'a command that writes outside',
      request('run_shell_command', command('touch /etc/x')),
      'ask',
      'ask',
      'deny',
      'ask',
    ],
    [
      'a command that writes to a file',
      request('run_shell_command', command('npm test > log')),
      'ask',
      'ask',
      'deny',
      'allow',
    ],
    ['a fetch', request('web_fetch', fetch('https://example.com/')), 'ask', 'ask', 'ask', 'allow'],
    ['questions to the person', request('ask_user', questions), 'ask', 'ask', 'ask', 'ask'],
  ];
  for (const [what, wanted, ...expected] of matrix) {
    it(`decides about ${what} by the mode`, async () => {
      const decisions = await Promise.all(MODES.map(async mode => (await decide(wanted, mode)).decision));
      assert.deepEqual(decisions, expected);
    });
  }

  it('asks in every mode before what destroys for good, where somebody can be asked and no rule spells it out', async () => {
    const evaluate = async (text: string, more: Parameters<typeof decide>[2] = {}) => {
      const { decision, reason } = await decide(request('run_shell_command', command(text)), 'yolo', more);
      return `${decision} ${reason.kind}`;
    };
    for (const text of ['rm -rf build', 'git reset --hard', 'git clean -fd', 'git push --force', 'ls && rm -r x']) {
      assert.equal(await evaluate(text), 'ask destructive', text);
      assert.equal(await evaluate(text, { canAsk: () => false }), 'allow mode', text);
    }
    const toml = '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "rm -rf build"\ndecision = "allow"\n';
    assert.equal(await evaluate('rm -rf build', { toml }), 'allow mode');
    assert.equal(await evaluate('rm -rf other', { toml }), 'ask destructive');
    assert.equal(await evaluate('rm one.txt'), 'allow mode');
  });

  it('allows nothing that changes anything in a workspace that is not trusted', async () => {
    for (const [what, wanted] of matrix) {
      const { decision } = await decide(wanted, 'yolo', { isTrusted: () => false, toml: rule('allow', '*') });
      const kind = wanted.proposal?.kind;
      const expected = kind === undefined || kind === 'skill' ? 'allow' : kind === 'read' ? 'ask' : 'deny';
      assert.equal(decision, expected, what);
    }
  });

  it('denies what would be asked where there is nobody to ask', async () => {
    for (const [what, wanted] of matrix) {
      const asked = (await decide(wanted)).decision;
      const { decision } = await decide(wanted, 'default', { canAsk: () => false });
      assert.equal(decision, asked === 'ask' ? 'deny' : asked, what);
    }
  });

  it('keeps to what a rule denies in every mode, whatever other rules allow', async () => {
    for (const mode of MODES) {
      for (const [what, wanted] of matrix) {
        const toml = rule('deny', wanted.toolName) + rule('allow', '*');
        assert.equal((await decide(wanted, mode, { toml })).decision, 'deny', `${what} in ${mode}`);
      }
    }
  });

  it('lets rules allow, but neither what is protected nor questions to the person', async () => {
    for (const [what, wanted, usual] of matrix) {
      const { decision } = await decide(wanted, 'default', { toml: rule('allow', '*') });
      const isKept = /protected|outside|secret|questions|writes to/.test(what);
      assert.equal(decision, isKept ? usual : 'allow', what);
    }
  });

  it('knows protected files in any case, below any folder and with any separator', () => {
    const yes = [
      '/w/.git/hooks/x',
      'C:\\w\\.VSCode\\settings.json',
      '/w/a/.GEMINI/x',
      '/w/.env',
      '/w/.env.local',
      '/h/.bashrc',
      '/w/GEMINI.md',
      '/w/a.code-workspace',
      '/w/.git./config',
      'C:\\w\\.git::$INDEX_ALLOCATION\\config',
    ];
    const no = ['/w/git/x', '/w/environment.ts', '/w/a.env.ts', '/w/.github/workflows/ci.yml'];
    assert.deepEqual(
      yes.filter(path => !isProtected(path)),
      [],
    );
    assert.deepEqual(no.filter(isProtected), []);
  });

  it('asks nobody about an edit that changes nothing, and still denies what a rule denies', async () => {
    const same = { ...edit('/w/.vscode/tasks.json'), after: 'a' };
    for (const mode of MODES) {
      const wanted = request('write_file', same);
      const { decision, reason } = await decide(wanted, mode, { canAsk: () => false, isTrusted: () => false });
      assert.deepEqual([decision, reason.kind], ['allow', 'readOnly'], mode);
      assert.equal((await decide(wanted, mode, { toml: rule('deny', 'write_file') })).decision, 'deny', mode);
    }
  });

  it('asks before memory files change, whatever they are called', async () => {
    const memoryNames = () => ['docs/TEAM.md'];
    const of = async (file: string) =>
      (await decide(request('write_file', edit(file)), 'yolo', { memoryNames })).decision;
    assert.deepEqual(await Promise.all(['/w/src/team.md', '/w/src/GEMINI.md', '/w/src/b.md'].map(of)), [
      ...['ask', 'ask', 'allow'],
    ]);
  });

  it('allows nothing by a rule while any file of rules is broken, and names file and line', async () => {
    const toml = `${rule('allow', 'replace')}[[rule]]\ntoolName = "glob"\ndecision = "perhaps"\n`;
    assert.equal((await decide(request('replace', edit('/w/a')), 'default', { toml })).decision, 'ask');
    const shell = await decide(request('run_shell_command', command('npm test')), 'default', {
      toml: `[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "npm test"\ndecision = "allow"\n${toml}`,
    });
    assert.equal(shell.decision, 'ask');
    assert.match(shell.reason.detail ?? '', /^mine\.toml:\d+: "decision" must be/);
    for (const [what, wanted] of matrix) {
      const { decision } = await decide(wanted, 'yolo', { toml: `${rule('allow', '*')}[[oops` });
      assert.equal(decision, what === 'a read' ? 'allow' : 'ask', what);
    }
  });
});

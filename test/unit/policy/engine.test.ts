import assert from 'node:assert/strict';
import { denied } from '../../../src/agent/calls/callOutcome';
import type { CommandDisk } from '../../../src/policy/commandFacts';
import { isProtected } from '../../../src/policy/protectedFiles';
import type { PolicyRequest } from '../../../src/policy/decision';
import type { EditCorrection, EditProposal, Proposal } from '../../../src/shared/proposals';
import type { ApprovalMode } from '../../../src/shared/protocol';
import { parseRules } from '../../../src/policy/rules';
import { plainDisk } from '../../support/commandFacts';
import { testPolicy, type TestPolicyOptions } from '../../support/testPolicy';

const MODES: readonly ApprovalMode[] = ['default', 'autoEdit', 'plan', 'yolo'];
const edit = (file: string): EditProposal => ({ kind: 'edit', path: file, file, before: 'a', after: 'b' });
const corrected = (correction: EditCorrection): EditProposal => ({ ...edit('/w/a'), correction });
const command = (text: string): Proposal => ({ kind: 'command', command: text, cwd: '/w' });
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

function request(toolName: string, proposal?: Proposal): PolicyRequest {
  const args = proposal?.kind === 'fetch' ? { url: proposal.urls[0] } : {};
  return { toolName, args, ...(proposal && { proposal }) };
}

describe('The policy engine', () => {
  const decide = (wanted: PolicyRequest, mode: ApprovalMode = 'default', options: TestPolicyOptions = {}) =>
    testPolicy({ mode: () => mode, ...options }).decide(wanted);
  const rule = (decision: string, toolName: string, more = '') =>
    `[[rule]]\ntoolName = "${toolName}"\ndecision = "${decision}"\npriority = 900\n${more}\n`;

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

  it('lets rules ask about, or forbid, commands that name ignored files', async () => {
    const about = (decision: string, more = '') => `[[rule]]\nignoredFiles = true\ndecision = "${decision}"\n${more}\n`;
    const asked: (readonly string[])[] = [];
    const ignored = async (paths: readonly string[]) => {
      asked.push(paths);
      return new Set(paths.filter(path => path.startsWith('/w/dist')));
    };
    const evaluate = async (text: string, toml: string, mode: ApprovalMode = 'default') =>
      (await decide(request('run_shell_command', command(text)), mode, { toml, ignored })).decision;
    const named = [
      'cat dist/a.js',
      'ls src dist',
      'rm -r dist',
      'cat < dist/x',
      'node dist/a.js',
      'x --file=dist/a.js',
    ];
    for (const text of [...named, 'cd src && cat dist/a.js', 'echo $(cat dist/a.js)', 'env cat dist/a.js']) {
      assert.equal(await evaluate(text, about('deny')), 'deny', text);
      assert.equal(await evaluate(text, about('deny'), 'yolo'), 'deny', text);
      assert.equal(await evaluate(text, about('ask_user')), 'ask', text);
    }
    for (const text of ['cat src/a.js', 'ls', 'echo dist', 'grep dist src/a.js']) {
      assert.equal(await evaluate(text, about('deny')), 'allow', text);
    }
    assert.equal(await evaluate('npm run dist', about('deny')), 'ask');
    assert.equal(await evaluate('ls dist', about('deny', 'commandPrefix = "cat"')), 'allow');
    assert.equal(await evaluate('cat dist/a', about('deny', 'commandPrefix = "cat"')), 'deny');
    assert.equal(
      await evaluate('cat dist/a', about('ask_user') + rule('allow', 'run_shell_command')),
      'allow',
      'by rank',
    );
    assert.equal(
      (await decide(request('replace', edit('/w/dist/a')), 'autoEdit', { toml: about('deny') })).decision,
      'allow',
    );
    const before = asked.length;
    await evaluate('cat dist/a.js', rule('allow', 'run_shell_command'));
    assert.equal(asked.length, before, 'no rule is about ignored files');
  });

  it('takes the rule of the highest rank, and the strictest of equals', async () => {
    const toml = `${rule('allow', 'replace')}[[rule]]\ntoolName = "replace"\ndecision = "ask_user"\npriority = 901\n`;
    const byRule = await decide(request('replace', edit('/w/a')), 'autoEdit', { toml });
    assert.deepEqual([byRule.decision, byRule.rule?.name], ['ask', 'mine.toml:6']);
    const equal = rule('allow', 'replace') + rule('deny', 'replace', 'denyMessage = "Not on Fridays."');
    const denied = await decide(request('replace', edit('/w/a')), 'default', { toml: equal });
    assert.deepEqual([denied.decision, denied.reason], ['deny', { kind: 'rule', detail: 'Not on Fridays.' }]);
  });

  it('matches the arguments of a call, in whatever order they are given', async () => {
    const toml = rule('allow', 'web_fetch', String.raw`argsPattern = '"url":"https://example\.com/'`);
    const about = (args: Record<string, unknown>) =>
      decide({ ...request('web_fetch', fetch('https://example.com/')), args }, 'default', { toml });
    assert.equal((await about({ url: 'https://example.com/a', prompt: 'x' })).decision, 'allow');
    assert.equal((await about({ prompt: 'x', url: 'https://example.com/a' })).decision, 'allow');
    assert.equal((await about({ url: 'https://example.org/' })).decision, 'ask');
  });

  it('lets rules hold in some modes only, or only where somebody can be asked', async () => {
    const modes = rule('deny', 'replace', 'modes = ["autoEdit"]');
    assert.equal((await decide(request('replace', edit('/w/a')), 'default', { toml: modes })).decision, 'ask');
    assert.equal((await decide(request('replace', edit('/w/a')), 'autoEdit', { toml: modes })).decision, 'deny');
    const alone = rule('allow', 'replace', 'interactive = false');
    const unasked = await decide(request('replace', edit('/w/a')), 'default', { toml: alone, canAsk: () => false });
    assert.equal(unasked.decision, 'allow');
    assert.equal((await decide(request('replace', edit('/w/a')), 'default', { toml: alone })).decision, 'ask');
  });

  it('knows a tool by all its names, and the tools of a server by the server', async () => {
    const search = { ...request('search_file_content'), otherNames: ['grep_search'] };
    assert.equal((await decide(search, 'default', { toml: rule('deny', 'grep_search') })).decision, 'deny');
    const toml = '[[rule]]\nmcpName = "github"\ntoolName = "get_*"\ndecision = "allow"\n';
    const server = (serverName: string, toolName: string) =>
      decide({ toolName, serverName, args: {} }, 'default', { toml });
    assert.equal((await server('github', 'get_issue')).decision, 'allow');
    assert.equal((await server('github', 'delete_issue')).decision, 'ask');
    assert.equal((await server('gitlab', 'get_issue')).decision, 'ask');
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

  it('asks when something about it fails', async () => {
    const failing = { parser: () => Promise.reject(new Error('no grammar')) };
    const { decision, reason } = await decide(request('run_shell_command', command('ls')), 'yolo', failing);
    assert.deepEqual([decision, reason], ['ask', { kind: 'unparsed', detail: 'no grammar' }]);
    const rules = () => Promise.reject(new Error('no rules'));
    assert.equal((await decide(request('read_file'), 'yolo', { rules })).decision, 'ask');
    assert.equal((await decide(request('read_file'), 'yolo', { rules, canAsk: () => false })).decision, 'deny');
  });

  it('offers to remember a command by its beginning, and a fetch by its host', async () => {
    const rulesOf = async (wanted: PolicyRequest) =>
      (await decide(wanted)).remember?.map(({ scope, rule: text }) => [scope, text]);
    const scopes = (text: string) => ['session', 'folder', 'user'].map(scope => [scope, text]);
    assert.deepEqual(
      await rulesOf(request('run_shell_command', command('npm install left-pad'))),
      scopes('command = "npm install left-pad"'),
    );
    assert.deepEqual(
      await rulesOf(request('run_shell_command', command('npm run build'))),
      scopes('commandPrefix = "npm run build"'),
    );
    assert.deepEqual(
      await rulesOf(request('web_fetch', fetch('https://example.com/a'))),
      scopes('host = "example.com"'),
    );
    assert.deepEqual(await rulesOf(request('run_shell_command', command('rm -rf build'))), []);
    assert.deepEqual(await rulesOf(request('run_shell_command', command('curl x | sh'))), []);
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

  it('lets facts be remembered where nobody can be asked if that tool itself is allowed', async () => {
    const memory = edit('/home/u/.gemini/GEMINI.md');
    const of = async (toolName: string, mode: ApprovalMode, toml: string, canAsk = false) =>
      (await decide(remembering(toolName), mode, { toml, canAsk: () => canAsk })).decision;
    const remembering = (toolName: string) => ({
      ...request(toolName, memory),
      ...(toolName === 'save_memory' && { isMemory: true as const }),
    });
    const own = rule('allow', 'save_memory');
    assert.equal(await of('save_memory', 'default', own), 'allow');
    assert.equal(await of('save_memory', 'yolo', ''), 'allow');
    for (const mode of ['default', 'autoEdit'] as const) assert.equal(await of('save_memory', mode, ''), 'deny', mode);
    assert.equal(await of('save_memory', 'default', rule('allow', '*')), 'deny');
    assert.equal(await of('save_memory', 'plan', own), 'deny');
    assert.equal(await of('save_memory', 'yolo', rule('deny', 'save_memory')), 'deny');
    assert.equal(await of('save_memory', 'yolo', rule('ask', 'save_memory')), 'deny');
    assert.equal(await of('save_memory', 'yolo', own, true), 'ask');
    for (const other of ['write_file', 'replace']) assert.equal(await of(other, 'yolo', rule('allow', other)), 'deny');
    const ofServer = { ...remembering('save_memory'), serverName: 's' };
    assert.equal((await decide(ofServer, 'yolo', { canAsk: () => false })).decision, 'deny');
  });

  it('tells what a rule wants to be asked about from what it denies, where nobody can be asked', async () => {
    const options = (decision: string) => ({ toml: rule(decision, 'replace'), canAsk: () => false });
    const asked = await decide(request('replace', edit('/w/a')), 'default', options('ask'));
    assert.match(denied(asked.reason).content, /wants to be asked about needs approval, and nobody can be asked here/);
    assert.equal(denied(asked.reason).error, 'This requires approval, and there is no one to ask here.');
    const forbidden = await decide(request('replace', edit('/w/a')), 'default', options('deny'));
    assert.match(denied(forbidden.reason).content, /^Denied by a policy rule\. /);
  });

  it('asks about a search where secrets lie, and offers to remember it', async () => {
    const filesBelow = (folder: string) => Promise.resolve(folder === '/w' ? ['/w/a.ts', '/w/.env'] : ['/w/lib/b.ts']);
    const said = async (text: string) => {
      const { decision, reason, remember } = await decide(request('run_shell_command', command(text)), 'default', {
        filesBelow,
      });
      return [decision, reason.kind, reason.detail, remember?.length !== undefined && remember.length > 0];
    };
    assert.deepEqual(await said('grep -r x .'), ['ask', 'secretBelow', '.env', true]);
    assert.deepEqual(await said('grep -r x lib'), ['allow', 'readOnly', undefined, false]);
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
    const names = Object.keys(plainDisk) as (keyof CommandDisk)[];
    const failures: TestPolicyOptions[] = [
      ...names.map(name => ({ [name]: fail }) as TestPolicyOptions),
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

  describe('about a command that goes through a link', () => {
    const targets: Readonly<Record<string, string>> = {
      '/w/out': '/etc',
      '/w/in': '/w/a/b',
      '/w/a/b/up': '/',
      '/w/notes': '/w/.env',
      '/w/hooks': '/w/.git/hooks',
    };
    /** As the file system would: each link in turn, and what stands behind it after that. */
    const real = (path: string): string => {
      const done: string[] = [];
      for (const segment of path.split('/').filter(each => each !== '' && each !== '.')) {
        if (segment === '..') done.pop();
        else done.push(segment);
        const target = targets[`/${done.join('/')}`];
        if (target !== undefined) done.splice(0, done.length, ...target.split('/').filter(Boolean));
      }
      return `/${done.join('/')}`;
    };
    const followLinks = async (paths: readonly string[]) =>
      new Map(paths.map(path => [path, real(path)] as const).filter(([path, to]) => path !== to));
    const toml =
      '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = ["touch", "cat", "cp", "make", "rm", "cd", "git status"]\ndecision = "allow"\npriority = 900\n';
    const evaluate = async (text: string, mode: ApprovalMode = 'default') => {
      const wanted = request('run_shell_command', command(text));
      const decision = await decide(wanted, mode, { toml, followLinks });
      return { said: `${decision.decision} ${decision.reason.kind}`, effects: decision.effects };
    };

    it('asks about where it leads, and shows that place', async () => {
      const asked = {
        'touch out/x': 'outside',
        'touch ./out/new/x': 'outside',
        'touch out/../x': 'outside',
        'cd out && touch x': 'outside',
        'cd out; touch ../x': 'outside',
        'cd in && touch up/etc/x': 'outside',
        'cp a out': 'outside',
        'rm out/x': 'outside',
        'touch o*/x': 'indirect',
        'touch hooks/pre-commit': 'protected',
        'cat notes': 'secret',
        'cat < out/x': 'redirection',
        'make -C out': 'outside',
        'git -C out status': 'outside',
      };
      for (const [text, kind] of Object.entries(asked)) assert.equal((await evaluate(text)).said, `ask ${kind}`, text);
      assert.equal((await evaluate('touch out/x', 'yolo')).said, 'ask outside');
      assert.deepEqual((await evaluate('touch out/x in/y')).effects?.writes, [
        { path: '/etc/x', isOutside: true },
        { path: 'a/b/y', isOutside: false },
      ]);
    });

    it('asks about nothing more where it stays inside', async () => {
      for (const text of ['touch in/x', 'cd in && touch x', 'touch a/b/x', 'cat in/x', 'make -C in', 'touch src/*.o'])
        assert.equal((await evaluate(text)).said, 'allow rule', text);
      assert.equal((await evaluate('ls in')).said, 'allow readOnly');
      assert.equal((await evaluate('ls out')).said, 'ask command');
    });

    it('takes a folder that is a link itself for what it leads to', async () => {
      const linked = async (paths: readonly string[]) =>
        new Map(paths.filter(path => path.startsWith('/w')).map(path => [path, path.replace('/w', '/data')]));
      const wanted = (text: string) => request('run_shell_command', command(text));
      const of = async (text: string) =>
        (await decide(wanted(text), 'default', { toml, followLinks: linked })).decision;
      assert.deepEqual([await of('touch x'), await of('touch ../x')], ['allow', 'ask']);
    });
  });

  it('asks about a redirection into a file, but not where files are changed without a question', async () => {
    const toml =
      '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "echo"\ndecision = "allow"\npriority = 900\n';
    const of = async (text: string, mode: ApprovalMode) =>
      (await decide(request('run_shell_command', command(text)), mode, { toml })).decision;
    assert.deepEqual([await of('echo a > b', 'default'), await of('echo a > b', 'autoEdit')], ['ask', 'allow']);
    for (const text of ['echo a > ../b', 'echo a > .git/config', 'echo a > ~/.bashrc', 'echo a > $B', 'cat a > b']) {
      assert.equal(await of(text, 'autoEdit'), 'ask', text);
    }
  });

  it('asks about reading from a file that is ignored', async () => {
    const toml =
      '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "cat"\ndecision = "allow"\npriority = 900\n';
    const ignored = async (paths: readonly string[]) => new Set(paths.filter(path => path.endsWith('.log')));
    const of = async (text: string) =>
      (await decide(request('run_shell_command', command(text)), 'default', { toml, ignored })).decision;
    assert.deepEqual([await of('cat < a.txt'), await of('cat < a.log')], ['allow', 'ask']);
  });
});

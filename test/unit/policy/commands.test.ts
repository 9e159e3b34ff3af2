import assert from 'node:assert/strict';
import { decideCommand, type CommandSettings } from '../../../src/policy/commandPolicy';
import { plainFacts } from '../../support/commandFacts';
import { parseRules } from '../../../src/policy/rules';
import type { ShellParser } from '../../../src/policy/shell/syntax';
import { inOrder } from '../../../src/policy/toolRules';
import { bashParser } from '../../support/bashParser';
import { ALLOWED, ASKED, DENIED, FREE, NOT_FREE, RULES } from './commandCorpus';

const LOOKING = [
  'ls -la src',
  'git status && git diff --stat | head -5',
  'cd src; cat a.ts 2>/dev/null | wc -l',
  'grep -rn "x > y" . || true',
  'find . -name "*.ts" 2>&1',
  'sed -n 1,20p a.ts',
];
const CHANGING = [
  'ls > list.txt',
  'cat a.ts >> b.ts',
  '> a.ts',
  'npm test',
  './ls',
  'find . -delete',
  'find . -exec touch {} +',
  'find . -fprint out.txt',
  'sed -i s/a/b/ a.ts',
  'sed -n "1w out.txt" a.ts',
  'sort -o a.txt a.txt',
  'uniq a.txt b.txt',
  'uniq -- a.txt -w',
  'git diff --output=x',
  'git -c core.fsmonitor=./run status',
  'git checkout .',
  'GIT_EXTERNAL_DIFF=./run git diff',
  'PATH=.:$PATH; ls',
  'ls $(touch a)',
  'cat <(touch a)',
  'cat $FLAGS a.txt',
  'ls() { touch a; }; ls',
  'alias ls=rm; ls',
  'ls | xargs touch',
  'ls & touch a',
  'timeout 5 touch a',
  'echo x | tee a.txt',
  'cat <<E\n$(touch a)\nE',
  'ls "unclosed',
  'rg --pre ./run x',
  'tree -o out.txt',
  '',
  '# ls',
];

describe('Shell commands', () => {
  let parse: ShellParser;
  before(async () => (parse = await bashParser()));

  const settings = (toml: string, more: Partial<CommandSettings> = {}): CommandSettings => ({
    ...plainFacts(['a.txt', 'b.txt', 'a', 'b'].map(name => `/work/app/${name}`)),
    shell: 'bash',
    rules: inOrder(parseRules(toml, 'team.toml', 'user').rules),
    ground: { cwd: '/work/app', folders: ['/work/app'], home: '/home/ada', ignoresCase: false },
    fallback: 'ask',
    isYolo: false,
    asksBeforeDestroying: true,
    freesReadOnly: false,
    repositories: new Map([['/work/app', 'plain']]),
    ...more,
  });
  const decide = (command: string, toml = RULES, more: Partial<CommandSettings> = {}) =>
    decideCommand(command, settings(toml, more), parse);
  const wrong = (commands: readonly string[], ...right: string[]) => notDecided(commands, right, RULES);
  const notDecided = (commands: readonly string[], right: readonly string[], toml: string, more = {}) =>
    commands.flatMap(command => {
      const { decision, reason } = decide(command, toml, more);
      return right.includes(decision)
        ? []
        : [`${decision} (${reason.kind} ${reason.detail ?? ''}): ${JSON.stringify(command)}`];
    });

  it('lists the files that a command reads, not the letters of its options', () => {
    const reads = (command: string) => decide(command).effects?.reads.map(({ path }) => path);
    assert.deepEqual(reads('ls -la; grep -rn x src; wc -lw a; du -sh; cat -nb b; sort -ru c'), ['src', 'a', 'b', 'c']);
    assert.deepEqual(reads('grep -fpatterns d; ls -a ../e; cut -d, -f1 f'), ['d', 'patterns', '/work/e', 'f']);
  });

  it('that a rule forbids are denied in whatever clothes', () => {
    assert.deepEqual(wrong(DENIED, 'deny'), []);
  });

  it('that could do more than the rules allow are never allowed', () => {
    assert.deepEqual(wrong(ASKED, 'ask', 'deny'), []);
  });

  it('that the rules plainly allow are allowed', () => {
    assert.deepEqual(wrong(ALLOWED, 'allow'), []);
  });

  it('that only look are free inside of the workspace, and nowhere else', () => {
    assert.deepEqual(notDecided(FREE, ['allow'], '', { freesReadOnly: true }), []);
    assert.deepEqual(notDecided(NOT_FREE, ['ask'], '', { freesReadOnly: true }), []);
  });

  it('that search where secrets lie ask, unless a rule allows just them', () => {
    const secrets = new Map([
      ['/work/app', ['/work/app/.env']],
      ['/work/app/lib', []],
    ]);
    const decided = (command: string, toml = '') => decide(command, toml, { freesReadOnly: true, secrets }).decision;
    assert.equal(decided('grep -r x .'), 'ask');
    assert.equal(decided('grep -rn x'), 'ask');
    assert.equal(decided('cd lib && grep -r x ..'), 'ask');
    assert.equal(decided('rg --hidden x'), 'ask');
    // It leaves hidden files out by itself.
    assert.equal(decided('rg x'), 'allow');
    assert.equal(decided('grep x a.txt'), 'allow');
    assert.equal(decided('grep -r x lib'), 'allow');
    assert.equal(decided('grep -r x elsewhere'), 'ask', 'nobody knows what is below it');
    assert.equal(decided('grep -r x .', RULES), 'ask');
    const exact = '[[rule]]\ntoolName = "run_shell_command"\ncommandRegex = "^grep -r x \\\\.$"\ndecision = "allow"\n';
    assert.equal(decided('grep -r x .', exact), 'allow');
  });

  it('that only look are told from those that may change something, in every mode', () => {
    const looks = (command: string, more = {}) => decide(command, '', more).onlyLooks === true;
    for (const more of [{}, { isYolo: true }, { shell: 'powershell' as const }]) {
      const isBash = !('shell' in more);
      for (const command of LOOKING) assert.equal(looks(command, more), isBash, command);
      for (const command of CHANGING) assert.equal(looks(command, more), false, command);
    }
  });
});

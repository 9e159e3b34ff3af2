import assert from 'node:assert/strict';
import { gitPlace } from '../../../../src/node/git/gitPlace';
import { Scratch } from '../../../support/scratch';

describe('What git would work with in a folder', () => {
  let scratch: Scratch;
  beforeEach(async () => (scratch = await Scratch.make()));
  afterEach(() => scratch.close());
  const place = async (path: string) => {
    const { runsOthers, remotes } = await gitPlace(scratch.absolute(path));
    return [runsOthers, [...remotes]];
  };

  it('is a repository with names for addresses', async () => {
    const config =
      '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://example.com/a.git\n\tfetch = x\n[remote "bare"]\n\tfetch = x\n[branch "main"]\n\turl = no\n[remote "up/stream"]\n  URL=b';
    await scratch.put('w/.git/config', config);
    await scratch.put('w/sub/a', '');
    assert.deepEqual(await place('w/sub'), [false, ['origin', 'up/stream']]);
    await scratch.put('w/.git/config', config.replaceAll('\n', '\r\n'));
    assert.deepEqual(await place('w'), [false, ['origin', 'up/stream']]);
  });

  it('runs other programs if its configuration names some', async () => {
    const others = [
      '[core]\n\teditor = ./x',
      '[core]\n\teditor = vim -c x',
      '[sequence]\n\teditor = ./x',
      '[core]\n\tsshCommand = ./x',
      '[core]\n\tsshCommand = ssh -o ProxyCommand=./x',
      '[core]\n\tfsmonitor = ./x',
      '[interactive]\n\tdiffFilter = ./x',
      '[filter "x"]\n\tclean = ./x',
      '[filter "lfs"]\n\tclean = ./x',
      '[credential]\n\thelper = !./x',
      '[credential "https://a.example"]\n\thelper = ./x',
      '[alias]\n\tst = !./x',
      '[remote "a"]\n\turl = ext::./x',
      '[remote "a"]\n\turl = a\n\tuploadpack = ./x',
      '[url "ext::./x"]\n\tinsteadOf = https://a.example',
      '[include]\n\tpath = ../x',
      '[gpg]\n\tprogram = ./x',
    ];
    for (const config of others) {
      await scratch.put('w/.git/config', `[core]\n\tbare = false\n${config}\n`);
      assert.equal((await place('w'))[0], true, config);
    }
    await scratch.put('w/.git/config', '[core]\n\tbare = false\n');
    await scratch.put('w/.git/config.worktree', '[core]\n\teditor = ./x\n');
    assert.equal((await place('w'))[0], true);
  });

  it('runs none but the user’s own with what repositories usually have', async () => {
    const usual = [
      '[core]\n\trepositoryformatversion = 1\n\tfilemode = true\n\thooksPath = .husky/_\n\teditor = code --wait',
      '[core]\n\tsshCommand = ssh -i ~/.ssh/work -o IdentitiesOnly=yes\n\tfsmonitor = true',
      '[remote "origin"]\n\turl = git@example.com:a/b.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n\tpromisor = true\n\tpartialclonefilter = blob:none',
      '[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n\tvscode-merge-base = origin/main',
      '[filter "lfs"]\n\tclean = git-lfs clean -- %f\n\tsmudge = git-lfs smudge -- %f\n\tprocess = git-lfs filter-process\n\trequired = true',
      '[alias]\n\tst = status -sb',
      '[credential]\n\thelper = store',
      '[user]\n\tsigningkey = x\n[commit]\n\tgpgsign = true\n[gpg]\n\tformat = ssh',
      '[url "git@example.com:"]\n\tinsteadOf = https://example.com/',
    ];
    for (const config of usual) {
      await scratch.put('w/.git/config', `${config}\n`);
      assert.equal((await place('w'))[0], false, config);
    }
  });

  it('is nothing where there is none', async () => {
    assert.deepEqual(await place('.'), [false, []]);
  });

  it('is what files of the folder say where they form a repository, also with its objects elsewhere', async () => {
    await scratch.put('w/.git/config', '[remote "origin"]\n\turl = x\n');
    for (const name of ['HEAD', 'objects/x', 'config']) await scratch.put(`w/evil/${name}`, '');
    for (const name of ['HEAD', 'commondir']) await scratch.put(`w/worse/${name}`, '../evil');
    await scratch.put('w/evil/hooks/sub/x', '');
    await scratch.put('w/odd/.git', 'gitdir: ../evil\n');
    for (const path of ['w/evil', 'w/evil/hooks/sub', 'w/worse', 'w/odd', 'w/none'])
      assert.deepEqual(await place(path), [true, []], path);
  });
});

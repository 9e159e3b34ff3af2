import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordsIn } from '../../../../src/node/git/recordTrust';
import { isSecretFile } from '../../../../src/policy/secretFiles';
import { SandboxPlace } from '../../../support/sandboxPlace';

describe('Git that records in the sandbox', function () {
  this.timeout(60_000);
  let at: SandboxPlace;
  let isHere: boolean;
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
      cwd: at.work,
      encoding: 'utf8',
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' },
    });
  const put = (path: string, text: string) => writeFileSync(join(at.root, path), text);
  const trusted = () => recordsIn(join(at.work, 'src'), [at.work], isSecretFile, at.home);
  beforeEach(async () => {
    at = new SandboxPlace('namespaces');
    mkdirSync(join(at.work, 'src'), { recursive: true });
    mkdirSync(at.home);
    isHere = (await at.commands.tier()) === 'namespaces';
    put('work/src/a.txt', 'a');
    git('init', '-q', '-b', 'main');
    git('config', 'user.name', 'Ada');
    git('config', 'user.email', 'ada@example.com');
  });
  afterEach(() => at.close());

  it('commits, with what leads git to programs out of reach', async () => {
    const line =
      'git add -A && git commit -qm "Add a" && git tag v1; echo evil >> .git/config; echo evil > .git/hooks/post-commit; mv .git/hooks .git/x; echo evil > .git/info/attributes';
    const result = await at.run(line, { repositories: [at.work] });
    if (!isHere) return assert.match(result.error ?? '', /couldn't be set up/);
    assert.equal(git('log', '--format=%s', '-1', 'v1'), 'Add a\n', result.output);
    assert.doesNotMatch(readFileSync(join(at.work, '.git/config'), 'utf8'), /evil/);
    assert.equal(result.output.match(/Read-only file system/g)?.length, 3, result.output);
    assert.match(result.output, /busy/);
  });

  it('can’t where it was not given the repository', async () => {
    const { exitCode } = await at.run('git add -A');
    if (isHere) assert.equal(exitCode, 128);
  });

  it('is trusted where git runs nothing but itself', async () => {
    assert.equal(await trusted(), at.work);
    put('home/.gitconfig', '[user]\n\tname = Ada\n[commit]\n\tgpgsign = false\n');
    assert.equal(await trusted(), at.work);
    const lfs =
      '[filter "lfs"]\n\tclean = git-lfs clean -- %f\n\tprocess = git-lfs filter-process\n\trequired = true\n';
    appendFileSync(join(at.home, '.gitconfig'), lfs);
    assert.equal(await trusted(), at.work);
  });

  for (const [what, file, text] of [
    ['a hook', 'work/.git/hooks/pre-commit', '#!/bin/sh\n'],
    ['hooks elsewhere', 'work/.git/config', '[core]\n\thooksPath = .husky\n'],
    ['a filter', 'work/.git/config', '[filter "x"]\n\tclean = ./x\n'],
    ['a filter of the user', 'home/.gitconfig', '[filter "lfs"]\n\tclean = git-lfs clean; ./x\n'],
    ['a signature', 'home/.gitconfig', '[commit] gpgsign = true\n'],
    ['more files', 'home/.gitconfig', '[include]\n\tpath = ~/x\n'],
    ['another place', 'work/.git/commondir', '../x\n'],
  ] as const)
    it(`is not trusted with ${what}`, async () => {
      mkdirSync(join(at.work, '.git/hooks'), { recursive: true });
      appendFileSync(join(at.root, file), text);
      assert.equal(await trusted(), undefined);
    });

  it('is not trusted outside of the workspace, in a repository within, and with a secret in the index', async () => {
    assert.equal(await recordsIn(at.root, [at.work], isSecretFile, at.home), undefined);
    mkdirSync(join(at.work, 'src/.git'));
    assert.equal(await trusted(), undefined);
    assert.equal(await recordsIn(at.work, [at.work], isSecretFile, at.home), at.work);
    put('work/.env', 'KEY=1');
    git('add', '-f', '.env');
    assert.equal(await recordsIn(at.work, [at.work], isSecretFile, at.home), undefined);
  });
});

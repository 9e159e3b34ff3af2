import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lookingEnvironment } from '../../../../src/node/git/lookingEnvironment';
import { repositoryTrust } from '../../../../src/node/git/repositoryTrust';
import { Scratch } from '../../../support/scratch';

const isSecret = (path: string) => path.endsWith('.env');

describe('What git may run in a folder', () => {
  let scratch: Scratch;
  let top: string;
  const git = (cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd,
      env: { PATH: process.env.PATH, HOME: scratch.path, GIT_CONFIG_NOSYSTEM: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }).toString();
  const trust = (folder = top) => repositoryTrust(folder, [top], isSecret);
  const marker = () => existsSync(join(scratch.path, 'marker'));
  const program = (path: string) => {
    writeFileSync(path, `#!/bin/sh\ntouch '${join(scratch.path, 'marker')}'\n`);
    chmodSync(path, 0o755);
    return path;
  };

  beforeEach(async () => {
    scratch = await Scratch.make();
    top = join(realpathSync(scratch.path), 'work');
    mkdirSync(join(top, 'sub'), { recursive: true });
    git(top, ['init', '-q', '-b', 'main', '.']);
    writeFileSync(join(top, 'a.txt'), 'a\n');
    writeFileSync(join(top, 'sub', 'b.txt'), 'b\n');
    git(top, ['add', '.']);
    git(top, ['commit', '-qm', 'a']);
  });
  afterEach(() => scratch.close());

  it('is nothing in a repository as git makes it, also further down and in another working tree', async () => {
    assert.equal(await trust(), 'plain');
    assert.equal(await trust(join(top, 'sub')), 'plain');
    git(top, ['config', 'user.name', 'Ada']);
    git(top, ['config', 'branch.main.remote', 'origin']);
    git(top, ['config', 'remote.origin.url', 'https://example.com/a.git']);
    git(top, ['config', 'core.hooksPath', '.husky/_']);
    assert.equal(await trust(), 'plain');
    const other = join(realpathSync(scratch.path), 'other');
    git(top, ['worktree', 'add', '-q', other]);
    assert.equal(await repositoryTrust(other, [other], isSecret), 'plain');
  });

  it('may be anything where the configuration names a program, or brings in more', async () => {
    const config = join(top, '.git', 'config');
    for (const [key, value] of [
      ['core.fsmonitor', './x'],
      ['diff.external', './x'],
      ['diff.a.textconv', './x'],
      ['diff.a.command', './x'],
      ['filter.a.clean', './x'],
      ['include.path', '../x'],
      ['includeIf.gitdir:/.path', '../x'],
      ['core.worktree', '/'],
      ['core.bare', 'true'],
      ['gpg.program', './x'],
      ['extensions.partialClone', 'origin'],
      ['remote.origin.promisor', 'true'],
      ['format.pretty', '%G?'],
      ['submodule.recurse', 'true'],
      ['log.showSignature', 'true'],
      ['core.attributesFile', '../x'],
    ] as const) {
      const before = readFileSync(config, 'utf8');
      git(top, ['config', '-f', config, key, value]);
      assert.equal(await trust(), 'unsafe', key);
      writeFileSync(config, before);
    }
    appendFileSync(config, '[core] fsmonitor = ./x\n');
    assert.equal(await trust(), 'unsafe');
  });

  it('may be anything where a hook follows looking', async () => {
    program(join(top, '.git', 'hooks', 'post-index-change'));
    assert.equal(await trust(), 'unsafe');
  });

  it('may be anything in a repository within the folder, and where there is none', async () => {
    const evil = join(top, 'evil');
    git(top, ['init', '-q', '--bare', evil]);
    assert.equal(await trust(evil), 'unsafe');
    assert.equal(await trust(join(evil, 'refs')), 'unsafe');
    git(top, ['init', '-q', join(top, 'own')]);
    assert.equal(await trust(join(top, 'own')), 'unsafe');
    assert.equal(await trust(join(top, '.git')), 'unsafe');
    assert.equal(await repositoryTrust(scratch.path, [scratch.path], isSecret), 'unsafe');
    assert.equal(await trust(join(top, 'missing')), 'unsafe');
  });

  it('may be anything where a repository that is part of it has such configuration', async () => {
    const inner = join(top, 'inner');
    git(top, ['init', '-q', inner]);
    git(inner, ['commit', '-qm', 'a', '--allow-empty']);
    git(top, ['add', 'inner']);
    assert.equal(await trust(), 'plain');
    git(inner, ['config', 'core.fsmonitor', program(join(scratch.path, 'run'))]);
    assert.equal(await trust(), 'unsafe');
  });

  it('shows secrets where it keeps some, in each version of its index', async () => {
    writeFileSync(join(top, 'sub', '.env'), 'KEY=1\n');
    git(top, ['add', '-f', 'sub/.env']);
    for (const version of ['2', '3', '4']) {
      git(top, ['update-index', `--index-version=${version}`, '--force-write-index']);
      assert.equal(await trust(), 'secrets', version);
    }
    git(top, ['rm', '-q', '--cached', 'sub/.env']);
    assert.equal(await trust(), 'plain');
  });

  it('is nothing in the environment of commands that only look', () => {
    const env = lookingEnvironment();
    const run = program(join(scratch.path, 'run'));
    git(top, ['config', 'core.fsmonitor', run]);
    program(join(top, '.git', 'hooks', 'post-index-change'));
    writeFileSync(join(top, 'a.txt'), 'c\n');
    for (const args of [['status'], ['diff'], ['log', '-p'], ['grep', 'c'], ['stash', 'list']]) git(top, args, env);
    assert.equal(marker(), false);
    git(top, ['status']);
    assert.equal(marker(), true);
    const evil = join(top, 'evil');
    git(top, ['init', '-q', '--bare', evil]);
    assert.throws(() => git(evil, ['status'], env), /cannot use bare repository/);
  });
});

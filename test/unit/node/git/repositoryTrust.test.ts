import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
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
      ['blame.ignoreRevsFile', '../x'],
      ['mailmap.file', '../x'],
      ['extensions.objectFormat', 'other'],
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

  describe('looking back', () => {
    const looking = (...hashes: string[]) => repositoryTrust(top, [top], isSecret, { looksBack: true, hashes });

    it('shows no secret where there never was one', async () => {
      assert.equal(await looking(git(top, ['rev-parse', '--short', 'HEAD']).trim()), 'plain');
    });

    it('may show what is no longer there: in earlier commits, the stash, on other branches and in the reflog', async () => {
      const commit = () => {
        writeFileSync(join(top, 'sub', '.env'), `KEY=${Math.random()}\n`);
        git(top, ['add', '-f', 'sub/.env']);
        git(top, ['commit', '-qm', 'b']);
      };
      const ways: readonly (readonly [string, () => void])[] = [
        [
          'an earlier commit',
          () => {
            commit();
            git(top, ['rm', '-q', 'sub/.env']);
            git(top, ['commit', '-qm', 'c']);
          },
        ],
        [
          'the reflog',
          () => {
            commit();
            git(top, ['reset', '-q', '--hard', 'HEAD~1']);
          },
        ],
        [
          'another branch',
          () => {
            git(top, ['checkout', '-qb', 'other']);
            commit();
            git(top, ['checkout', '-q', 'main']);
          },
        ],
        [
          'the stash',
          () => {
            writeFileSync(join(top, '.env'), 'KEY=2\n');
            git(top, ['stash', '-q', '-u']);
          },
        ],
      ];
      for (const [name, way] of ways) {
        const start = git(top, ['rev-parse', 'HEAD']).trim();
        way();
        assert.deepEqual([await trust(), await looking()], ['plain', 'history'], name);
        git(top, ['checkout', '-q', '-B', 'main', start]);
        for (const other of git(top, ['for-each-ref', '--format=%(refname)']).split('\n').filter(Boolean)) {
          if (other !== 'refs/heads/main') git(top, ['update-ref', '-d', other]);
        }
        git(top, ['update-ref', '-d', 'ORIG_HEAD']);
        git(top, ['reflog', 'expire', '--expire=now', '--all']);
        assert.equal(await looking(), 'plain');
      }
    });

    it('may show an object that nothing leads to any more', async () => {
      writeFileSync(join(top, '.env'), 'KEY=3\n');
      const hash = git(top, ['hash-object', '-w', '.env']).trim();
      assert.equal(await looking(), 'plain');
      for (const known of [hash, hash.slice(0, 7), hash.toUpperCase()]) assert.equal(await looking(known), 'history');
    });
  });

  it('may be anything where files of another place are taken', async () => {
    const other = join(realpathSync(scratch.path), 'other');
    git(scratch.path, ['init', '-q', '-b', 'main', other]);
    const alternates = join(top, '.git', 'objects', 'info', 'alternates');
    writeFileSync(alternates, `${join(other, '.git', 'objects')}\n`);
    assert.equal(await trust(), 'unsafe');
    unlinkSync(alternates);
    writeFileSync(join(top, '.git', 'commondir'), `${join(other, '.git')}\n`);
    assert.equal(await trust(), 'unsafe');
    unlinkSync(join(top, '.git', 'commondir'));
    assert.equal(await trust(), 'plain');
    symlinkSync(join(other, '.git', 'config'), join(top, '.git', 'info', 'linked'));
    assert.equal(await trust(), 'unsafe');
    renameSync(join(top, '.git'), join(top, 'away'));
    for (const target of [join(other, '.git'), '../other/.git']) {
      writeFileSync(join(top, '.git'), `gitdir: ${target}\n`);
      assert.equal(await trust(), 'unsafe');
      unlinkSync(join(top, '.git'));
    }
    symlinkSync(join(other, '.git'), join(top, '.git'));
    assert.equal(await trust(), 'unsafe');
  });

  it('knows the secrets of an index with longer hashes, and trusts none that is split or sparse', async () => {
    const long = join(top, '..', 'long');
    git(scratch.path, ['init', '-q', '--object-format=sha256', long]);
    for (const name of ['a.txt', 'b.txt']) writeFileSync(join(long, name), 'a\n');
    git(long, ['add', '.']);
    assert.equal(await repositoryTrust(long, [long], isSecret), 'plain');
    writeFileSync(join(long, 'x.env'), 'KEY=1\n');
    git(long, ['add', '-f', '.']);
    assert.equal(await repositoryTrust(long, [long], isSecret), 'secrets');
    git(top, ['sparse-checkout', 'set', '--cone', '--sparse-index', 'none']);
    assert.equal(await trust(), 'unsafe');
    git(top, ['sparse-checkout', 'disable']);
    assert.equal(await trust(), 'plain');
    git(top, ['update-index', '--split-index']);
    assert.equal(await trust(), 'unsafe');
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

  it('is nothing where git would show a password in an address, be it of the user or of the repository', async () => {
    const told = () => repositoryTrust(top, [top], isSecret, { looksBack: false, hashes: [], tellsAddresses: true });
    const home = process.env.HOME;
    process.env.HOME = scratch.path;
    try {
      git(top, ['remote', 'add', 'origin', 'https://ada@example.com/a.git']);
      git(top, ['config', 'http.https://example.com/.extraheader', 'AUTHORIZATION: basic eDp4LWs5UXptVzgyeFo=']);
      assert.equal(await told(), 'plain');
      git(top, ['remote', 'set-url', '--push', 'origin', 'https://ada:k3J9qLmW82xZ@example.com/a.git']);
      assert.deepEqual([await told(), await trust()], ['unsafe', 'plain']);
      git(top, ['config', '--unset', 'remote.origin.pushurl']);
      assert.equal(await told(), 'plain');
      writeFileSync(
        join(scratch.path, 'more'),
        '[url "https://ada:k3J9qLmW82xZ@example.com/"]\n\tinsteadOf = https://example.com/\n',
      );
      writeFileSync(join(scratch.path, '.gitconfig'), '[include]\n\tpath = more\n');
      assert.equal(await told(), 'unsafe');
    } finally {
      process.env.HOME = home;
    }
  });
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { GitIndex } from '../../../../src/node/git/indexFile';
import { Scratch } from '../../../support/scratch';

describe('The index of a repository', () => {
  let work: Scratch;
  let index: GitIndex;
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: work.path, encoding: 'utf8', stdio: 'pipe' });

  beforeEach(async () => {
    work = await Scratch.make();
    await work.put('src/a ü*.txt', 'one\n');
    await work.put('run.sh', '#!/bin/sh\n');
    await chmod(work.absolute('run.sh'), 0o755);
    git('init', '-q');
    git('add', '.');
    index = new GitIndex('git', work.path);
  });
  afterEach(() => work.close());

  it('is given texts of files that hold something else, and keeps what they may do', async () => {
    const file = work.absolute('src/a ü*.txt');
    assert.deepEqual(await index.read(file), { mode: '100644', bytes: Buffer.from('one\n') });
    await index.write(file, Buffer.from('staged\n'), '100644');
    assert.equal(git('show', ':src/a ü*.txt'), 'staged\n');
    assert.equal(String(await work.bytes('src/a ü*.txt')), 'one\n');
    const script = await index.read(work.absolute('run.sh'));
    assert.equal(script?.mode, '100755');
    await index.write(work.absolute('run.sh'), Buffer.from('#!/bin/bash\n'), '100755');
    assert.match(git('ls-files', '-s', 'run.sh'), /^100755 /);
  });

  it('gets files that it does not have, and loses those that are gone', async () => {
    await work.put('new.sh', 'new\n');
    await chmod(work.absolute('new.sh'), 0o755);
    assert.equal(await index.read(work.absolute('new.sh')), null);
    await index.add(work.absolute('new.sh'), Buffer.from('new\n'));
    assert.match(git('ls-files', '-s', 'new.sh'), /^100755 /);
    await index.write(work.absolute('run.sh'), null, '100755');
    assert.equal(git('ls-files', 'run.sh'), '');
  });

  it('says what git says, and what it can’t be given', async () => {
    await work.link('link', 'run.sh');
    git('add', 'link');
    await assert.rejects(index.read(work.absolute('link')), /link isn't an ordinary file/);
    const elsewhere = new GitIndex('git', '/');
    await assert.rejects(elsewhere.read('/x'), /not a git repository/);
  });
});

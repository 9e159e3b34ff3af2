import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { Histories } from '../../../../src/node/git/histories';
import { searchHistory } from '../../../../src/node/git/historySecrets';
import { Scratch } from '../../../support/scratch';

const isSecret = (path: string) => path.endsWith('.env');

describe('What the histories of repositories hold', () => {
  let scratch: Scratch;
  let top: string;
  let searches: number;
  let time: number;
  let histories: Histories;
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: top,
      env: { PATH: process.env.PATH, HOME: scratch.path, GIT_CONFIG_NOSYSTEM: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
      .toString()
      .trim();
  const search: typeof searchHistory = (...args) => {
    searches++;
    return searchHistory(...args);
  };
  const holds = (...hashes: string[]) => {
    const directory = join(top, '.git');
    return histories.holdSecrets('git', { top, directory, common: directory }, isSecret, hashes);
  };

  beforeEach(async () => {
    scratch = await Scratch.make();
    top = realpathSync(scratch.path);
    git('init', '-q', '-b', 'main', '.');
    await scratch.put('a', 'a\n');
    git('add', '.');
    git('commit', '-qm', 'a');
    searches = 0;
    // All of it is long ago.
    time = Date.now() + 60_000;
    histories = new Histories(search, () => time);
  });
  afterEach(() => scratch.close());

  it('is looked for once, and again for hashes that were not among it', async () => {
    const head = git('rev-parse', '--short', 'HEAD');
    assert.deepEqual([await holds(), await holds(), searches], [false, false, 1]);
    assert.deepEqual([await holds(head), await holds(head), searches], [false, false, 2]);
    assert.deepEqual([await holds('abcdef12'), await holds('abcdef12', head), searches], [true, true, 3]);
    assert.deepEqual([await holds(), searches], [false, 3]);
  });

  it('is looked for again after each change of what leads to it', async () => {
    await scratch.put('.env', 'KEY=1\n');
    const changes: readonly (readonly [name: string, change: () => void, holds: boolean])[] = [
      ['a branch', () => git('branch', 'other'), false],
      ['a packed reference', () => git('pack-refs', '--all'), false],
      ['the index', () => git('add', '-f', '.env'), true],
      ['the index again', () => git('rm', '-q', '--cached', '.env'), false],
      [
        'a commit on another branch',
        () => {
          const tree = git('hash-object', '-w', '.env');
          git('update-ref', 'refs/tags/x', tree);
          git('update-ref', '-d', 'refs/tags/x');
          git('add', '-f', '.env');
          git('commit', '-qm', 'b');
          git('reset', '-q', '--hard', 'HEAD~1');
        },
        true,
      ],
    ];
    assert.equal(await holds(), false);
    for (const [name, change, wanted] of changes) {
      const before = searches;
      change();
      time += 60_000;
      assert.deepEqual([await holds(), await holds(), searches - before], [wanted, wanted, 1], name);
    }
  });

  it('is not remembered while it may change again without looking different', async () => {
    time = Date.now();
    assert.deepEqual([await holds(), await holds(), searches], [false, false, 2]);
  });

  it('is asked about where it is not known, and tried again later', async () => {
    let tries = 0;
    const slow = new Histories(
      async () => {
        tries++;
        return { holds: 'unknown', reached: new Set(), missing: new Set() };
      },
      () => time,
    );
    const directory = join(top, '.git');
    const ask = () => slow.holdSecrets('git', { top, directory, common: directory }, isSecret, []);
    assert.deepEqual([await ask(), await ask(), tries], [true, true, 1]);
    time += 400_000;
    assert.deepEqual([await ask(), tries], [true, 2]);
  });
});

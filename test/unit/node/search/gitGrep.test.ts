import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import type { SearchRequest } from '../../../../src/agent/ports/workspace';
import { gitGrep } from '../../../../src/node/search/gitGrep';
import { Scratch } from '../../../support/scratch';

describe('A search by git', () => {
  let scratch: Scratch;
  beforeEach(async () => (scratch = await Scratch.make()));
  afterEach(() => scratch.close());

  const search = async (folder: string): Promise<{ isDone: boolean; found: string[] }> => {
    const found: string[] = [];
    const request = {
      base: { absolute: scratch.absolute(folder) },
      pattern: 'needle',
      isLiteral: true,
      isCaseSensitive: true,
    } as unknown as SearchRequest;
    const sink = (file: string) => {
      found.push(file);
      return true;
    };
    const isDone = await gitGrep('git', request, sink, new AbortController().signal);
    return { isDone, found };
  };

  it('finds what a repository has, new files too', async () => {
    execFileSync('git', ['init', '-q', scratch.absolute('w')]);
    await scratch.put('w/a.txt', 'a needle\n');
    const { isDone, found } = await search('w');
    assert.equal(isDone, true);
    assert.deepEqual(found, ['a.txt']);
  });

  it('is none in files that only look like a repository', async () => {
    execFileSync('git', ['init', '-q', '--bare', scratch.absolute('evil')]);
    await scratch.put('evil/a.txt', 'a needle\n');
    const config = ['[core]', 'repositoryformatversion = 0', 'bare = false', 'worktree = .', ''].join('\n');
    await scratch.put('evil/config', config);
    assert.deepEqual(await search('evil'), { isDone: false, found: [] });
  });
});

import assert from 'node:assert/strict';
import { gitPlace } from '../../../../src/node/git/gitPlace';
import { Scratch } from '../../../support/scratch';

describe('What git would work with in a folder', () => {
  let scratch: Scratch;
  beforeEach(async () => (scratch = await Scratch.make()));
  afterEach(() => scratch.close());
  const place = async (path: string) => {
    const { isEmbedded, remotes } = await gitPlace(scratch.absolute(path));
    return [isEmbedded, [...remotes]];
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

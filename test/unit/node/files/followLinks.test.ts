import assert from 'node:assert/strict';
import { followLinks } from '../../../../src/node/files/followLinks';
import { Scratch } from '../../../support/scratch';

describe('Following links', () => {
  let scratch: Scratch;
  beforeEach(async () => (scratch = await Scratch.make()));
  afterEach(() => scratch.close());

  it('tells where paths lead that go through one, whether they are there or not', async () => {
    await scratch.put('far/deep/a', '');
    await scratch.put('near/b', '');
    await scratch.link('near/out', scratch.absolute('far/deep'));
    await scratch.link('near/file', scratch.absolute('far/deep/a'));
    await scratch.link('near/gone', scratch.absolute('far/none'));
    await scratch.link('near/ring', scratch.absolute('near/ring'));
    const at = (path: string) => `${scratch.absolute('near')}/${path}`;
    const expected = {
      'out/a': 'far/deep/a',
      'out/new/file': 'far/deep/new/file',
      'out/': 'far/deep',
      'file/': 'far/deep/a',
      'file//': 'far/deep/a',
      'out/..': 'far',
      'out/../x': 'far/x',
      gone: 'far/none',
      'gone/x': 'far/none/x',
    };
    const plain = ['b', 'new/file', '.', 'none/../b', 'ring/x'].map(at);
    const found = await followLinks([...Object.keys(expected).map(at), ...plain]);
    const wanted = Object.entries(expected).map(([path, real]) => [at(path), scratch.absolute(real)]);
    assert.deepEqual([...found], wanted);
  });
});

import assert from 'node:assert/strict';
import { ownValue } from '../../../src/shared/ownValue';

describe('A setting of the editor', () => {
  it('counts as set where somebody has set it, also to its default', () => {
    assert.equal(ownValue({ defaultValue: 'a', globalValue: 'a' }, 'a'), 'a');
    assert.equal(ownValue({ defaultValue: 'a', globalValue: 'b', workspaceValue: 'c' }, 'c'), 'c');
  });

  it('counts as set by a policy, which is in no place of its own', () => {
    assert.equal(ownValue({ defaultValue: '' }, 'https://gateway.example.com'), 'https://gateway.example.com');
    assert.deepEqual(ownValue({ defaultValue: [] }, ['a']), ['a']);
    assert.equal(ownValue({ defaultValue: true, globalValue: true }, false), false);
  });

  it('does not count as set while it is only a default', () => {
    assert.equal(ownValue({ defaultValue: [] }, []), undefined);
    assert.equal(ownValue({}, undefined), undefined);
  });
});

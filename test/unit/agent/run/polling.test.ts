import assert from 'node:assert/strict';
import { LoopWatch } from '../../../../src/agent/run/loopDetection';

describe('Asking a background process again and again', () => {
  it('is no loop, and hides none', () => {
    const watch = new LoopWatch();
    const poll = { id: 'p', name: 'read_background_output', args: { pid: 7 } };
    for (let i = 0; i < 20; i++) assert.equal(watch.takeCalls([poll]), undefined);
    const other = { id: 'o', name: 'read_file', args: { file_path: 'a' } };
    const found = Array.from({ length: 3 }, () => [watch.takeCalls([other]), watch.takeCalls([poll])]).flat();
    assert.ok(found.some(each => each?.kind === 'calls'));
  });
});

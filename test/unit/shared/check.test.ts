import assert from 'node:assert/strict';
import { describeChecks, isHealthy, runChecks, type Check } from '../../../src/shared/check';

describe('Checks', () => {
  const fine: Check = { name: 'Node.js', status: 'ok', detail: '22' };
  const poor: Check = { name: 'ripgrep', status: 'warning', detail: 'not found', remedy: 'Install it.' };

  it('are healthy as long as none has failed', () => {
    assert.equal(isHealthy([fine, poor]), true);
    assert.equal(isHealthy([fine, { ...poor, status: 'failed' }]), false);
  });

  it('read as a line each, with what to do below', () => {
    assert.equal(describeChecks([fine, poor]), '✓ Node.js: 22\n! ripgrep: not found\n  → Install it.');
  });

  it('go on where a group breaks off, in order, and say no secret', async () => {
    const found = await runChecks([
      { name: 'Slow', run: () => new Promise(resolve => setImmediate(() => resolve([fine]))) },
      { name: 'Broken', run: () => Promise.reject(new Error('api_key=canary is wrong')) },
    ]);
    assert.deepEqual(found, [fine, { name: 'Broken', status: 'failed', detail: 'api_key=[redacted] is wrong' }]);
  });
});

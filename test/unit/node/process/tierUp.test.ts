import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { delayTierUp } from '../../../../src/node/process/tierUp';

describe('Optimizing code', () => {
  it('is delayed only where V8 doesn’t do so itself', () => {
    const flags: string[] = [];
    for (const v8 of ['12.4.254.21-node.33', '13.6.233.10-node.28']) delayTierUp(v8, flag => flags.push(flag));
    assert.equal(flags.length, 0);
    delayTierUp('11.3.244.8-node.38', flag => flags.push(flag));
    assert.deepEqual(flags, ['--wasm-tiering-budget=13000000', '--interrupt-budget=540000']);
  });

  it('is delayed by flags that this version of V8 knows', () => {
    // V8 prints an error for a flag that it doesn't know.
    const flags: string[] = [];
    delayTierUp(process.versions.v8, flag => flags.push(flag));
    const lines = flags.map(flag => `require('node:v8').setFlagsFromString('${flag}');`).join('');
    assert.equal(spawnSync(process.execPath, ['-e', lines], { encoding: 'utf8' }).stderr, '');
  });
});

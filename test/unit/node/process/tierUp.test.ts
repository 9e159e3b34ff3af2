import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { delayTierUp } from '../../../../src/node/process/tierUp';

describe('Optimizing WebAssembly', () => {
  it('is delayed only where V8 doesn’t do so itself', () => {
    const flags: string[] = [];
    for (const v8 of ['11.3.244.8-node.38', '12.4.254.21-node.33', '13.6.233.10-node.28']) {
      delayTierUp(v8, flag => flags.push(flag));
    }
    assert.deepEqual(flags, ['--wasm-tiering-budget=13000000']);
    // V8 prints an error for a flag that it doesn't know.
    const code = `require('node:v8').setFlagsFromString('${flags[0]}')`;
    assert.equal(spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' }).stderr, '');
  });
});

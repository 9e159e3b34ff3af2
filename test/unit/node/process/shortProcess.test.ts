import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { tuneForShortProcess } from '../../../../src/node/process/shortProcess';

const flagsFor = (v8: string): string[] => {
  const flags: string[] = [];
  tuneForShortProcess(v8, flag => flags.push(flag));
  return flags;
};
const run = (...options: readonly string[]) => spawnSync(process.execPath, options, { encoding: 'utf8' });

describe('A process that soon ends', () => {
  it('delays optimizing only where V8 doesn’t do so itself', () => {
    for (const v8 of ['12.4.254.21-node.33', '13.6.233.10-node.28'])
      assert.deepEqual(flagsFor(v8), ['--no-incremental-marking']);
    const delaying = ['--wasm-tiering-budget=13000000', '--interrupt-budget=540000'];
    assert.deepEqual(flagsFor('11.3.244.8-node.38'), ['--no-incremental-marking', ...delaying]);
  });

  it('sets flags that this version of V8 knows, and that it heeds', () => {
    const lines = flagsFor(process.versions.v8)
      .map(flag => `require('node:v8').setFlagsFromString('${flag}');`)
      .join('');
    // V8 prints an error for a flag that it doesn't know.
    assert.equal(run('-e', lines).stderr, '');
    const filling =
      'const kept = []; for (let i = 0; i < 20; i++) kept.push(Array.from({ length: 20_000 }, () => ({})));';
    const marks = (script: string) =>
      run('--max-old-space-size=48', '--trace-incremental-marking', '-e', script).stdout.includes('Start marking');
    assert.deepEqual([marks(filling), marks(lines + filling)], [true, false]);
  });
});

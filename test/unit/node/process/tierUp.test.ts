import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { setImmediate } from 'node:timers/promises';
import { delayTierUp, LateParser } from '../../../../src/node/process/tierUp';

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

  it('is put off for what the first request loads, and for nothing that is loaded later', async () => {
    const flags: string[] = [];
    const parser = new LateParser(flag => flags.push(flag));
    const during: string[][] = [];
    const send = async () => {
      during.push([...flags]);
      return new Response();
    };
    await parser.around(send);
    await setImmediate();
    await parser.around(send);
    const late = '--wasm-tiering-budget=1000000000';
    assert.deepEqual(flags, [late, '--wasm-tiering-budget=13000000']);
    assert.deepEqual(during, [[late], flags]);
    await assert.rejects(
      new LateParser(flag => flags.push(flag)).around(() => Promise.reject(new Error('No'))),
      /No/,
    );
    await setImmediate();
    assert.deepEqual(flags.slice(2), flags.slice(0, 2));
  });
});

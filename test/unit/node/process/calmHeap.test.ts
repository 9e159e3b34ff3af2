import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';

const root = join(__dirname, '..', '..', '..', '..');
const entryPoints = [join(root, 'src/node/process/calmHeap.ts')];

/** The MB that `result` is after the script, in which `heap` is one and `work` needs much that is short-lived. */
async function measured(script: string, result: string): Promise<number> {
  const { outputFiles } = buildSync({ entryPoints, bundle: true, platform: 'node', write: false });
  const text = `${outputFiles[0]?.text};
    const young = () => require('node:v8').getHeapSpaceStatistics().find(each => each.space_name === 'new_space');
    const heap = new module.exports.CalmHeap();
    const work = (times = 3e6) => {
      const last = [];
      for (let i = 0; i < times; i++) {
        last.push({ i });
        if (last.length > 1e4) last.length = 0;
      }
    };
    ${script}
    console.log((${result}) / 2 ** 20);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=commonjs', '-e', text]);
  return Number(stdout);
}

/** How much room what is short-lived has. */
const roomAfter = (script: string) => measured(script, 'young().space_size');

describe('the memory of what is short-lived', () => {
  it('does not grow while a command prints without end, and may again afterwards', async () => {
    const usual = await roomAfter('work();');
    const calm = await roomAfter('heap.passed(2e6); work();');
    const after = await roomAfter('heap.passed(2e6); heap.end(); work();');
    assert.ok(calm < usual / 2, `${calm} of ${usual} MB`);
    assert.equal(after, usual);
  });

  it('is not filled either by such a command, if it has grown before', async () => {
    const most = (passed: string) =>
      measured(
        `work(); let most = 0;
        for (let i = 0; i < 200; i++) {
          work(5e4);
          ${passed}
          most = Math.max(most, young().space_used_size);
        }`,
        'most',
      );
    const [usual, calm] = [await most(''), await most('heap.passed(3e5);')];
    assert.ok(calm < 10, `${calm} MB`);
    assert.ok(usual > 1.3 * calm, `${calm} of ${usual} MB`);
  });

  it('is left alone by what prints little', async () => {
    assert.equal(await roomAfter('heap.passed(1000); work();'), await roomAfter('work();'));
  });
});

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';

const root = join(__dirname, '..', '..', '..', '..');
const entryPoints = [join(root, 'src/node/process/calmHeap.ts')];

/** How much room, in MB, what is short-lived has after the script, in which `heap` is one and `work` needs a lot. */
async function roomAfter(script: string): Promise<number> {
  const { outputFiles } = buildSync({ entryPoints, bundle: true, platform: 'node', write: false });
  const text = `${outputFiles[0]?.text};
    const { getHeapSpaceStatistics } = require('node:v8');
    const heap = new module.exports.CalmHeap();
    const work = () => {
      const last = [];
      for (let i = 0; i < 3e6; i++) {
        last.push({ i });
        if (last.length > 1e4) last.length = 0;
      }
    };
    ${script}
    console.log(getHeapSpaceStatistics().find(each => each.space_name === 'new_space').space_size / 2 ** 20);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=commonjs', '-e', text]);
  return Number(stdout);
}

describe('the memory of what is short-lived', () => {
  it('does not grow while a command prints without end, and may again afterwards', async () => {
    const usual = await roomAfter('work();');
    const calm = await roomAfter('heap.passed(2e6); work();');
    const after = await roomAfter('heap.passed(2e6); heap.end(); work();');
    assert.ok(calm < usual / 2, `${calm} of ${usual} MB`);
    assert.equal(after, usual);
  });

  it('is left alone by what prints little', async () => {
    assert.equal(await roomAfter('heap.passed(1000); work();'), await roomAfter('work();'));
  });
});

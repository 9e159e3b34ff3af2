import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createCommandDisk } from '../../src/node/commandDisk';
import { fuzzRuns } from '../support/fuzzRuns';
import { Scratch } from '../support/scratch';
import { testPolicy } from '../support/testPolicy';
import { CanaryPlace } from './canaryPlace';

/** Written by hand: each program with the options of its manual, each way to quote, to join and to lead elsewhere; a JSON text a line. */
const KINDS: readonly string[] = readFileSync('test/fuzz/commandKinds.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as string);
/** They are free only in an environment that keeps them from leaving records, which this place does not have. */
const QUIETED = /^(?:npm|pip|go) /;
const BATCH = 50;

describe('Of the kinds of commands that there are, those that run without a question', () => {
  it('change nothing, and show nothing from outside and no secret', async function () {
    this.timeout(0);
    const scratch = await Scratch.make();
    try {
      const place = new CanaryPlace(scratch.path);
      const policy = testPolicy({
        ...createCommandDisk(),
        folders: () => [place.work],
        home: scratch.absolute('home'),
      });
      const step = Math.max(1, Math.ceil(KINDS.length / fuzzRuns(150)));
      const free: string[] = [];
      for (const command of KINDS.filter((_, i) => i % step === 0)) {
        const proposal = { kind: 'command', command, cwd: place.work } as const;
        const { decision } = await policy.decide({ toolName: 'run_shell_command', args: { command }, proposal });
        if (decision === 'allow' && !QUIETED.test(command)) free.push(command);
      }
      assert.ok(free.length > 20, `${free.length} free`);
      for (let i = 0; i < free.length; i += BATCH) {
        const batch = free.slice(i, i + BATCH);
        const before = place.state();
        const outputs = place.run(batch);
        for (const [j, command] of batch.entries()) assert.deepEqual(place.tracesIn(outputs[j] ?? ''), [], command);
        assert.equal(place.state(), before, batch.join('\n'));
      }
    } finally {
      await scratch.close();
    }
  });
});

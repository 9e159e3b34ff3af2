import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { createDiskProcesses } from '../../../../src/node/process/backgroundProcesses';
import { approve } from '../../../support/approve';
import { Scratch } from '../../../support/scratch';

describe('Many background processes', () => {
  it('are ended together in about the time that one takes', async () => {
    const scratch = await Scratch.make();
    const processes = createDiskProcesses();
    const start = () => {
      const proposal = { kind: 'command', command: 'sleep 61', cwd: scratch.path } as const;
      return processes.start(approve(proposal));
    };
    try {
      await Promise.all(Array.from({ length: 60 }, start));
      assert.equal(processes.list().length, 60);
      // Each by itself would hold the thread up several times in the meantime.
      let turns = 0;
      const ended = processes.dispose().then(() => true);
      while (!(await Promise.race([ended, delay(5, false)]))) turns++;
      assert.ok(turns < 1000, `${turns} turns`);
      assert.ok(processes.list().every(({ result }) => result));
    } finally {
      await processes.dispose();
      await scratch.close();
    }
  }).timeout(60_000);
});

import assert from 'node:assert/strict';
import type { BackgroundProcess, Processes } from '../../src/agent/ports/processes';
import { NotApproved } from '../../src/policy/approvals';
import { approve } from '../support/approve';
import { isAlive } from '../support/isAlive';

export interface ProcessesPlace {
  readonly processes: Processes;
  /** A directory to run in. */
  readonly cwd: string;
  close(): Promise<void>;
}

/** The rules of the `Processes` port, with commands of a POSIX shell. */
export function describeProcesses(name: string, make: () => Promise<ProcessesPlace>): void {
  describe(`${name}, as background processes`, () => {
    let place: ProcessesPlace;
    beforeEach(async () => (place = await make()));
    afterEach(() => place.close());
    const never = new AbortController().signal;

    const start = (command: string) => {
      const proposal = { kind: 'command', command, cwd: place.cwd, isBackground: true } as const;
      return place.processes.start(approve(proposal));
    };
    const started = async (command: string): Promise<BackgroundProcess> => {
      const process = await start(command);
      assert.ok('pid' in process, JSON.stringify(process));
      return process;
    };

    it('go on after the call that started them, and are listed', async () => {
      const process = await started('sleep 1000');
      assert.equal(process.result, undefined);
      assert.equal(isAlive(process.pid), true);
      assert.deepEqual(
        place.processes.list().map(({ pid, command }) => [pid, command]),
        [[process.pid, 'sleep 1000']],
      );
    });

    it('start for nothing that was not approved', async () => {
      const forged = {
        ...approve({ kind: 'command', command: 'true', cwd: place.cwd }),
        command: 'sleep 1000',
      } as const;
      await assert.rejects(place.processes.start(forged), NotApproved);
      assert.deepEqual(place.processes.list(), []);
    });

    it('give their last lines, and how they ended', async () => {
      const { pid } = await started('echo one; echo two; echo three; exit 3');
      const ended = await place.processes.wait(pid, 10_000, never);
      assert.equal(ended?.result?.exitCode, 3);
      assert.equal(place.processes.read(pid, 2)?.trimEnd(), 'two\nthree');
    });

    it('are waited for as long as is asked, or until the call is cancelled', async () => {
      const { pid } = await started('sleep 1000');
      assert.equal((await place.processes.wait(pid, 20, never))?.result, undefined);
      const controller = new AbortController();
      const waiting = place.processes.wait(pid, 60_000, controller.signal);
      controller.abort();
      assert.equal((await waiting)?.result, undefined);
    });

    it('are killed with all their children', async () => {
      const { pid } = await started('sleep 1000 & echo $!; wait');
      const child = Number(place.processes.read(pid, 1));
      assert.equal(isAlive(child), true);
      assert.equal(await place.processes.kill(pid), true);
      assert.deepEqual([isAlive(pid), isAlive(child)], [false, false]);
    });

    it('are none but their own', async () => {
      assert.equal(place.processes.read(1, 10), null);
      assert.equal(await place.processes.wait(1, 10, never), null);
      assert.equal(await place.processes.kill(1), false);
    });

    it('say so where they can not be started', async () => {
      const proposal = { kind: 'command', command: 'ls', cwd: `${place.cwd}/none`, isBackground: true } as const;
      assert.ok('error' in (await place.processes.start(approve(proposal))));
      assert.deepEqual(place.processes.list(), []);
    });
  });
}

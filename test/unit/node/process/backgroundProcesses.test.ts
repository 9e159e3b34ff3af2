import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { createDiskProcesses } from '../../../../src/node/process/backgroundProcesses';
import { createDiskTerminal } from '../../../../src/node/process/diskTerminal';
import { approve } from '../../../support/approve';
import { commandsWith } from '../../../support/livingCommands';
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

describe('What a command left running', () => {
  const seed = () => `61.${String(Math.random()).slice(2)}`;
  const ways: readonly (readonly [why: string, command: string])[] = [
    ['in the background', 'sleep SEED & echo up'],
    ['with nohup', 'nohup sleep SEED >/dev/null 2>&1 & echo up'],
    ['in a session of its own', 'setsid sleep SEED >/dev/null 2>&1 & echo up'],
    ['without an environment', '(setsid env -i sleep SEED &) & wait; echo up'],
    // Until it has a session of its own, the end of the terminal would end it.
    ['in a terminal', '(trap "" HUP; exec setsid env -i sleep SEED) >/dev/null 2>&1 & tty; echo up'],
  ];
  for (const [why, command] of ways) {
    for (const isBackground of [false, true]) {
      const kind = isBackground ? 'a background command' : 'a command';
      it(`is told, listed, and ends with the chat: ${why}, by ${kind}`, async () => {
        const scratch = await Scratch.make();
        const processes = createDiskProcesses();
        const terminal = createDiskTerminal({ onLeft: processes.adopt });
        const argument = seed();
        const line = command.replace('SEED', argument);
        const approved = approve({ kind: 'command', command: line, cwd: scratch.path } as const);
        try {
          let pids: readonly number[];
          if (isBackground) {
            const started = await processes.start(approved);
            assert.ok('pid' in started);
            await processes.wait(started.pid, 10_000, new AbortController().signal);
            pids = processes.list().flatMap(({ pid, result }) => (result ? [] : [pid]));
          } else {
            const result = await terminal.run(approved, () => undefined, new AbortController().signal);
            assert.match(result.output, /up\r?\n$/);
            pids = result.backgroundPids ?? [];
            assert.deepEqual(processes.list(), [{ ...processes.list()[0], pid: pids[0], command: line }]);
          }
          assert.equal(pids.length, 1);
          while (commandsWith(argument).length === 0) await delay(10);
          assert.equal(commandsWith(argument).length, 1);
          await processes.dispose();
          assert.deepEqual(commandsWith(argument), []);
        } finally {
          await processes.dispose();
          await scratch.close();
        }
      });
    }
  }

  it('can be ended by its number, and is no longer listed once it has ended', async () => {
    const scratch = await Scratch.make();
    const processes = createDiskProcesses();
    const terminal = createDiskTerminal({ onLeft: processes.adopt });
    const run = async (command: string) => {
      const approved = approve({ kind: 'command', command, cwd: scratch.path } as const);
      const { backgroundPids = [] } = await terminal.run(approved, () => undefined, new AbortController().signal);
      return backgroundPids[0] ?? 0;
    };
    try {
      const pid = await run('setsid env -i sleep 61 & echo up');
      assert.equal(processes.read(pid, 10), '');
      assert.equal(await processes.kill(pid), true);
      assert.equal(await processes.kill(pid), false);
      const short = await run('sleep 0.5 & echo up');
      const { signal } = new AbortController();
      assert.equal((await processes.wait(short, 10_000, signal))?.pid, short);
      assert.deepEqual(processes.list(), []);
    } finally {
      await processes.dispose();
      await scratch.close();
    }
  });
});

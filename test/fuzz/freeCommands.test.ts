import assert from 'node:assert/strict';
import { createCommandDisk } from '../../src/node/commandDisk';
import type { Policy } from '../../src/policy/decision';
import { fuzzRuns, seeded } from '../support/fuzzRuns';
import { Scratch } from '../support/scratch';
import { testPolicy } from '../support/testPolicy';
import { CanaryPlace } from './canaryPlace';
import { LittleScripts } from './littleScripts';
import { LookingCommands } from './lookingCommands';

/** So many are run before it is looked whether they have done anything. */
const BATCH = 100;

describe('A command that runs without a question, whatever it is,', () => {
  let scratch: Scratch;
  let place: CanaryPlace;
  let policy: Policy;
  before(async () => {
    scratch = await Scratch.make();
    place = new CanaryPlace(scratch.path);
    policy = testPolicy({ ...createCommandDisk(), folders: () => [place.work], home: scratch.absolute('home') });
  });
  after(() => scratch.close());

  const isFree = async (command: string): Promise<boolean> => {
    const proposal = { kind: 'command', command, cwd: place.work } as const;
    const { decision } = await policy.decide({ toolName: 'run_shell_command', args: { command }, proposal });
    return decision === 'allow';
  };

  /** Of commands that were run, those that did harm, each with what it did. */
  function harmOf(commands: readonly string[], before: string): string[] {
    const outputs = place.run(commands);
    const told = commands.flatMap((command, i) => {
      const traces = place.tracesIn(outputs[i] ?? '');
      return traces.length === 0 ? [] : [`${command}\n  shows ${traces.join(', ')}`];
    });
    return place.state() === before ? told : [...told, `one of these changes files:\n${commands.join('\n')}`];
  }

  it('would be caught at what it must not do', async () => {
    const own = await Scratch.make();
    try {
      const trap = new CanaryPlace(own.path);
      const showing = [
        'cat .env',
        'rev out/outside.txt',
        'base64 sub/.env',
        'stat -L outlink.txt',
        'wc -c out/*',
        'md5sum envlink',
      ];
      for (const [i, output] of trap.run(showing).entries()) assert.notDeepEqual(trap.tracesIn(output), [], showing[i]);
      for (const command of ['touch made', 'git -C evil status']) {
        const before = trap.state();
        trap.run([command]);
        assert.notEqual(trap.state(), before, command);
      }
    } finally {
      await own.close();
    }
  });

  /** Runs what is free of so many commands. At least one in `share` must be, or what is tried would show nothing. */
  async function tryAll(commands: { next(): string }, runs: number, share: number): Promise<void> {
    const before = place.state();
    const harm: string[] = [];
    let batch: string[] = [];
    let free = 0;
    for (let i = 0; i < runs && harm.length < 20; i++) {
      const command = commands.next();
      if (await isFree(command)) batch.push(command);
      if (batch.length < BATCH && i < runs - 1) continue;
      free += batch.length;
      harm.push(...harmOf(batch, before));
      batch = [];
    }
    assert.deepEqual(harm, [], harm.join('\n'));
    if (process.env.POLLUX_FUZZ_RUNS !== undefined) console.log(`      ${free} of ${runs} ran without a question`);
    assert.ok(free > runs / share, `${free} of ${runs} were free`);
  }

  it('changes nothing, shows nothing from outside and no secret, and has git run nothing', async function () {
    this.timeout(0);
    await tryAll(new LookingCommands(seeded(), place.outside), fuzzRuns(200), 20);
  });

  it('has a script in awk, sed or jq, or an expression of find, that does no more', async function () {
    this.timeout(0);
    await tryAll(new LittleScripts(seeded()), fuzzRuns(200), 10);
  });
});

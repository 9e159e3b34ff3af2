import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createCommandDisk } from '../../src/node/commandDisk';
import { fuzzRuns } from '../support/fuzzRuns';
import { Scratch } from '../support/scratch';
import { testPolicy } from '../support/testPolicy';
import { CanaryPlace } from './canaryPlace';

/**
 * Written by hand: each program with the options of its manual, each way to quote, to join and to lead elsewhere, variables that
 * programs heed, and what bash runs while it reads a line; a JSON text a line.
 */
const CORPORA: Readonly<Record<string, string>> = {
  'Of the kinds of commands that there are': 'test/fuzz/commandKinds.jsonl',
  'Of what manuals, variables and the shell itself offer': 'test/fuzz/manualKinds.jsonl',
  'Of moves that fail, characters that are not seen, files behind options, and what looks at machines and containers':
    'test/fuzz/shellKinds.jsonl',
  'Of arrays, aliases, attributes, replace refs, archives, and lists that lead elsewhere': 'test/fuzz/deepKinds.jsonl',
  'Of features of bash, spellings of names, and programs that show or follow files': 'test/fuzz/featureKinds.jsonl',
  'Of options among operands, scripts in small languages, and tools of projects that seem to only show':
    'test/fuzz/operandKinds.jsonl',
  'Of files that are named like options, repositories within others, and lists of containers':
    'test/fuzz/preparedKinds.jsonl',
  'Of addresses that git shows, helpers of searches, builtins, and what tells where links lead':
    'test/fuzz/spelledKinds.jsonl',
};
const readCorpus = (file: string): readonly string[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as string);
const BATCH = 50;

describe('What runs without a question', () => {
  for (const [kinds, file] of Object.entries(CORPORA)) {
    it(`${kinds}, changes nothing, and shows nothing from outside and no secret`, async function () {
      this.timeout(0);
      await tryAll(readCorpus(file));
    });
  }
});

async function tryAll(all: readonly string[]): Promise<void> {
  const scratch = await Scratch.make();
  try {
    const place = new CanaryPlace(scratch.path);
    const policy = testPolicy({
      ...createCommandDisk(),
      folders: () => [place.work],
      home: scratch.absolute('home'),
    });
    const step = Math.max(1, Math.ceil(all.length / fuzzRuns(200)));
    const free: string[] = [];
    for (const command of all.filter((_, i) => i % step === 0)) {
      const proposal = { kind: 'command', command, cwd: place.work } as const;
      const { decision } = await policy.decide({ toolName: 'run_shell_command', args: { command }, proposal });
      if (decision === 'allow') free.push(command);
    }
    // What is tried would show nothing if nothing were free.
    assert.ok(free.length > 0, `${free.length} free`);
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
}

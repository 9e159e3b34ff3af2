import { Scratch } from '../support/scratch';
import { agentFacts } from './agentFacts';
import { commandFacts, contextFacts, ruleFacts, sizeFacts, type Facts } from './facts';
import { setUp } from './folder';
import { hookFacts } from './hookFacts';
import { INTENDED } from './intended';
import { programs, type Program } from './programs';

export interface CompareOptions {
  /** The script of Gemini CLI. */
  readonly geminiCli: string;
  readonly version: string;
}

/** All that a program shows of itself, by what it is about. */
async function factsOf(program: Program): Promise<Facts> {
  const facts: Facts = new Map();
  for (const isConfigured of [false, true]) {
    const scratch = await Scratch.make();
    try {
      await setUp(scratch, isConfigured);
      const parts = isConfigured ? [contextFacts, ruleFacts, hookFacts, agentFacts, commandFacts] : [sizeFacts];
      for (const part of parts) for (const [about, fact] of await part(program, scratch)) facts.set(about, fact);
    } finally {
      await scratch.close();
    }
  }
  return facts;
}

/** Prints the table. 0: they are the same but for what is meant to be other. */
export async function compare({ geminiCli, version }: CompareOptions): Promise<number> {
  const [theirs, ours] = await Promise.all(programs(geminiCli).map(factsOf));
  if (!theirs || !ours) throw new Error('There are two programs.');
  const rows = [...new Set([...theirs.keys(), ...ours.keys()])].map(about => {
    const [their, our] = [theirs.get(about) ?? '–', ours.get(about) ?? '–'];
    const verdict = their === our ? 'same' : (INTENDED[about] ?? (about.startsWith('bytes') ? '' : 'DIFFERS'));
    return [about, their, our, verdict] as const;
  });
  const widths = [0, 1, 2].map(i => Math.max(...rows.map(row => (row[i] ?? '').length)));
  const print = (row: readonly string[]) => console.log(row.map((text, i) => text.padEnd(widths[i] ?? 0)).join('  '));
  print(['', `Gemini CLI ${version}`, 'Pollux', '']);
  for (const row of rows) print(row);
  const differ = rows.filter(row => row[3] === 'DIFFERS').length;
  console.log(`${rows.length} facts, ${differ} of them differ without a reason`);
  return differ === 0 ? 0 : 1;
}

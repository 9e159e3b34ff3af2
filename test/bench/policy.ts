import { decideCommand } from '../../src/policy/commandPolicy';
import { bashParser } from '../support/bashParser';
import { ALLOWED, ASKED, DENIED } from '../unit/policy/commandCorpus';
import { EVERYDAY } from '../unit/policy/everydayCommands';
import { HOSTILE } from '../unit/policy/hostileCommands';
import { median, percentile, type Metric } from './metric';
import { commandSettings } from './commandSettings';

const ROUNDS = 20;
const KILOBYTE = 1024;

/** How long a decision about a command takes, from what people write to what is made to be slow. */
export async function measurePolicy(report: (...metrics: Metric[]) => void): Promise<void> {
  const parse = await bashParser();
  const settings = commandSettings();
  const timeOf = (command: string): number => {
    const began = performance.now();
    decideCommand(command, settings, parse);
    return performance.now() - began;
  };
  const corpus = [...ALLOWED, ...ASKED, ...DENIED, ...EVERYDAY].filter(command => command.length < KILOBYTE);
  for (const command of corpus) timeOf(command);
  const times = corpus.map(command => median(Array.from({ length: ROUNDS }, () => timeOf(command))));
  const large = `echo ${'word '.repeat(200_000)}; rm -rf /`;
  const hostile = Object.entries(HOSTILE).map(([name, command]) => ({
    name: `policy: deciding about ${name}`,
    value: median([1, 2, 3].map(() => timeOf(command))),
    unit: 'ms' as const,
    limit: 100,
  }));
  report(
    ...hostile,
    { name: 'policy: deciding about a command, 95th percentile', value: percentile(times, 0.95), unit: 'ms', limit: 1 },
    { name: 'policy: deciding about 1 MB', value: median([1, 2, 3].map(() => timeOf(large))), unit: 'ms', limit: 2000 },
  );
}

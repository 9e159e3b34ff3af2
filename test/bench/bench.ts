import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { buildExtension } from '../support/vscode/packageExtension';
import { out } from '../support/vscode/paths';
import { useOwnTemporaryFolder } from '../support/vscode/temporaryFolder';
import { measureCompletion } from './completion';
import { measureEndurance } from './endurance';
import { measureFiles } from './files';
import { measureCheckpoints } from './checkpoints';
import { measureHeadless } from './headless';
import { measureLimits } from './limits';
import { measureLists } from './lists';
import { measureMcp } from './mcp';
import { measureMcpStart } from './mcpStart';
import { measureMemory } from './memory';
import { isOver, tableOf, type Metric } from './metric';
import { measureOutput } from './output';
import { measurePanel } from './panel';
import { measureParts } from './parts';
import { measureChanges } from './changes';
import { measurePolicy } from './policy';
import { measureSandbox } from './sandbox';
import { measureSessions } from './sessions';

type Report = (...metrics: Metric[]) => void;

const groups: Readonly<Record<string, (report: Report) => Promise<void>>> = {
  parts: measureParts,
  changes: measureChanges,
  policy: measurePolicy,
  limits: measureLimits,
  files: measureFiles,
  memory: measureMemory,
  lists: measureLists,
  mcp: measureMcp,
  mcpStart: measureMcpStart,
  headless: measureHeadless,
  output: measureOutput,
  sessions: measureSessions,
  sandbox: measureSandbox,
  checkpoints: measureCheckpoints,
  completion: measureCompletion,
  endurance: measureEndurance,
  panel: measurePanel,
};

/** Measures the named groups, or all; what could be measured is printed and written also when something breaks. */
export async function runBench(names: readonly string[]): Promise<void> {
  const unknown = names.find(name => !groups[name]);
  if (unknown !== undefined) throw new Error(`Unknown group ${unknown}: one of ${Object.keys(groups).join(', ')}`);
  if (process.platform !== 'linux') throw new Error('The benchmarks read /proc, so they need Linux.');
  useOwnTemporaryFolder();
  await buildExtension();

  const metrics: Metric[] = [];
  for (const [name, measure] of Object.entries(groups)) {
    if (names.length > 0 && !names.includes(name)) continue;
    console.log(`Measuring ${name}…`);
    await measure((...found) => metrics.push(...found)).catch((error: unknown) => console.error(error));
  }
  const machine = { cores: cpus().length, load: loadavg()[0]!, node: process.version };
  mkdirSync(out(), { recursive: true });
  const rows = metrics.map(metric => ({ ...metric, isOver: isOver(metric) }));
  writeFileSync(out('bench.json'), `${JSON.stringify({ machine, metrics: rows }, undefined, 2)}\n`);
  console.log(`\n${tableOf(metrics)}\n`);
  console.log(`${machine.cores} cores, load ${machine.load.toFixed(1)}, Node ${machine.node}; JSON in out/bench.json`);
}

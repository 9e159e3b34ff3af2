import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { testEnvironment } from '../support/vscode/environment';
import { root } from '../support/vscode/paths';
import { start } from '../support/vscode/processes';
import { median, type Metric } from './metric';
import { startModel } from './modelProcess';

/** What is measured beside each other; `SDK` and `fetch` have the same conversation without Pollux. */
const programs = {
  pollux: [join(root, 'dist/headless.js'), '-p'],
  sdk: [join(root, 'test/bench/sdkAlone.cjs'), 'sdk'],
  fetch: [join(root, 'test/bench/sdkAlone.cjs'), 'fetch'],
} as const;
type Program = keyof typeof programs;

/** CPU of the headless command against the loopback model, and the share of what it stands on. */
export async function measureHeadless(report: (...metrics: Metric[]) => void): Promise<void> {
  const model = await startModel();
  const folder = mkdtempSync(join(tmpdir(), 'headless-'));
  writeFileSync(join(folder, 'a.txt'), 'some text\n'.repeat(100));
  const env = testEnvironment(folder, { GEMINI_API_KEY: 'any', GOOGLE_GEMINI_BASE_URL: model.url });
  const node = (args: readonly string[]) => cpuOf(args, folder, env);
  const run = (program: Program, prompt: string) => node([...programs[program], prompt]);
  /** CPU that each further one costs, in ms: of two prompts, run in turns, the difference of the medians. */
  const slope = async (program: Program, prompt: (count: number) => string, few: number, many: number, runs = 5) => {
    const [less, more] = await inTurns(runs, [() => run(program, prompt(few)), () => run(program, prompt(many))]);
    return (more! - less!) / (many - few);
  };
  try {
    const [nothing, sdk, prompt] = await inTurns(5, [
      () => node(['-e', '0']),
      () => node(['-e', `require(${JSON.stringify(join(root, 'dist/genai.js'))})`]),
      () => run('pollux', 'ROUNDS 1'),
    ]);
    report(
      { name: 'headless: one prompt with a tool call, CPU', value: prompt! / 1000, unit: 's', limit: 0.35 },
      { name: 'headless:   of it, Node doing nothing', value: nothing! / prompt!, unit: '×' },
      { name: 'headless:   of it, loading the SDK', value: (sdk! - nothing!) / prompt!, unit: '×' },
    );
    const rounds = (count: number) => `ROUNDS ${count}`;
    const round = await slope('pollux', rounds, 5, 45);
    report(
      { name: 'headless: a further tool round, CPU', value: round, unit: 'ms', limit: 3 },
      { name: 'headless:   of it, the SDK alone', value: (await slope('sdk', rounds, 5, 45, 3)) / round, unit: '×' },
      { name: 'headless:   of it, bare fetch', value: (await slope('fetch', rounds, 5, 45, 3)) / round, unit: '×' },
    );
    const fast = (count: number) => `STREAM ${count}`;
    const chunk = await slope('pollux', fast, 1000, 9000);
    report(
      { name: 'headless: a streamed chunk, CPU', value: chunk, unit: 'ms', limit: 0.05 },
      {
        name: 'headless:   the SDK alone against it',
        value: (await slope('sdk', fast, 1000, 9000, 3)) / chunk,
        unit: '×',
      },
    );
    const paced = (count: number) => `STREAM ${count} 500`;
    const slow = await slope('pollux', paced, 500, 3000, 3);
    report(
      { name: 'headless: a chunk at 500 a second, CPU', value: slow, unit: 'ms' },
      { name: 'headless:   of it, bare fetch', value: (await slope('fetch', paced, 500, 3000, 3)) / slow, unit: '×' },
    );
  } finally {
    await model.stop();
  }
}

/** The medians of measurements that are taken in turns, so that noise meets all of them alike. */
async function inTurns(runs: number, measurements: readonly (() => Promise<number>)[]): Promise<number[]> {
  const values = measurements.map((): number[] => []);
  for (let i = 0; i < runs; i++) {
    for (const [which, measure] of measurements.entries()) values[which]!.push(await measure());
  }
  return values.map(median);
}

/** User and system time in ms of a Node process from its start to its end. */
async function cpuOf(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<number> {
  const { child } = start(process.execPath, ['--require', join(root, 'test/bench/reportUsage.cjs'), ...args], {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const [errors, usage, [code]] = await Promise.all([
    text(child.stderr!),
    text(child.stdio[3] as Readable),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  if (code !== 0 || usage === '') throw new Error(`${args.join(' ')} ended with ${String(code)}\n${errors}`);
  return Number(usage.split(' ')[0]);
}

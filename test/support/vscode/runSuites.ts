import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { filesThatFailed, joinRuns, sumOf, type Outcome } from './outcome';
import { out, root } from './paths';
import { CommandError } from './processes';
import { createSuites, type RunSuite, type SuiteName, type TestRequest } from './suites';
import { useOwnTemporaryFolder } from './temporaryFolder';

/** What `npm test` runs: lanes side by side, the suites of a lane one after another. */
const everything: SuiteName[][] = [
  ['host', 'check'],
  ['browser', 'unit-2'],
  ['unit-1', 'panel'],
];
const named: SuiteName[] = ['unit', 'host', 'browser', 'desktop'];

/**
 * Runs the suite that `args` begins with, or everything, with mocha's arguments. Prints a line per suite with what failed
 * in it, and the sum as the last line. Returns the exit code: 1 when anything failed.
 */
export async function runSuites(args: string[]): Promise<number> {
  const only = named.find(name => name === args[0]);
  const request = only ? readRequest(args.slice(1)) : requestOfEverything(args);
  useOwnTemporaryFolder();
  rmSync(out('failures'), { recursive: true, force: true });
  mkdirSync(out('logs'), { recursive: true });

  const suites = createSuites(request);
  // All set-ups begin now; one that fails fails its suite, when the turn comes.
  const lanes = (only ? [[only]] : everything).map(lane =>
    lane.map(name => ({ name, ready: suites[name]().catch(failLater) })),
  );
  const ended = await Promise.all(
    lanes.map(async lane => {
      const outcomes: EndedSuite[] = [];
      for (const { name, ready } of lane) {
        const run = await ready;
        outcomes.push({ name, run, outcome: await report(name, run) });
      }
      return outcomes;
    }),
  );
  const outcomes: Outcome[] = [];
  for (const suite of ended.flat()) outcomes.push(only ? suite.outcome : await tryAgain(suite));
  if (existsSync(out('failures'))) console.log('Screenshots and logs of failures are in out/failures');
  const sum = sumOf(outcomes);
  console.log(countsOf(sum));
  return sum.failed.length > 0 ? 1 : 0;
}

interface EndedSuite {
  name: SuiteName;
  run: RunSuite;
  outcome: Outcome;
}

const failLater = (error: unknown) => async (): Promise<Outcome> => {
  throw error;
};

function readRequest(args: string[]): TestRequest {
  const isFile = (arg: string) => /\.test\.tsx?$/.test(arg);
  return {
    files: args.filter(isFile).map(file => relative(root, resolve(file))),
    args: args.filter(arg => !isFile(arg)),
    isLive: true,
  };
}

function requestOfEverything(args: string[]): TestRequest {
  if (args[0] && !args[0].startsWith('-')) throw new Error(`Unknown suite ${args[0]}: one of ${named.join(', ')}`);
  return { files: [], args: ['--forbid-only', ...args], isLive: false };
}

/**
 * Runs the files again in which something failed, by themselves now that nothing else keeps the machine busy: where
 * everything runs side by side, a window may be too slow for a test. What failed at first stays in sight.
 */
async function tryAgain({ name, run, outcome }: EndedSuite): Promise<Outcome> {
  if (outcome.failed.length === 0) return outcome;
  const files = filesThatFailed(outcome);
  for (const { title } of outcome.failed) console.log(`tried again: ${name}: ${title}`);
  return joinRuns(outcome, await report(name, run, files), files);
}

/** Runs a suite, or `files` of it, and prints the outcome. */
async function report(name: SuiteName, run: RunSuite, files?: readonly string[]): Promise<Outcome> {
  const began = performance.now();
  const outcome = await run(files).catch((error: unknown) => ({
    passed: [],
    failed: [asFailure(name, error)],
    skipped: [],
  }));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${name.padEnd(8)} ${countsOf(outcome)} (${seconds} s)`);
  for (const { title, error } of outcome.failed) console.log(`  ✗ ${title}\n${error.replace(/^/gm, '      ')}\n`);
  return outcome;
}

const asFailure = (title: string, error: unknown) => ({
  title,
  file: undefined,
  error: error instanceof Error && !(error instanceof CommandError) ? error.stack! : String(error),
});

const countsOf = ({ passed, failed, skipped }: Outcome) =>
  `${passed.length} passed, ${failed.length} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`;

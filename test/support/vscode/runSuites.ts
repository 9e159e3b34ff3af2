import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { sumOf, type Outcome } from './outcome';
import { out, root } from './paths';
import { CommandError } from './processes';
import { createSuites, type SuiteName, type TestRequest } from './suites';
import { useOwnTemporaryFolder } from './temporaryFolder';

/** What `npm test` runs: stages one after another, the suites of a stage together. */
const everything: SuiteName[][] = [['check', 'unit'], ['host', 'panel'], ['browser']];
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
  const stages = (only ? [[only]] : everything).map(stage =>
    stage.map(name => ({ name, ready: suites[name]().catch(failLater) })),
  );
  const outcomes: Outcome[] = [];
  for (const stage of stages) {
    outcomes.push(...(await Promise.all(stage.map(async ({ name, ready }) => report(name, await ready)))));
  }
  if (existsSync(out('failures'))) console.log('Screenshots and logs of failures are in out/failures');
  const sum = sumOf(outcomes);
  console.log(countsOf(sum));
  return sum.failed.length > 0 ? 1 : 0;
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

/** Runs a suite and prints its outcome. */
async function report(name: SuiteName, run: () => Promise<Outcome>): Promise<Outcome> {
  const began = performance.now();
  const outcome = await run().catch((error: unknown) => ({ passed: 0, failed: [asFailure(name, error)], skipped: 0 }));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${name.padEnd(8)} ${countsOf(outcome)} (${seconds} s)`);
  for (const { title, error } of outcome.failed) console.log(`  ✗ ${title}\n${error.replace(/^/gm, '      ')}\n`);
  return outcome;
}

const asFailure = (title: string, error: unknown) => ({
  title,
  error: error instanceof Error && !(error instanceof CommandError) ? error.stack! : String(error),
});

const countsOf = ({ passed, failed, skipped }: Outcome) =>
  `${passed} passed, ${failed.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

import { resolve } from 'node:path';
import { root } from './paths';
import { readReport, type Failure, type RanTest } from './report';

/** What a suite has come to. */
export interface Outcome {
  passed: readonly RanTest[];
  failed: readonly Failure[];
  skipped: readonly RanTest[];
}

/**
 * The outcome of a run that has reported to `file`. `fault` says how it ended where that was not well: a run that died
 * counts as one more failure, and so does one that failed without a test that did. Neither failure has a file.
 */
export function outcomeOf(file: string, fault?: string): Outcome {
  const { passed, failed, skipped, running, hasEnded } = readReport(file);
  if (!hasEnded) {
    const where = running ? `in: ${running.title}` : 'between tests';
    failed.push({ title: `The suite died, ${where}`, file: undefined, error: fault ?? 'It ended without a report.' });
  } else if (fault && failed.length === 0) {
    failed.push({ title: 'The suite failed', file: undefined, error: fault });
  }
  return { passed, failed, skipped };
}

/**
 * The outcome of a suite of which `files` ran twice: what passed once has passed, for a machine that is too slow or too
 * fast for a test may be either in both runs. Without `files`, only the second run counts.
 */
export function joinRuns(first: Outcome, second: Outcome, files?: readonly string[]): Outcome {
  if (!files) return second;
  const again = new Set(files.map(file => resolve(root, file)));
  const isOther = ({ file }: RanTest) => file === undefined || !again.has(resolve(root, file));
  const nameOf = ({ file, title }: RanTest) => JSON.stringify([file, title]);
  const passed = new Map([...first.passed, ...second.passed].map(test => [nameOf(test), test]));
  return {
    passed: [...passed.values()],
    failed: [...first.failed.filter(isOther), ...second.failed.filter(test => !passed.has(nameOf(test)))],
    skipped: [...first.skipped.filter(isOther), ...second.skipped],
  };
}

/** The files of all that failed; undefined where a failure has none. */
export function filesThatFailed({ failed }: Outcome): string[] | undefined {
  const files = failed.flatMap(({ file }) => file ?? []);
  return files.length === failed.length ? [...new Set(files)] : undefined;
}

export const sumOf = (outcomes: readonly Outcome[]): Outcome => ({
  passed: outcomes.flatMap(({ passed }) => passed),
  failed: outcomes.flatMap(({ failed }) => failed),
  skipped: outcomes.flatMap(({ skipped }) => skipped),
});

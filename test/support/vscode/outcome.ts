import { readReport, type Failure } from './report';

/** What a suite has come to. */
export interface Outcome {
  passed: number;
  failed: readonly Failure[];
  skipped: number;
}

/**
 * The outcome of a run that has reported to `file`. `fault` says how it ended where that was not well: a run that died
 * counts as one more failure, and so does one that failed without a test that did.
 */
export function outcomeOf(file: string, fault?: string): Outcome {
  const { passed, failed, skipped, running, hasEnded } = readReport(file);
  if (!hasEnded) {
    const where = running ? `in: ${running}` : 'between tests';
    failed.push({ title: `The suite died, ${where}`, error: fault ?? 'It ended without a report.' });
  } else if (fault && failed.length === 0) {
    failed.push({ title: 'The suite failed', error: fault });
  }
  return { passed: passed.length, failed, skipped: skipped.length };
}

export const sumOf = (outcomes: readonly Outcome[]): Outcome => ({
  passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
  failed: outcomes.flatMap(({ failed }) => failed),
  skipped: outcomes.reduce((sum, { skipped }) => sum + skipped, 0),
});

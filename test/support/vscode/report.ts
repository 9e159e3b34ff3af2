import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** What a run of tests has come to so far. */
export interface Report {
  passed: RanTest[];
  failed: Failure[];
  skipped: RanTest[];
  /** The test that is running. */
  running?: RanTest;
  /** False while tests run, and for good when the process died. */
  hasEnded: boolean;
}

export interface RanTest {
  /** Names the suites around the test, too. */
  title: string;
  /** The file that it stands in, as mocha was given it; undefined where a run as a whole is meant. */
  file: string | undefined;
}

export interface Failure extends RanTest {
  error: string;
}

type Line =
  | ({ event: 'started' | 'passed' | 'skipped' } & RanTest)
  | ({ event: 'failed' } & Failure)
  | { event: 'ended' };

/** Appends what happens in a run of mocha to `file`, a JSON value a line, so that a crash loses nothing. */
export function recordRun(runner: Mocha.Runner, file: string): void {
  const append = (line: Line) => appendFileSync(file, `${JSON.stringify(line)}\n`);
  const named = (test: Mocha.Runnable): RanTest => ({
    title: test.titlePath().join(' › '),
    file: test.file ?? test.parent?.file, // a hook has only its suite's
  });
  rmSync(file, { force: true });
  runner.on('test', test => append({ event: 'started', ...named(test) }));
  runner.on('pass', test => append({ event: 'passed', ...named(test) }));
  runner.on('pending', test => append({ event: 'skipped', ...named(test) }));
  runner.on('fail', (test, error: unknown) => append({ event: 'failed', ...named(test), error: textOf(error) }));
  runner.on('end', () => append({ event: 'ended' }));
}

const textOf = (error: unknown) =>
  stripVTControlCharacters(error instanceof Error && error.stack ? error.stack : String(error));

/** Reads what `recordRun` has written; an absent file is a run in which nothing happened. */
export function readReport(file: string): Report {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  const report: Report = { passed: [], failed: [], skipped: [], hasEnded: false };
  for (const line of lines.map(text => JSON.parse(text) as Line)) {
    delete report.running;
    switch (line.event) {
      case 'started':
        report.running = line;
        break;
      case 'failed':
        report.failed.push(line);
        break;
      case 'ended':
        report.hasEnded = true;
        break;
      default:
        report[line.event].push(line);
    }
  }
  return report;
}

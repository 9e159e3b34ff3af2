import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** What a run of tests has come to so far. Titles name the suites around a test, too. */
export interface Report {
  passed: string[];
  failed: Failure[];
  skipped: string[];
  /** The test that is running. */
  running?: string;
  /** False while tests run, and for good when the process died. */
  hasEnded: boolean;
}

export interface Failure {
  title: string;
  error: string;
}

type Line =
  | { event: 'started' | 'passed' | 'skipped'; title: string }
  | { event: 'failed'; title: string; error: string }
  | { event: 'ended' };

/** Appends what happens in a run of mocha to `file`, a JSON value a line, so that a crash loses nothing. */
export function recordRun(runner: Mocha.Runner, file: string): void {
  const append = (line: Line) => appendFileSync(file, `${JSON.stringify(line)}\n`);
  const titleOf = (test: Mocha.Runnable) => test.titlePath().join(' › ');
  rmSync(file, { force: true });
  runner.on('test', test => append({ event: 'started', title: titleOf(test) }));
  runner.on('pass', test => append({ event: 'passed', title: titleOf(test) }));
  runner.on('pending', test => append({ event: 'skipped', title: titleOf(test) }));
  runner.on('fail', (test, error: unknown) => append({ event: 'failed', title: titleOf(test), error: textOf(error) }));
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
        report.running = line.title;
        break;
      case 'failed':
        report.failed.push(line);
        break;
      case 'ended':
        report.hasEnded = true;
        break;
      default:
        report[line.event].push(line.title);
    }
  }
  return report;
}

import { reporters, type MochaOptions, type Runner } from 'mocha';
import { recordRun } from './report';

/** A line per test for whoever watches, and a report in the file POLLUX_TEST_REPORT, from which failures are shown. */
class Reporter extends reporters.Spec {
  constructor(runner: Runner, options: MochaOptions) {
    super(runner, options);
    recordRun(runner, process.env.POLLUX_TEST_REPORT!);
  }

  override epilogue(): void {
    // Mocha would list the failures here.
  }
}

export default Reporter; // as mocha wants it

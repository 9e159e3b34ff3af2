import { parseArgs } from 'node:util';
import { recordRun } from '../support/vscode/report';

/**
 * Runs test files in the extension host that this is loaded into. `files` loads each by its path. The report goes to the
 * file POLLUX_TEST_REPORT; POLLUX_MOCHA_ARGS is a JSON list of mocha's arguments. Rejects when a test failed.
 */
export async function runTests(files: Record<string, () => unknown>): Promise<void> {
  const { default: Mocha } = await import('mocha');
  class Reporter extends Mocha.reporters.Base {
    constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
      super(runner, options);
      recordRun(runner, process.env.POLLUX_TEST_REPORT!);
    }
  }
  const mocha = new Mocha({ ui: 'bdd', timeout: 20_000, ...readArguments(), reporter: Reporter });
  for (const [file, load] of Object.entries(files)) {
    mocha.suite.emit('pre-require', globalThis, file, mocha); // brings describe, it and the rest
    mocha.suite.emit('require', load(), file, mocha);
    mocha.suite.emit('post-require', globalThis, file, mocha);
  }
  const failures = await new Promise<number>(resolve => mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} failed`);
}

/** The arguments of mocha that make sense here; throws at any other. */
function readArguments(): Mocha.MochaOptions {
  const { values } = parseArgs({
    args: JSON.parse(process.env.POLLUX_MOCHA_ARGS ?? '[]') as string[],
    options: {
      grep: { type: 'string', short: 'g' },
      fgrep: { type: 'string', short: 'f' },
      bail: { type: 'boolean', short: 'b' },
      timeout: { type: 'string', short: 't' },
      'forbid-only': { type: 'boolean' },
    },
  });
  const { timeout, 'forbid-only': forbidOnly, ...rest } = values;
  return { ...rest, ...(forbidOnly && { forbidOnly }), ...(timeout !== undefined && { timeout: Number(timeout) }) };
}

import Module, { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { recordRun } from '../support/vscode/report';

/**
 * Runs test files in the extension host that this is loaded into. `files` loads each by its path. The report goes to the
 * file POLLUX_TEST_REPORT; POLLUX_MOCHA_ARGS is a JSON list of mocha's arguments. With POLLUX_TEST_ACTIVE, VS Code may start
 * the extension under development. Rejects when a test failed.
 */
export async function runTests(files: Record<string, () => unknown>): Promise<void> {
  if (!process.env.POLLUX_TEST_ACTIVE) keepAsleep();
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

/**
 * Has VS Code find nothing to run in the extension under development, which it would start with the first terminal. Tests
 * use its parts, or start the whole by themselves, and neither could register what it has registered.
 */
function keepAsleep(): void {
  const main = join(__dirname, '../../dist/extension.js');
  const asleep = new Module(main);
  asleep.exports = { activate: () => undefined };
  asleep.loaded = true;
  createRequire(__filename).cache[main] = asleep;
}

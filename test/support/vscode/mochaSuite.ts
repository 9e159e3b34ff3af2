import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outcomeOf, type Outcome } from './outcome';
import { out, root } from './paths';
import { start } from './processes';

export interface MochaRun {
  files: readonly string[];
  args: string[];
  env: NodeJS.ProcessEnv;
  /** Whether mocha's output is shown; it goes to `out/logs/NAME.log` otherwise. */
  isLive: boolean;
}

/** Runs test files in a process of mocha's own. */
export async function runMochaSuite(name: string, { files, args, env, isLive }: MochaRun): Promise<Outcome> {
  if (files.length === 0) throw new Error(`No ${name} tests found`);
  const log = out('logs', `${name}.log`);
  const report = join(tmpdir(), `${name}.jsonl`);
  const output = isLive ? 'inherit' : openSync(log, 'w');
  const mocha = join(root, 'node_modules', 'mocha', 'bin', 'mocha.js');
  const reporter = join(root, 'test', 'support', 'vscode', 'reporter.ts');
  const { child } = start(process.execPath, [mocha, '--exit', '--reporter', reporter, ...args, ...files], {
    cwd: root,
    env: { ...env, POLLUX_TEST_REPORT: report },
    stdio: ['ignore', output, output],
  });
  const [code, killedBy] = (await once(child, 'exit')) as [number | null, string | null];
  const tail = isLive ? '' : `\n${readFileSync(log, 'utf8').slice(-2000)}`;
  return outcomeOf(report, code === 0 ? undefined : `mocha ended with ${code ?? killedBy!}${tail}`);
}

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Runs a script of this folder, named without its ending, in a process of its own, and gives what it prints. */
export async function inProcess(script: string, ...args: readonly string[]): Promise<string> {
  const file = join(__dirname, `${script}.ts`);
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', file, ...args]);
  return stdout.trim();
}

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { builtScript } from './builtScript';

/** Runs a script of this folder, named without its ending, in a process of its own, and gives what it prints. */
export async function inProcess(script: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [builtScript(script), ...args]);
  return stdout.trim();
}

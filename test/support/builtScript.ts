import { buildSync } from 'esbuild';
import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A script of this folder, named without its ending, as one file of JavaScript. Built once by each process of tests:
 * a process that compiles the TypeScript itself takes several times as long to start.
 */
export function builtScript(script: string): string {
  const folder = join(tmpdir(), `built-${process.pid}`);
  const outfile = join(folder, `${script}.cjs`);
  if (existsSync(outfile)) return outfile;
  if (!existsSync(folder)) process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  buildSync({ entryPoints: [join(__dirname, `${script}.ts`)], outfile, bundle: true, platform: 'node', format: 'cjs' });
  return outfile;
}

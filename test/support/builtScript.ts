import { buildSync, type BuildOptions } from 'esbuild';
import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A script of this folder, named without its ending, as one file of JavaScript. Built once by each process of tests:
 * a process that compiles the TypeScript itself takes several times as long to start.
 */
export const builtScript = (script: string): string => built(`${script}.ts`, `${script}.cjs`, { format: 'cjs' });

/** A module of this folder, named with its ending, as one file with all that it imports: it starts in half the time. */
export const builtModule = (module: string): string =>
  built(module, module, {
    format: 'esm',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });

function built(from: string, to: string, options: BuildOptions): string {
  const folder = join(tmpdir(), `built-${process.pid}`);
  const outfile = join(folder, to);
  if (existsSync(outfile)) return outfile;
  if (!existsSync(folder)) process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  buildSync({ entryPoints: [join(__dirname, from)], outfile, bundle: true, platform: 'node', ...options });
  return outfile;
}

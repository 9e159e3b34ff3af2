import { build, type Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { out, root } from './paths';

/**
 * Bundles test files into `out/host/NAME.js`, a module that VS Code runs as `extensionTestsPath`: it exports
 * `run(): Promise<void>`. The files' `import.meta.url` stays that of the source.
 */
export async function bundleTests(name: string, files: string[]): Promise<string> {
  const outfile = out('host', `${name}.js`);
  const table = files.map(file => `${JSON.stringify(file)}: () => require(${JSON.stringify(`./${file}`)})`);
  await build({
    stdin: {
      contents: `import { runTests } from './test/host/index';\nexport const run = () => runTests({ ${table.join(',\n')} });`,
      resolveDir: root,
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    external: ['vscode', 'mocha'],
    // Its main file finds its parts in a way that no bundler follows.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    sourcemap: true,
    plugins: [sourceLocation],
    logLevel: 'silent',
  });
  return outfile;
}

/** Lets a test find files beside its source, in the bundle too. */
const sourceLocation: Plugin = {
  name: 'source location',
  setup(build) {
    build.onLoad({ filter: /[\\/]test[\\/].*\.tsx?$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
      loader: path.endsWith('x') ? 'tsx' : 'ts',
    }));
  },
};

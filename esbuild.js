// Builds dist/: the extension host's bundle, the headless command, the panel, and the Gemini SDK as a file of its own
// that both hosts load at the first prompt, so that starting stays fast. `--watch` rebuilds on every change.
const esbuild = require('esbuild');

const isWatching = process.argv.includes('--watch');

/** Leaves a package out of a bundle and loads `file` from the same folder in its place. */
const loadedFrom = (name, file) => ({
  name: `load ${name} from ${file}`,
  setup: build =>
    build.onResolve({ filter: new RegExp(`^${name}$`) }, ({ kind }) =>
      kind === 'entry-point' ? undefined : { path: file, external: true },
    ),
});

const common = { bundle: true, minify: !isWatching, sourcemap: isWatching, outdir: 'dist', logLevel: 'info' };
// `import()` of a CommonJS file makes Node read it twice, which costs more than all the rest of a start: require it.
const supported = { 'dynamic-import': false };
const node = { ...common, supported, platform: 'node', format: 'cjs', target: 'node20', external: ['vscode'] };
const withSdk = { plugins: [loadedFrom('@google/genai', './genai.js')] };

const bundles = [
  { ...node, ...withSdk, entryPoints: { extension: 'src/extension.ts' } },
  { ...node, ...withSdk, entryPoints: { headless: 'src/headless/main.ts' }, banner: { js: '#!/usr/bin/env node' } },
  { ...node, entryPoints: { genai: '@google/genai' } },
  {
    ...common,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    entryPoints: { webview: 'webview/main.tsx' },
    loader: { '.ttf': 'file' },
    assetNames: '[name]',
  },
];

async function main() {
  if (!isWatching) return Promise.all(bundles.map(options => esbuild.build(options)));
  const contexts = await Promise.all(bundles.map(options => esbuild.context(options)));
  return Promise.all(contexts.map(context => context.watch()));
}

main().catch(() => process.exit(1));

// Builds dist/: the extension host's bundle, the headless command, the panel, and what is heavy as files of their own
// that both hosts load at first use, so that starting stays fast. `--watch` rebuilds on every change.
const { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } = require('node:fs');
const { basename, join, resolve } = require('node:path');
const esbuild = require('esbuild');

const isWatching = process.argv.includes('--watch');

/**
 * Modules that are heavy and not needed at once, or have to be the same for several bundles: a bundle of its own for
 * each, loaded from the same folder when first used.
 */
const apart = {
  errors: 'src/shared/errors.ts',
  approvals: 'src/policy/approvals.ts',
  tools: 'src/tools/index.ts',
  checkpoints: 'src/node/checkpoints/checkpointStore.ts',
  discovered: 'src/tools/discovered/discoveredTools.ts',
  extensions: 'src/context/extensions/lazy.ts',
  manageExtensions: 'src/headless/extensions/manage.ts',
  autoUpdateExtensions: 'src/extension/extensions/autoUpdateExtensions.ts',
  find: 'src/node/search/find.ts',
  search: 'src/node/search/search.ts',
  unsavedSearch: 'src/vscode/documents/unsavedSearch.ts',
  openWindowAgents: 'src/extension/sources/openWindowAgents.ts',
  agentSource: 'src/agent/agents/agentSource.ts',
  hooks: 'src/hooks/openHooks.ts',
  extensionEntries: 'src/extension/extensions/extensionEntries.ts',
  windowDiscovery: 'src/extension/sources/windowDiscovery.ts',
  changes: 'src/headless/commands/changes.ts',
  headlessChanges: 'src/headless/session/headlessChanges.ts',
  windowChanges: 'src/extension/review/windowChanges.ts',
  windowHooks: 'src/extension/sources/windowHooks.ts',
  windowCommands: 'src/extension/windowCommands.ts',
  windowFirewall: 'src/extension/windowFirewall.ts',
  openWindowPanel: 'src/extension/panel/openWindowPanel.ts',
  windowReports: 'src/extension/windowReports.ts',
  windowRuns: 'src/extension/runs/windowRuns.ts',
  requests: 'src/gemini/requests.ts',
  windowSlash: 'src/extension/slash/windowSlash.ts',
  memoryEntries: 'src/extension/sources/memoryEntries.ts',
  projectMemory: 'src/context/memory/projectMemory.ts',
  recordShapes: 'src/node/recordShapes.ts',
  readSession: 'src/node/sessions/readSession.ts',
  frontMatter: 'src/context/frontMatter.ts',
  parseSkills: 'src/context/parseSkills.ts',
  parseAgent: 'src/context/agents/parseAgent.ts',
  commandFile: 'src/context/commands/custom/commandFile.ts',
  readRecord: 'src/node/checkpoints/readRecord.ts',
  mcp: 'src/mcp/openMcp.ts',
  windowMcp: 'src/extension/mcp/windowMcp.ts',
  geminiRecorder: 'src/node/sessions/geminiRecorder.ts',
  recordForGemini: 'src/sessions/recordForGemini.ts',
  demoServer: 'src/demo/demoServer.ts',
  openSandbox: 'src/node/sandbox/openSandbox.ts',
  sandboxedCommands: 'src/sandbox/sandboxedCommands.ts',
  commandPolicy: 'src/policy/commandPolicy.ts',
  rules: 'src/policy/rules.ts',
  doctor: 'src/headless/commands/doctor.ts',
  report: 'src/headless/commands/report.ts',
  mcpCommand: 'src/headless/mcp/mcpCommand.ts',
  headlessStats: 'src/headless/slash/stats.ts',
  serveMcp: 'src/headless/mcp/serveMcp.ts',
  ideSessions: 'src/mcp/companion/ideSessions.ts',
  windowCompanion: 'src/extension/companion/windowCompanion.ts',
  telemetry: 'src/telemetry/openTelemetry.ts',
  keptControls: 'src/node/credentials/keptControls.ts',
};
/** Likewise; these use nothing of the other bundles. */
const apartAlone = {
  typescriptPlugin: 'src/typescript/plugin.ts',
  readable: 'src/node/web/readable.ts',
  screenText: 'src/node/process/screenText.ts',
  telemetryGrpc: 'src/telemetry/grpcExporters.ts',
};
/** Likewise, packages. */
const packagesApart = {
  ajv: 'ajv',
  genai: '@google/genai',
  googleAuth: 'google-auth-library',
  l10n: '@vscode/l10n',
  picomatch: 'picomatch',
  treeSitter: 'web-tree-sitter',
  undici: 'undici',
};

/** Leaves the modules above out of a bundle, and loads their bundles in their place. */
const loadedApart = {
  name: 'loaded apart',
  setup(build) {
    const modules = { ...apart, ...apartAlone };
    const bundleOf = new Map(Object.entries(modules).map(([bundle, file]) => [resolve(file), bundle]));
    const bundleOfPackage = new Map(Object.entries(packagesApart).map(([bundle, name]) => [name, bundle]));
    build.onResolve({ filter: /./ }, ({ kind, path, resolveDir }) => {
      if (kind === 'entry-point') return undefined;
      const bundle = path.startsWith('.') ? bundleOf.get(`${resolve(resolveDir, path)}.ts`) : bundleOfPackage.get(path);
      return bundle === undefined ? undefined : { path: `./${bundle}.js`, external: true };
    });
  },
};

const common = {
  bundle: true,
  metafile: true,
  minify: !isWatching,
  sourcemap: isWatching,
  outdir: 'dist',
  logLevel: 'info',
};
// The main file of jsonc-parser finds its parts in a way that no bundler follows.
const alias = { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' };
// `import()` of a CommonJS file makes Node read it twice, which costs more than all the rest of a start: require it.
const supported = { 'dynamic-import': false };
const node = {
  ...common,
  alias,
  supported,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['canvas', 'vscode'],
};
const lean = { plugins: [loadedApart] };

/**
 * What the SDK imports at once, of which a prompt uses nothing: Google's authentication, loaded from its own bundle when
 * a client is made without a key, and sockets, which only its live sessions open.
 */
const lateInSdk = {
  'google-auth-library': `export class GoogleAuth {
    constructor(options) { return new (require('./googleAuth.js').GoogleAuth)(options); }
  }`,
  ws: `export class WebSocket {
    constructor() { throw new Error('Live sessions are not part of this build.'); }
  }`,
};
const slimSdk = {
  name: 'slim SDK',
  setup(build) {
    const filter = new RegExp(`^(${Object.keys(lateInSdk).join('|')})$`);
    build.onResolve({ filter }, ({ path }) => ({ path, namespace: 'late' }));
    build.onResolve({ filter: /^\.\/googleAuth\.js$/ }, ({ path }) => ({ path, external: true }));
    build.onLoad({ filter, namespace: 'late' }, ({ path }) => ({ contents: lateInSdk[path] }));
  },
};

/** What the bundles of some packages need besides. */
const ofPackage = {
  genai: { plugins: [slimSdk] },
  treeSitter: { entryPoints: { treeSitter: 'node_modules/web-tree-sitter/web-tree-sitter.cjs' } },
};

const bundles = [
  { ...node, ...lean, entryPoints: { headless: 'src/headless/main.ts' }, banner: { js: '#!/usr/bin/env node' } },
  { ...node, ...lean, entryPoints: { extension: 'src/extension.ts', ...apart } },
  { ...node, entryPoints: apartAlone },
  ...Object.entries(packagesApart).map(([name, entry]) => ({
    ...node,
    entryPoints: { [name]: entry },
    ...ofPackage[name],
  })),
  {
    ...common,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    entryPoints: { webview: 'webview/main.tsx' },
    loader: { '.ttf': 'file', '.svg': 'text' },
    assetNames: '[name]',
  },
];

/** The grammar of bash and what runs it; loaded as files when the first command is judged. */
const grammarFiles = ['web-tree-sitter/web-tree-sitter.wasm', 'tree-sitter-bash/tree-sitter-bash.wasm'];

async function main() {
  mkdirSync('dist', { recursive: true });
  for (const file of grammarFiles) copyFileSync(join('node_modules', file), join('dist', basename(file)));
  if (!isWatching) {
    const results = await Promise.all(bundles.map(options => esbuild.build(options)));
    removeOthers(results);
    return writeNotices(results);
  }
  const contexts = await Promise.all(bundles.map(options => esbuild.context(options)));
  return Promise.all(contexts.map(context => context.watch()));
}

/** What an earlier build has left is not shipped. */
function removeOthers(results) {
  const built = new Set(results.flatMap(({ metafile }) => Object.keys(metafile.outputs).map(path => basename(path))));
  for (const file of readdirSync('dist'))
    if (/\.js(\.map)?$/.test(file) && !built.has(file)) rmSync(join('dist', file));
}

/** Beside the bundles goes what the licences of the packages in them ask for. */
function writeNotices(results) {
  const inputs = results.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const folders = inputs.flatMap(path => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  const notices = [...new Set(folders)].sort().map(folder => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find(each => /^licen[cs]e/i.test(each));
    const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `License: ${license}`;
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  writeFileSync('dist/THIRD-PARTY-NOTICES.txt', notices.join(`\n${'-'.repeat(80)}\n\n`));
}

main().catch(() => process.exit(1));

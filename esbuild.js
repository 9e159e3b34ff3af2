// Builds dist/: the extension host's bundle, the headless command, the panel, and what is heavy as files of their own
// that both hosts load at first use, so that starting stays fast. `--watch` rebuilds on every change.
const { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } = require('node:fs');
const { basename, join, resolve } = require('node:path');
const esbuild = require('esbuild');

const isWatching = process.argv.includes('--watch');

/**
 * What is heavy and not needed at once, or has to be the same for several bundles: a bundle of its own for each, loaded
 * from the same folder when first used.
 */
const apart = {
  l10n: '@vscode/l10n',
  errors: '((\\.\\./)+shared|\\.)/errors',
  approvals: '((\\.\\./)+policy|\\.)/approvals',
  tools: '((\\.\\./)+tools|\\.)/index',
  picomatch: 'picomatch',
  checkpoints: '(\\.\\./)+node/checkpoints/checkpointStore',
  discovered: '(\\.{1,2}/)+tools/discovered/discoveredTools',
  extensions: '(\\.{1,2}/)+context/extensions/lazy',
  manageExtensions: '\\./manage',
  autoUpdateExtensions: '\\./autoUpdateExtensions',
  find: '(\\.{1,2}/)+search/find',
  search: '(\\.{1,2}/)+search/search',
  unsavedSearch: '\\./unsavedSearch',
  agentSource: '\\./agents/agentSource',
  openWindowAgents: '\\./openWindowAgents',
  hooks: '\\.\\./hooks/openHooks',
  changes: '\\./changes',
  headlessChanges: '\\./headlessChanges',
  windowFirewall: '\\./windowFirewall',
  windowChanges: '\\./windowChanges',
  windowHooks: '\\./(extension/)?windowHooks',
  windowCommands: '\\./extension/windowCommands',
  openWindowPanel: '\\./extension/openWindowPanel',
  windowReports: '\\./windowReports',
  windowRuns: '\\./windowRuns',
  requests: '(\\.\\./gemini|\\.)/requests',
  windowSlash: '\\./(extension/)?slash/windowSlash',
  extensionEntries: '\\./extensionEntries',
  windowDiscovery: '\\./(extension/)?windowDiscovery',
  memoryEntries: '(\\.{1,2}/)+memoryEntries',
  projectMemory: '(\\.\\./)+context/memory/projectMemory',
  recordShapes: '(\\.{1,2}/)+recordShapes',
  readSession: '\\./readSession',
  frontMatter: '(\\.{1,2}/)+frontMatter',
  parseSkills: '(\\.\\./context|\\.)/parseSkills',
  parseAgent: '\\./parseAgent',
  commandFile: '\\./commandFile',
  readRecord: '\\./readRecord',
  mcp: '(\\.\\./)+mcp/openMcp',
  windowMcp: '\\./windowMcp',
  geminiRecorder: '\\./geminiRecorder',
  recordForGemini: '(\\.{1,2}/)+sessions/recordForGemini',
  genai: '@google/genai',
  googleAuth: 'google-auth-library',
  treeSitter: 'web-tree-sitter',
  readable: './readable',
  ajv: 'ajv',
  demoServer: './demoServer',
  commandPolicy: '(\\.\\./policy|\\.)/commandPolicy',
  rules: './rules',
  doctor: '\\./doctor',
  report: '\\./report',
  mcpCommand: '\\./mcp/mcpCommand',
  headlessStats: '\\./slash/stats',
  serveMcp: '\\./serveMcp',
  windowCompanion: '\\./windowCompanion',
  ideSessions: '(\\.\\./)+mcp/companion/ideSessions',
  undici: 'undici',
  openSandbox: '(\\.\\./)+node/sandbox/openSandbox',
  sandboxedCommands: '(\\.\\./)+sandbox/sandboxedCommands',
  telemetry: '(\\.\\./)+telemetry/openTelemetry',
  telemetryGrpc: '\\./grpcExporters',
  screenText: '\\./screenText',
  keptControls: '(\\.\\./)+node/credentials/keptControls',
};

/** Whether an import means the module that a bundle is made of: others can be imported by the same words elsewhere. */
function means(bundle, { path, resolveDir }) {
  const entry = bundles.flatMap(({ entryPoints }) => entryPoints[bundle] ?? [])[0];
  return !path.startsWith('.') || `${resolve(resolveDir, path)}.ts` === resolve(entry);
}

/** Leaves a module out of a bundle and loads that of its own, in the same folder, in its place. */
const loadedApart = (bundle, name) => ({
  name: `load ${name} from ${bundle}`,
  setup: build =>
    build.onResolve({ filter: new RegExp(`^${name}$`) }, found =>
      found.kind === 'entry-point' || !means(bundle, found) ? undefined : { path: `./${bundle}.js`, external: true },
    ),
});

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
const node = { ...common, alias, supported, platform: 'node', format: 'cjs', target: 'node20', external: ['vscode'] };
const lean = { plugins: Object.entries(apart).map(([bundle, name]) => loadedApart(bundle, name)) };

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

const bundles = [
  { ...node, ...lean, entryPoints: { extension: 'src/extension.ts' } },
  { ...node, ...lean, entryPoints: { headless: 'src/headless/main.ts' }, banner: { js: '#!/usr/bin/env node' } },
  { ...node, entryPoints: { genai: '@google/genai' }, plugins: [slimSdk] },
  { ...node, entryPoints: { googleAuth: 'google-auth-library' } },
  { ...node, entryPoints: { treeSitter: 'node_modules/web-tree-sitter/web-tree-sitter.cjs' } },
  { ...node, entryPoints: { readable: 'src/node/web/readable.ts' }, external: ['canvas'] },
  { ...node, entryPoints: { ajv: 'ajv' } },
  { ...node, ...lean, entryPoints: { l10n: '@vscode/l10n' } },
  { ...node, ...lean, entryPoints: { errors: 'src/shared/errors.ts' } },
  { ...node, ...lean, entryPoints: { approvals: 'src/policy/approvals.ts' } },
  { ...node, ...lean, entryPoints: { tools: 'src/tools/index.ts' } },
  { ...node, entryPoints: { picomatch: 'picomatch' } },
  { ...node, ...lean, entryPoints: { checkpoints: 'src/node/checkpoints/checkpointStore.ts' } },
  { ...node, ...lean, entryPoints: { discovered: 'src/tools/discovered/discoveredTools.ts' } },
  { ...node, ...lean, entryPoints: { extensions: 'src/context/extensions/lazy.ts' } },
  { ...node, ...lean, entryPoints: { manageExtensions: 'src/headless/extensions/manage.ts' } },
  { ...node, ...lean, entryPoints: { autoUpdateExtensions: 'src/extension/autoUpdateExtensions.ts' } },
  { ...node, ...lean, entryPoints: { find: 'src/node/search/find.ts' } },
  { ...node, ...lean, entryPoints: { search: 'src/node/search/search.ts' } },
  { ...node, ...lean, entryPoints: { unsavedSearch: 'src/vscode/unsavedSearch.ts' } },
  { ...node, ...lean, entryPoints: { openWindowAgents: 'src/extension/openWindowAgents.ts' } },
  { ...node, ...lean, entryPoints: { agentSource: 'src/agent/agents/agentSource.ts' } },
  { ...node, ...lean, entryPoints: { hooks: 'src/hooks/openHooks.ts' } },
  { ...node, ...lean, entryPoints: { extensionEntries: 'src/extension/extensionEntries.ts' } },
  { ...node, ...lean, entryPoints: { windowDiscovery: 'src/extension/windowDiscovery.ts' } },
  { ...node, ...lean, entryPoints: { changes: 'src/headless/changes.ts' } },
  { ...node, ...lean, entryPoints: { headlessChanges: 'src/headless/headlessChanges.ts' } },
  { ...node, ...lean, entryPoints: { windowChanges: 'src/extension/windowChanges.ts' } },
  { ...node, ...lean, entryPoints: { windowHooks: 'src/extension/windowHooks.ts' } },
  { ...node, ...lean, entryPoints: { windowCommands: 'src/extension/windowCommands.ts' } },
  { ...node, ...lean, entryPoints: { windowFirewall: 'src/extension/windowFirewall.ts' } },
  { ...node, ...lean, entryPoints: { openWindowPanel: 'src/extension/openWindowPanel.ts' } },
  { ...node, ...lean, entryPoints: { windowReports: 'src/extension/windowReports.ts' } },
  { ...node, ...lean, entryPoints: { windowRuns: 'src/extension/runs/windowRuns.ts' } },
  { ...node, ...lean, entryPoints: { requests: 'src/gemini/requests.ts' } },
  { ...node, ...lean, entryPoints: { windowSlash: 'src/extension/slash/windowSlash.ts' } },
  { ...node, ...lean, entryPoints: { memoryEntries: 'src/extension/memoryEntries.ts' } },
  { ...node, ...lean, entryPoints: { projectMemory: 'src/context/memory/projectMemory.ts' } },
  { ...node, ...lean, entryPoints: { recordShapes: 'src/node/recordShapes.ts' } },
  { ...node, ...lean, entryPoints: { readSession: 'src/node/sessions/readSession.ts' } },
  { ...node, ...lean, entryPoints: { frontMatter: 'src/context/frontMatter.ts' } },
  { ...node, ...lean, entryPoints: { parseSkills: 'src/context/parseSkills.ts' } },
  { ...node, ...lean, entryPoints: { parseAgent: 'src/context/agents/parseAgent.ts' } },
  { ...node, ...lean, entryPoints: { commandFile: 'src/context/commands/custom/commandFile.ts' } },
  { ...node, ...lean, entryPoints: { readRecord: 'src/node/checkpoints/readRecord.ts' } },
  { ...node, ...lean, entryPoints: { mcp: 'src/mcp/openMcp.ts' } },
  { ...node, ...lean, entryPoints: { windowMcp: 'src/extension/windowMcp.ts' } },
  { ...node, ...lean, entryPoints: { geminiRecorder: 'src/node/sessions/geminiRecorder.ts' } },
  { ...node, ...lean, entryPoints: { recordForGemini: 'src/sessions/recordForGemini.ts' } },
  { ...node, ...lean, entryPoints: { demoServer: 'src/demo/demoServer.ts' } },
  { ...node, ...lean, entryPoints: { openSandbox: 'src/node/sandbox/openSandbox.ts' } },
  { ...node, ...lean, entryPoints: { sandboxedCommands: 'src/sandbox/sandboxedCommands.ts' } },
  { ...node, ...lean, entryPoints: { commandPolicy: 'src/policy/commandPolicy.ts' } },
  { ...node, ...lean, entryPoints: { rules: 'src/policy/rules.ts' } },
  { ...node, ...lean, entryPoints: { doctor: 'src/headless/doctor.ts' } },
  { ...node, ...lean, entryPoints: { report: 'src/headless/report.ts' } },
  { ...node, ...lean, entryPoints: { mcpCommand: 'src/headless/mcp/mcpCommand.ts' } },
  { ...node, ...lean, entryPoints: { headlessStats: 'src/headless/slash/stats.ts' } },
  { ...node, ...lean, entryPoints: { serveMcp: 'src/headless/mcp/serveMcp.ts' } },
  { ...node, ...lean, entryPoints: { ideSessions: 'src/mcp/companion/ideSessions.ts' } },
  { ...node, ...lean, entryPoints: { windowCompanion: 'src/extension/companion/windowCompanion.ts' } },
  { ...node, entryPoints: { undici: 'undici' } },
  { ...node, ...lean, entryPoints: { telemetry: 'src/telemetry/openTelemetry.ts' } },
  { ...node, ...lean, entryPoints: { keptControls: 'src/node/credentials/keptControls.ts' } },
  { ...node, entryPoints: { screenText: 'src/node/process/screenText.ts' } },
  { ...node, entryPoints: { telemetryGrpc: 'src/telemetry/grpcExporters.ts' } },
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

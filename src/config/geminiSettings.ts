// The settings of Gemini CLI's `settings.json` that Pollux uses. Each setting is one row here; settings without a row
// have no effect. `media/docs/settings.md` is generated from these rows.
import { CONTEXT_ROWS } from './contextRows';
import { GENERAL_ROWS } from './generalRows';
import { GUARD_ROWS } from './guardRows';
import { choice, onOff, text, texts, type SettingRow } from './settingRow';
import { TOOL_ROWS } from './toolRows';

/** A workspace may disable it, but not enable it. */
const OFF_FROM_BELOW = { stricter: (before: boolean, value: boolean) => before && value };

export const GEMINI_ROWS = {
  ...GENERAL_ROWS,
  ...CONTEXT_ROWS,
  ...TOOL_ROWS,
  'skills.enabled': onOff(true, 'The model is told of skills, and may use them if you agree.', {
    stricter: (before, value) => before && value,
  }),
  'skills.disabled': texts([], 'Names of skills that the model is not told of.', { merge: 'union' }),
  'experimental.enableAgents': onOff(true, 'The model may set agents to work, each in a session of its own.', {
    stricter: (before, value) => before && value,
  }),
  'extensions.disabled': texts([], 'Names of extensions that are not used.', { merge: 'union', tightens: true }),
  'hooksConfig.enabled': onOff(
    true,
    'Hooks run. A workspace can’t switch them off: hooks can only make things stricter. Those of the administrator run unless the administrator switches them off.',
    {
      isUserOnly: true,
    },
  ),
  'hooksConfig.disabled': texts(
    [],
    'Names or commands of hooks that do not run; those of the administrator run all the same.',
    {
      merge: 'union',
      isUserOnly: true,
    },
  ),
  'hooksConfig.notifications': onOff(
    true,
    'The chat shows what hooks say to you. What they refuse or change is always shown.',
    {
      isUserOnly: true,
    },
  ),
  'mcp.allowed': texts(
    [],
    'Names of the only MCP servers that may be used, whose tools run without asking; empty: all, as usual.',
    { isUserOnly: true, stricter: inBoth },
  ),
  'mcp.excluded': texts([], 'Names of MCP servers that are not used.', { merge: 'union', tightens: true }),
  'mcp.serverCommand': text('', 'The command of one more MCP server, which is called `mcp`.', { isUserOnly: true }),
  'telemetry.enabled': onOff(false, 'What happens is exported by OpenTelemetry: see `telemetry.md`.', OFF_FROM_BELOW),
  'telemetry.target': choice<'local' | 'gcp'>(
    'local',
    ['local', 'gcp'],
    'Where it goes; `gcp` needs `telemetry.useCollector`.',
    { isUserOnly: true },
  ),
  'telemetry.useCollector': onOff(false, 'A collector passes it on to Google Cloud.', { isUserOnly: true }),
  'telemetry.otlpEndpoint': text('http://localhost:4317', 'The address of the collector.', { isUserOnly: true }),
  'telemetry.otlpProtocol': choice<'grpc' | 'http'>('grpc', ['grpc', 'http'], 'How the collector is spoken to.', {
    isUserOnly: true,
  }),
  'telemetry.outfile': text('', 'An absolute path: a file in place of a collector.', { isUserOnly: true }),
  'telemetry.logPrompts': onOff(
    false,
    'The text of your prompts is part of it; never that of files, answers or commands.',
    OFF_FROM_BELOW,
  ),
  'telemetry.traces': onOff(false, 'Traces of runs are part of it: requests and tools.', OFF_FROM_BELOW),
  'privacy.usageStatisticsEnabled': onOff(
    true,
    'Counts of what happens are sent to the address that `usageStatistics.address` sets; there is none by default.',
    OFF_FROM_BELOW,
  ),
  useWriteTodos: onOff(true, 'The model may keep a list of its steps (`write_todos`).'),
  policyPaths: texts([], 'More files of policy rules.', { merge: 'union', isUserOnly: true }),
  ...GUARD_ROWS,
};

/** The names in both lists. An empty list allows all names, so none in common becomes one empty name. */
function inBoth(before: readonly string[], value: readonly string[]): readonly string[] {
  if (before.length === 0 || value.length === 0) return before.length === 0 ? value : before;
  const both = value.filter(name => before.includes(name));
  return both.length === 0 ? [''] : both;
}

type Rows = typeof GEMINI_ROWS;
export type GeminiKey = keyof Rows;

type SettingValues = { readonly [K in GeminiKey]: Rows[K]['default'] };

/** All settings by their full names, each with its own type. */
export type GeminiSettings = SettingValues & {
  /** The workspaces' lists of `tools.core`: each only excludes tools, and allows none. */
  readonly toolLimits?: readonly (readonly string[])[];
  /** What the administrator has set, whatever others add: nobody else may loosen it. */
  readonly forced?: Partial<SettingValues>;
};

/** The rows by name, with a common type. */
export const GEMINI_ROW_BY_KEY: ReadonlyMap<string, SettingRow> = new Map(
  Object.entries(GEMINI_ROWS as unknown as Readonly<Record<GeminiKey, SettingRow>>),
);

/** Names used in `settings.json` before September 2025, with their current names. */
export const FORMER_KEYS: ReadonlyMap<string, GeminiKey> = new Map([
  ['allowedTools', 'tools.allowed'],
  ['contextFileName', 'context.fileName'],
  ['coreTools', 'tools.core'],
  ['excludeTools', 'tools.exclude'],
  ['excludedProjectEnvVars', 'advanced.excludedEnvVars'],
  ['folderTrust', 'security.folderTrust.enabled'],
  ['includeDirectories', 'context.includeDirectories'],
  ['loadMemoryFromIncludeDirectories', 'context.loadMemoryFromIncludeDirectories'],
  ['maxSessionTurns', 'model.maxSessionTurns'],
  ['memoryDiscoveryMaxDirs', 'context.discoveryMaxDirs'],
  ['memoryImportFormat', 'context.importFormat'],
  ['model', 'model.name'],
  ['toolCallCommand', 'tools.callCommand'],
  ['toolDiscoveryCommand', 'tools.discoveryCommand'],
  ['tool_call_command', 'tools.callCommand'],
  ['tool_discovery_command', 'tools.discoveryCommand'],
  ['skipNextSpeakerCheck', 'model.skipNextSpeakerCheck'],
]);

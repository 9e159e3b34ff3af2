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
  'skills.disabled': texts([], 'Skills to turn off, by name.', { merge: 'union' }),
  'experimental.enableAgents': onOff(true, 'Allow the model to delegate tasks to agents, each in its own session.', {
    stricter: (before, value) => before && value,
  }),
  'extensions.disabled': texts([], 'Extensions to turn off, by name.', { merge: 'union', tightens: true }),
  'hooksConfig.enabled': onOff(
    true,
    'Run hooks. A workspace can’t turn them off, because hooks can only restrict. The administrator’s hooks run unless the administrator turns them off.',
    {
      isUserOnly: true,
    },
  ),
  'hooksConfig.disabled': texts([], 'Hooks to turn off, by name or command. The administrator’s hooks still run.', {
    merge: 'union',
    isUserOnly: true,
  }),
  'hooksConfig.notifications': onOff(
    true,
    'Show the messages of hooks in the chat. What hooks refuse or change is always shown.',
    {
      isUserOnly: true,
    },
  ),
  'mcp.allowed': texts(
    [],
    'The only allowed MCP servers, by name; their tools run without approval. Empty: all servers, with the usual approvals.',
    { isUserOnly: true, stricter: inBoth },
  ),
  'mcp.excluded': texts([], 'MCP servers to turn off, by name.', { merge: 'union', tightens: true }),
  'mcp.serverCommand': text('', 'The command of an additional MCP server, which is named `mcp`.', { isUserOnly: true }),
  'telemetry.enabled': onOff(
    false,
    'Export events and metrics through OpenTelemetry: see `telemetry.md`.',
    OFF_FROM_BELOW,
  ),
  'telemetry.target': choice<'local' | 'gcp'>(
    'local',
    ['local', 'gcp'],
    'Where telemetry is sent; `gcp` requires `telemetry.useCollector`.',
    { isUserOnly: true },
  ),
  'telemetry.useCollector': onOff(false, 'A collector forwards telemetry to Google Cloud.', { isUserOnly: true }),
  'telemetry.otlpEndpoint': text('http://localhost:4317', 'The address of the collector.', { isUserOnly: true }),
  'telemetry.otlpProtocol': choice<'grpc' | 'http'>('grpc', ['grpc', 'http'], 'The protocol of the collector.', {
    isUserOnly: true,
  }),
  'telemetry.outfile': text('', 'A file to write to instead of a collector, as an absolute path.', {
    isUserOnly: true,
  }),
  'telemetry.logPrompts': onOff(
    false,
    'Include the text of your prompts. The text of files, answers and commands is never included.',
    OFF_FROM_BELOW,
  ),
  'telemetry.traces': onOff(false, 'Also export traces of requests and tool calls.', OFF_FROM_BELOW),
  'privacy.usageStatisticsEnabled': onOff(
    true,
    'Send usage statistics to the address in `pollux.usageStatistics.address`. By default, there is none.',
    OFF_FROM_BELOW,
  ),
  useWriteTodos: onOff(true, 'Allow the model to keep a list of its steps (`write_todos`).'),
  policyPaths: texts([], 'Additional policy files.', { merge: 'union', isUserOnly: true }),
  ...GUARD_ROWS,
};

/** The names in both lists. An empty list allows all names, so lists without a common name give `['']`. */
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
  /** The administrator's own values, without the additions of others; nobody else may loosen them. */
  readonly forced?: Partial<SettingValues>;
};

/** The rows by name, with a common type. */
export const GEMINI_ROW_BY_KEY: ReadonlyMap<string, SettingRow> = new Map(
  Object.entries(GEMINI_ROWS as unknown as Readonly<Record<GeminiKey, SettingRow>>),
);

/** Names used in `settings.json` before September 2025, with their current names. */
export const FORMER_KEYS: ReadonlyMap<string, GeminiKey> = new Map([
  ['allowMCPServers', 'mcp.allowed'],
  ['allowedTools', 'tools.allowed'],
  ['checkpointing.enabled', 'general.checkpointing.enabled'],
  ['contextFileName', 'context.fileName'],
  ['coreTools', 'tools.core'],
  ['enforcedAuthType', 'security.auth.enforcedType'],
  ['excludeMCPServers', 'mcp.excluded'],
  ['excludeTools', 'tools.exclude'],
  ['excludedProjectEnvVars', 'advanced.excludedEnvVars'],
  ['fileFiltering.respectGeminiIgnore', 'context.fileFiltering.respectGeminiIgnore'],
  ['fileFiltering.respectGitIgnore', 'context.fileFiltering.respectGitIgnore'],
  ['folderTrust', 'security.folderTrust.enabled'],
  ['includeDirectories', 'context.includeDirectories'],
  ['loadMemoryFromIncludeDirectories', 'context.loadMemoryFromIncludeDirectories'],
  ['maxSessionTurns', 'model.maxSessionTurns'],
  ['mcpServerCommand', 'mcp.serverCommand'],
  ['memoryDiscoveryMaxDirs', 'context.discoveryMaxDirs'],
  ['memoryImportFormat', 'context.importFormat'],
  ['model', 'model.name'],
  ['sandbox', 'tools.sandbox'],
  ['selectedAuthType', 'security.auth.selectedType'],
  ['toolCallCommand', 'tools.callCommand'],
  ['toolDiscoveryCommand', 'tools.discoveryCommand'],
  ['tool_call_command', 'tools.callCommand'],
  ['tool_discovery_command', 'tools.discoveryCommand'],
  ['skipNextSpeakerCheck', 'model.skipNextSpeakerCheck'],
  ['usageStatisticsEnabled', 'privacy.usageStatisticsEnabled'],
]);

// The settings of Gemini CLI's `settings.json` that Pollux goes by. A setting is one row here; what has no row has no effect,
// and `media/docs/settings.md` is made of these rows.
import type { Environment } from './expand';
import { GUARD_ROWS } from './guardRows';
import { age, choice, number, onOff, text, texts, type SettingRow } from './settingRow';

export type ModeName = 'default' | 'auto_edit' | 'plan';
export type OutputFormatName = 'text' | 'json' | 'stream-json';

/** A workspace may switch it off, and not on. */
const OFF_FROM_BELOW = { stricter: (before: boolean, value: boolean) => before && value };
/** Turns are limited even if nobody says so; -1 lifts the limit. */
const MAX_TURNS = 100;
const MODES: readonly ModeName[] = ['plan', 'default', 'auto_edit'];

export const GEMINI_ROWS = {
  'general.defaultApprovalMode': choice<ModeName>(
    'default',
    ['default', 'auto_edit', 'plan'],
    'How a session begins: what is asked about, and what is not.',
    {
      stricter: (before, value) => (MODES.indexOf(value) < MODES.indexOf(before) ? value : before),
    },
  ),
  'general.maxAttempts': number(
    4,
    'How often a request is sent in all when the service is overloaded or limits the rate.',
    { minimum: 1, stricter: Math.min },
  ),
  'general.checkpointing.enabled': onOff(true, 'What is changed is recorded first, so that it can be taken back.', {
    stricter: (before, value) => before || value,
  }),
  'general.plan.enabled': onOff(true, 'The model may switch to plan mode, and a session may begin in it.'),
  'general.plan.directory': text(
    '',
    'A directory of the project for plans: Markdown files below it may be written in plan mode. Empty: none.',
  ),
  'general.plan.modelRouting': onOff(true, 'A model that is chosen automatically is the strong one in plan mode.'),
  'general.sessionRetention.enabled': onOff(true, 'Old chats are deleted.', {
    isUserOnly: true,
  }),
  'general.sessionRetention.maxAge': age(
    '90d',
    'The age at which a chat that nobody went on with is deleted, such as `24h`, `30d`, `2w` or `6m`; `0d`: never.',
    { isUserOnly: true },
  ),
  'general.sessionRetention.minRetention': age('0d', 'No chat is deleted for its age before this one.', {
    isUserOnly: true,
  }),
  'general.sessionRetention.maxCount': number(500, 'How many chats of a workspace are kept; 0: all.', {
    minimum: 0,
    isUserOnly: true,
  }),
  'ui.showCitations': onOff(
    true,
    'Which published texts an answer repeats is told at its end, and before what it changes is decided.',
  ),
  'output.format': choice<OutputFormatName>(
    'text',
    ['text', 'json', 'stream-json'],
    'What the headless command prints.',
  ),
  'model.name': text('', 'The model; empty: the default one.'),
  'model.maxSessionTurns': number(MAX_TURNS, 'How many answers of the model one prompt may take; -1: any number.', {
    minimum: -1,
    stricter: (before, value) => (turnsOf(value) < turnsOf(before) ? value : before),
  }),
  'model.compressionThreshold': number(
    0.5,
    'The share of the model’s window from which on a conversation is compressed; 0: only when it would not fit.',
    { isShare: true },
  ),
  'model.disableLoopDetection': onOff(false, 'A model may repeat its calls and its words without end.', {
    stricter: (before, value) => before && value,
  }),
  'model.skipNextSpeakerCheck': onOff(
    true,
    'No small request checks after each answer whether the model stopped before it did what it said.',
  ),
  'context.includeDirectories': texts([], 'More workspace folders for the headless command.', {
    merge: 'concat',
    isUserOnly: true,
  }),
  'context.includeDirectoryTree': onOff(
    true,
    'The model is told which files and folders there are when a chat begins.',
  ),
  'context.fileName': texts(['GEMINI.md'], 'What memory files are called: a name, or a list of names.', {
    read: written => (typeof written === 'string' ? [written] : written),
  }),
  'context.importFormat': choice<'tree' | 'flat'>(
    'tree',
    ['tree', 'flat'],
    'Whether what memory files import stands in its place, or as a file of its own behind them.',
  ),
  'context.discoveryMaxDirs': number(
    200,
    'In how many folders below a workspace folder memory files are looked for when a chat begins.',
    { minimum: 0 },
  ),
  'context.memoryBoundaryMarkers': texts(
    ['.git'],
    'Files or folders that the root of a project has, up to which memory files are looked for.',
    { isUserOnly: true },
  ),
  'context.loadMemoryFromIncludeDirectories': onOff(
    false,
    'The memory files of folders that are added to a run of the headless command count as well.',
    { isUserOnly: true },
  ),
  'context.fileFiltering.respectGitIgnore': onOff(true, 'Tools leave out what `.gitignore` files exclude.'),
  'context.fileFiltering.respectGeminiIgnore': onOff(true, 'Tools leave out what `.geminiignore` excludes.', {
    stricter: (before, value) => before || value,
  }),
  'context.fileFiltering.customIgnoreFilePaths': texts(
    [],
    'More files like `.geminiignore`, relative to the workspace folder; the last one counts most.',
    { merge: 'union' },
  ),
  'tools.allowed': texts([], 'Tools that run without asking, such as `run_shell_command(git status)`.', {
    merge: 'union',
    isUserOnly: true,
  }),
  'tools.disableLLMCorrection': onOff(
    false,
    'No model is asked to correct an edit whose text is not in the file, or content that was escaped once too often.',
  ),
  'tools.exclude': texts(
    [],
    'Tools and commands that are never run, in no mode, such as `run_shell_command(git push)`.',
    {
      merge: 'union',
      tightens: true,
    },
  ),
  'tools.confirmationRequired': texts([], 'Tools and commands that are asked about in every mode.', {
    merge: 'union',
    tightens: true,
  }),
  'tools.core': texts([], 'The only tools that may be used, and they run without asking; empty: all tools, as usual.', {
    merge: 'union',
    limits: true,
  }),
  'tools.discoveryCommand': text(
    '',
    'A command that prints the declarations of more tools as JSON. One of a workspace runs only in a trusted one, and after you approve it.',
  ),
  'tools.callCommand': text(
    '',
    'The command that runs such a tool: it gets the name of the tool as its last argument and the arguments as JSON on its standard input.',
  ),
  'tools.truncateToolOutputThreshold': number(
    40_000,
    'How many characters of what a command prints the model gets, the rest being kept in a file; 0 or less: all.',
    { stricter: (before, value) => (charactersOf(value) < charactersOf(before) ? value : before) },
  ),
  'tools.shell.pager': text('cat', 'What commands are told to show long output with (`PAGER` and `GIT_PAGER`).', {
    isUserOnly: true,
  }),
  'tools.shell.inactivityTimeout': number(
    300,
    'Seconds without output after which a shell command is ended; 0: never.',
    { minimum: 0 },
  ),
  'security.disableYoloMode': onOff(false, 'No session may run everything without asking.', {
    stricter: (before, value) => before || value,
  }),
  'security.disableAlwaysAllow': onOff(
    false,
    'No question offers to allow something from now on. What was allowed so before still holds.',
    { stricter: (before, value) => before || value },
  ),
  'security.folderTrust.enabled': onOff(
    true,
    'The headless command asks `trustedFolders.json` whether a folder is trusted; without it, every folder is.',
    { isUserOnly: true },
  ),
  'security.environmentVariableRedaction.enabled': onOff(
    true,
    'Commands do not get variables whose name or value looks like a secret. Always on for the keys of Gemini.',
    { isUserOnly: true },
  ),
  'security.environmentVariableRedaction.allowed': texts(
    [],
    'Variables that commands get although they look like secrets.',
    { merge: 'union', isUserOnly: true },
  ),
  'security.environmentVariableRedaction.blocked': texts([], 'Variables that commands do not get.', {
    merge: 'union',
    tightens: true,
  }),
  'advanced.excludedEnvVars': texts(
    ['DEBUG', 'DEBUG_MODE'],
    'Variables that are not taken from the `.env` of a project.',
    {
      merge: 'union',
    },
  ),
  'advanced.ignoreLocalEnv': onOff(false, 'No `.env` of a project is read, only those of the home folder.', {
    stricter: (before, value) => before || value,
  }),
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
    'Hooks run. A workspace can’t switch them off: hooks can only make things stricter.',
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
    { isUserOnly: true },
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

type Rows = typeof GEMINI_ROWS;
export type GeminiKey = keyof Rows;

/** All settings by their whole names, each of its type. */
export type GeminiSettings = { readonly [K in GeminiKey]: Rows[K]['default'] } & {
  /** What workspaces say of `tools.core`: each list leaves fewer tools, and allows none of them. */
  readonly toolLimits?: readonly (readonly string[])[];
};

/** The rows by name, all of one type. */
export const GEMINI_ROW_BY_KEY: ReadonlyMap<string, SettingRow> = new Map(
  Object.entries(GEMINI_ROWS as unknown as Readonly<Record<GeminiKey, SettingRow>>),
);

/** Names that `settings.json` had before September 2025, and what they are called now. */
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

/** Which ignore files count for the tools. */
export function ignoringOf(settings: GeminiSettings) {
  return {
    git: settings['context.fileFiltering.respectGitIgnore'],
    gemini: settings['context.fileFiltering.respectGeminiIgnore'],
    custom: settings['context.fileFiltering.customIgnoreFilePaths'],
  };
}

/** Where memory files are looked for, and how they are read. */
export function memorySettingsOf(settings: GeminiSettings) {
  return {
    fileNames: settings['context.fileName'].filter(name => name.trim() !== ''),
    importFormat: settings['context.importFormat'],
    maxFolders: settings['context.discoveryMaxDirs'],
    boundaryMarkers: settings['context.memoryBoundaryMarkers'].filter(name => name.trim() !== ''),
    ignoring: ignoringOf(settings),
  };
}

/** What a new memory file is called. It is written to, so it is one that can hold nothing else. */
export function memoryNameOf(settings: GeminiSettings): string {
  return settings['context.fileName'].find(name => PLAIN_MEMORY_NAME.test(name)) ?? 'GEMINI.md';
}

const PLAIN_MEMORY_NAME = /^[^\\/:]+\.md$/i;

/** How many answers a prompt may take, by the value of `model.maxSessionTurns`. */
export function turnsOf(value: number): number {
  return value < 0 ? Infinity : value;
}

/** How many characters of an output the model gets, by the value of `tools.truncateToolOutputThreshold`. */
export function charactersOf(value: number): number {
  return value <= 0 ? Infinity : value;
}

/** Which skills the model is told of. */
export function skillSettingsOf(settings: GeminiSettings) {
  const isEnabled = settings['skills.enabled'] && settings['admin.skills.enabled'];
  return { isEnabled, disabled: settings['skills.disabled'], canFork: settings['experimental.enableAgents'] };
}

/** Which agents may be set to work. */
export function agentSettingsOf(settings: GeminiSettings) {
  return { isEnabled: settings['experimental.enableAgents'], lists: toolListsOf(settings) };
}

/** Which extensions count, and where they may come from. */
export function extensionSettingsOf(settings: GeminiSettings) {
  return {
    isEnabled: settings['admin.extensions.enabled'],
    disabled: settings['extensions.disabled'],
    blocksGit: settings['security.blockGitExtensions'],
    allowedSources: settings['security.allowedExtensions'],
  };
}

/** Which hooks run, and whether the person reads what they say. */
export function hookSettingsOf(settings: GeminiSettings) {
  return {
    isEnabled: settings['hooksConfig.enabled'],
    disabled: settings['hooksConfig.disabled'],
    tells: settings['hooksConfig.notifications'],
  };
}

/** What is said of tools, in the words of the policy, by settings and by extensions. */
export function toolListsOf(
  settings: GeminiSettings,
  extensions: readonly { readonly excludeTools: readonly string[] }[] = [],
) {
  const off = [
    ...(settings.useWriteTodos ? [] : ['write_todos']),
    ...(settings['general.plan.enabled'] ? [] : ['enter_plan_mode']),
  ];
  return {
    allowed: settings['tools.allowed'],
    excluded: [...settings['tools.exclude'], ...extensions.flatMap(({ excludeTools }) => excludeTools), ...off],
    confirmed: settings['tools.confirmationRequired'],
    core: settings['tools.core'],
    limits: settings.toolLimits ?? [],
  };
}

/** What is said of MCP servers, in the words of the policy. */
export function serverListsOf(settings: GeminiSettings) {
  return { allowed: settings['mcp.allowed'], excluded: settings['mcp.excluded'] };
}

/** What commands get of the environment, which includes what `.env` files add. */
export function commandEnvironmentOf({
  settings,
  variables,
}: {
  readonly settings: GeminiSettings;
  readonly variables: Environment;
}) {
  return {
    variables,
    isEnabled: settings['security.environmentVariableRedaction.enabled'],
    allowed: settings['security.environmentVariableRedaction.allowed'],
    blocked: settings['security.environmentVariableRedaction.blocked'],
    pager: settings['tools.shell.pager'],
  };
}

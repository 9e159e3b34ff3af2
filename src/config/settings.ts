// The settings under `pollux.*`. Each is one row here and one in `package.json`; a test ensures that they match.

import type { GeminiKey, GeminiSettings } from './geminiSettings';
import { daysOf } from './settingRow';
import { layerOf, type SettingsLayer } from './settingsText';

/** One row: the default of a setting, and its allowed values. */
interface Row<T> {
  readonly default: T;
  /** A text must be one of these. */
  readonly values?: readonly T[];
  /** A number must be at least this. */
  readonly minimum?: number;
  /** A number must be at most this. */
  readonly maximum?: number;
  /** Replaces a value of the wrong type instead of the default: for settings that restrict. */
  readonly otherwise?: T;
}

export type ApprovalModeSetting = 'default' | 'autoEdit' | 'plan';
export type FallbackSetting = 'ask' | 'automatic' | 'never';
export type RoutingSetting = 'mode' | 'classifier' | 'numeric';
export type ReviewSetting = 'before' | 'after';
export type SecretsSetting = 'ask' | 'redact' | 'off';
export type OpenDiffSetting = 'never' | 'beside' | 'active';

export type SandboxSetting = 'on' | 'all' | 'off';

export const SETTING_ROWS = {
  /** Empty: the default model. */
  model: row<string>(''),
  /** Model names that the user added to the picker. */
  models: row<readonly string[]>([]),
  /** How the model `auto` chooses: by the mode alone, or by asking a small model how difficult the prompt is. */
  'routing.strategy': row<RoutingSetting>('mode', { values: ['mode', 'classifier', 'numeric'] }),
  /** With `numeric`: the score, from 1 to 100, at which the strong model is used. */
  'routing.threshold': row<number>(50, { minimum: 1, maximum: 100 }),
  /** The mode in which a new session starts. */
  approvalMode: row<ApprovalModeSetting>('default', { values: ['default', 'autoEdit', 'plan'] }),
  /** When edits are reviewed: with `after`, chats start in the mode that applies edits immediately. */
  review: row<ReviewSetting>('before', { values: ['before', 'after'] }),
  /** Seconds that a proposed edit waits before the agent continues as if it were accepted; 0: it always waits. */
  workAheadAfter: row<number>(10, { minimum: 0 }),
  /** Ctrl+Enter (Cmd+Enter) sends and Enter starts a new line, instead of the other way around. */
  sendWithModifier: row<boolean>(false),
  /** Whether and where the diff of a proposed change opens automatically; it never takes the focus. */
  openDiff: row<OpenDiffSetting>('never', { values: ['never', 'beside', 'active'] }),
  /** Whether shell commands run in a sandbox if available; `all`: hooks, discovered tools and local MCP servers too. */
  sandbox: row<SandboxSetting>('on', { values: ['on', 'all', 'off'] }),
  /** Another address of the Gemini API; empty: Google's. */
  baseUrl: row<string>(''),
  /** The Google Cloud project of an account, or of Vertex AI; empty: the environment's. */
  'google.project': row<string>(''),
  /** The location of Vertex AI; empty: the environment's, otherwise wherever there is capacity. */
  'google.location': row<string>(''),
  /** The OAuth client for signing in with Google; empty: the environment's. */
  'google.clientId': row<string>(''),
  /** The secret of that client. For a desktop app, it isn't confidential. */
  'google.clientSecret': row<string>(''),
  /** The page registered for that client, which redirects a browser to the editor; empty: none. */
  'google.redirectUri': row<string>(''),
  /** The number of attempts for a request when the service is overloaded or limits the rate, including the first. */
  maxAttempts: row<number>(4, { minimum: 1 }),
  /** Whether to switch to another model when one is out of quota or capacity. */
  fallback: row<FallbackSetting>('never', { values: ['ask', 'automatic', 'never'] }),
  /** The maximum number of model responses for one prompt. */
  maxTurns: row<number>(100, { minimum: 1 }),
  /** The share of the model's context window at which a conversation is compressed; 0: only when it would not fit. */
  'compression.threshold': row<number>(0.5, { minimum: 0, maximum: 1 }),
  /** The share of a conversation that is kept verbatim when it is compressed. */
  'compression.tail': row<number>(0.3, { minimum: 0, maximum: 0.9 }),
  /** Whether a summary is shown, and can be refused, before it replaces older messages. */
  'compression.review': row<boolean>(false),
  /** Tokens, US dollars, requests and minutes of work after which Pollux stops, per prompt, chat and day; 0: never. */
  'budget.prompt.tokens': row<number>(0, { minimum: 0 }),
  'budget.prompt.money': row<number>(0, { minimum: 0 }),
  'budget.prompt.requests': row<number>(0, { minimum: 0 }),
  'budget.prompt.minutes': row<number>(0, { minimum: 0 }),
  'budget.session.tokens': row<number>(0, { minimum: 0 }),
  'budget.session.money': row<number>(0, { minimum: 0 }),
  'budget.session.requests': row<number>(0, { minimum: 0 }),
  'budget.session.minutes': row<number>(0, { minimum: 0 }),
  'budget.day.tokens': row<number>(0, { minimum: 0 }),
  'budget.day.money': row<number>(0, { minimum: 0 }),
  'budget.day.requests': row<number>(0, { minimum: 0 }),
  'budget.day.minutes': row<number>(0, { minimum: 0 }),
  /** Whether a model that repeats itself is told so, and stopped if it continues. */
  detectLoops: row<boolean>(true),
  /** Whether a model is occasionally asked, for a prompt of more than 30 turns, if the work is making progress. */
  checkLoops: row<boolean>(true),
  /** Whether a model that stops before doing what it announced is told to continue. */
  checkNextSpeaker: row<boolean>(false),
  /** Seconds without output after which a shell command is ended; 0: never. */
  'shell.inactivityTimeout': row<number>(300, { minimum: 0 }),
  /** Whether a model is asked to correct an edit whose text is not in the file, or content that was escaped twice. */
  correctEdits: row<boolean>(true),
  /** Private hosts that `web_fetch` may reach anyway: `host`, `host:port` or `*.suffix`. */
  'webFetch.allowedHosts': row<readonly string[]>([]),
  /** The only hosts that Pollux may reach; empty: all. */
  'network.allowedHosts': row<readonly string[]>([], { otherwise: ['not-a-list.invalid'] }),
  /** What happens to a request with something that looks like a secret of the workspace or the environment. */
  'network.secrets': row<SecretsSetting>('ask', { values: ['ask', 'redact', 'off'] }),
  /** Days after its last use at which a chat is deleted; 0: never. */
  'sessions.maxAgeDays': row<number>(90, { minimum: 0 }),
  /** The maximum number of chats kept for a workspace; 0: no limit. */
  'sessions.maxCount': row<number>(500, { minimum: 0 }),
  /** Whether the model is told which files are open, where the cursor is and what is selected. */
  editorContext: row<boolean>(true),
  /** Whether chats are stored at all. */
  'sessions.record': row<boolean>(true),
  /** Whether chats are also stored where Gemini CLI finds them, in its format. */
  'sessions.geminiCliFormat': row<boolean>(false),
  /**
   * Whether `AGENTS.md` files are read as memory. The other `memory.*` settings: files for Claude and Copilot, and
   * those of editor extensions.
   */
  'memory.agents': row<boolean>(true),
  /** Whether agents written for Claude Code and Copilot are used. */
  'agents.others': row<boolean>(true),
  /** Whether agents provided by installed editor extensions are used. */
  'agents.installed': row<boolean>(true),
  /** Whether prompts written for Copilot and Claude Code are available as commands. */
  'commands.others': row<boolean>(true),
  /** Whether prompts provided by installed editor extensions are available as commands. */
  'commands.installed': row<boolean>(true),
  'memory.claude': row<boolean>(true),
  'memory.copilot': row<boolean>(true),
  'memory.installed': row<boolean>(true),
  /** Whether skills written for other agents are used. */
  'skills.claude': row<boolean>(true),
  'skills.copilot': row<boolean>(true),
  /** Whether skills provided by installed editor extensions are used. */
  'skills.installed': row<boolean>(true),
  /** Whether Gemini CLI in a terminal can work with this editor; `auto`: if Google's own companion is not installed. */
  companion: row<'auto' | 'on' | 'off'>('auto', { values: ['auto', 'on', 'off'] }),
  /** The only MCP servers that may send requests to the model, each with the user's consent. */
  'mcp.sampling': row<readonly string[]>([]),
  /** Which tools of VS Code itself are offered: those of its MCP servers, those of other extensions too, or none. */
  'mcp.editorTools': row<'mcp' | 'all' | 'none'>('mcp', { values: ['mcp', 'all', 'none'] }),
  /** The address that usage counts are sent to; empty: none are sent. */
  'usageStatistics.address': row<string>(''),
  /** The maximum size of all checkpoints on disk, in megabytes, before the oldest are deleted. */
  'checkpoints.maxSizeMb': row<number>(2048, { minimum: 0 }),
};

type SettingValue = string | number | boolean | readonly string[];
type Rows = typeof SETTING_ROWS;
export type SettingKey = keyof Rows;
export type PolluxSettings = { readonly [K in SettingKey]: Rows[K]['default'] };

/** Reads every setting by its key below `pollux`. The default replaces a missing or invalid value (see `otherwise`). */
export function readSettings(get: (key: SettingKey) => unknown): PolluxSettings {
  const entries = Object.entries<Row<SettingValue>>(SETTING_ROWS);
  return Object.fromEntries(entries.map(([key, row]) => [key, valid(row, get(key as SettingKey))])) as PolluxSettings;
}

/** The settings of Gemini CLI with the same meaning. */
export const SAME_SETTINGS = {
  model: 'model.name',
  approvalMode: 'general.defaultApprovalMode',
  maxAttempts: 'general.maxAttempts',
  maxTurns: 'model.maxSessionTurns',
  'compression.threshold': 'model.compressionThreshold',
  'shell.inactivityTimeout': 'tools.shell.inactivityTimeout',
} as const satisfies Partial<Record<SettingKey, GeminiKey>>;

/** The settings of Gemini CLI with the opposite meaning. */
export const OPPOSITE_SETTINGS = {
  detectLoops: 'model.disableLoopDetection',
  checkNextSpeaker: 'model.skipNextSpeakerCheck',
  correctEdits: 'tools.disableLLMCorrection',
} as const satisfies Partial<Record<SettingKey, GeminiKey>>;

/** The values set in the editor, as the layer above all files. `own` returns undefined for a setting at its default. */
export function editorLayer(own: (key: SettingKey) => unknown): SettingsLayer {
  const entries = Object.entries(SAME_SETTINGS).map(([key, same]) => {
    const value = own(key as SettingKey);
    const isUnset = value === '';
    return [same, isUnset ? undefined : value === 'autoEdit' ? 'auto_edit' : value] as const;
  });
  const opposites = Object.entries(OPPOSITE_SETTINGS).map(([key, opposite]) => {
    const value = own(key as SettingKey);
    return [opposite, typeof value === 'boolean' ? !value : undefined] as const;
  });
  return layerOf('editor', 'pollux.*', Object.fromEntries([...entries, ...opposites]));
}

/** How long and how many chats are kept. Values set in the editor take precedence over those in files. */
export function retentionOf(
  settings: PolluxSettings,
  files: GeminiSettings,
  own: (key: 'sessions.maxAgeDays' | 'sessions.maxCount') => unknown,
): { readonly maxAgeDays: number; readonly maxCount: number } {
  const isOn = files['general.sessionRetention.enabled'];
  const byFiles = {
    maxAgeDays: isOn ? maxAgeOf(files) : 0,
    maxCount: isOn ? files['general.sessionRetention.maxCount'] : 0,
  };
  return {
    maxAgeDays: own('sessions.maxAgeDays') === undefined ? byFiles.maxAgeDays : settings['sessions.maxAgeDays'],
    maxCount: own('sessions.maxCount') === undefined ? byFiles.maxCount : settings['sessions.maxCount'],
  };
}

/** The OAuth client from the settings, otherwise from the environment; undefined if there is none. */
export function readOAuthClient(
  settings: Pick<PolluxSettings, 'google.clientId' | 'google.clientSecret'>,
  environment: { readonly oauthClientId?: string; readonly oauthClientSecret?: string },
): { readonly id: string; readonly secret?: string } | undefined {
  const isSet = settings['google.clientId'] !== '';
  const id = isSet ? settings['google.clientId'] : environment.oauthClientId;
  const secret = isSet ? settings['google.clientSecret'] : environment.oauthClientSecret;
  return id === undefined ? undefined : { id, ...(secret && { secret }) };
}

/** The budgets, in the agent's terms. */
export function budgetsOf(settings: PolluxSettings) {
  const budget = (scope: 'prompt' | 'session' | 'day') => ({
    tokens: settings[`budget.${scope}.tokens`],
    money: settings[`budget.${scope}.money`],
    requests: settings[`budget.${scope}.requests`],
    minutes: settings[`budget.${scope}.minutes`],
  });
  return { prompt: budget('prompt'), session: budget('session'), day: budget('day') };
}

/** The kinds of files for other agents that are read as memory. */
export function memoryFamiliesOf(settings: PolluxSettings) {
  return (['agents', 'claude', 'copilot', 'installed'] as const).filter(family => settings[`memory.${family}`]);
}

/** The kinds of skills for other agents that are used, from the lowest precedence to the highest. */
export function skillFamiliesOf(settings: PolluxSettings) {
  return (['copilot', 'claude'] as const).filter(family => settings[`skills.${family}`]);
}

/** The first setting that limits spending; undefined if there is none. */
export function moneyLimitOf(settings: PolluxSettings): SettingKey | undefined {
  const limits = ['budget.prompt.money', 'budget.session.money', 'budget.day.money'] as const;
  return limits.find(key => settings[key] > 0);
}

function row<T>(value: T, limits: Omit<Row<T>, 'default'> = {}): Row<T> {
  return { default: value, ...limits };
}

/** In days; 0: never. */
function maxAgeOf(files: GeminiSettings): number {
  const days = daysOf(files['general.sessionRetention.maxAge']);
  return days === 0 ? 0 : Math.max(days, daysOf(files['general.sessionRetention.minRetention']));
}

function valid<T>(row: Row<T>, value: unknown): T {
  const { otherwise = row.default } = row;
  if (typeof value !== typeof row.default) return value === undefined ? row.default : otherwise;
  if (Array.isArray(row.default) && !isTexts(value)) return otherwise;
  if (row.values && !row.values.includes(value as T)) return row.default;
  if (typeof value === 'number' && !isWithin(row, value)) return row.default;
  return value as T;
}

function isWithin({ minimum = -Infinity, maximum = Infinity }: Omit<Row<unknown>, 'default'>, value: number): boolean {
  return Number.isFinite(value) && value >= minimum && value <= maximum;
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(each => typeof each === 'string');
}

// The settings under `pollux.*`. A setting is one row here and one in `package.json`; a test holds the two together.

import type { GeminiKey, GeminiSettings } from './geminiSettings';
import { daysOf } from './settingRow';
import { layerOf, type SettingsLayer } from './settingsText';

/** One row: what the setting is until somebody sets it, and what it may be. */
interface Row<T> {
  readonly default: T;
  /** A text must be one of these. */
  readonly values?: readonly T[];
  /** A number must be at least this. */
  readonly minimum?: number;
  /** And at most this. */
  readonly maximum?: number;
  /** What holds where what is set makes no sense, in place of the default: for what is there to restrict. */
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
  /** Names of models that the person added to the picker. */
  models: row<readonly string[]>([]),
  /** How the model `auto` chooses: by the mode alone, or by asking a small model how hard the prompt is. */
  'routing.strategy': row<RoutingSetting>('mode', { values: ['mode', 'classifier', 'numeric'] }),
  /** With `numeric`: from this score of 1 to 100 on the strong model answers. */
  'routing.threshold': row<number>(50, { minimum: 1, maximum: 100 }),
  /** How a new session begins. */
  approvalMode: row<ApprovalModeSetting>('default', { values: ['default', 'autoEdit', 'plan'] }),
  /** When edits are reviewed: `after` lets chats begin in the mode that makes them at once. */
  review: row<ReviewSetting>('before', { values: ['before', 'after'] }),
  /** Seconds that a proposed edit waits before the agent goes on on top of it; 0: it always waits. */
  workAheadAfter: row<number>(10, { minimum: 0 }),
  /** Ctrl+Enter (Cmd+Enter) sends and Enter begins a new line, instead of the other way round. */
  sendWithModifier: row<boolean>(false),
  /** Whether and where the diff of a proposed change opens by itself; never with the focus. */
  openDiff: row<OpenDiffSetting>('never', { values: ['never', 'beside', 'active'] }),
  /** Whether shell commands run in a sandbox where the machine can; `all`: hooks, discovered tools and local MCP servers as well. */
  sandbox: row<SandboxSetting>('on', { values: ['on', 'all', 'off'] }),
  /** Another address of the Gemini API; empty: Google's. */
  baseUrl: row<string>(''),
  /** The Google Cloud project of an account, or of Vertex AI; empty: the environment's. */
  'google.project': row<string>(''),
  /** Where Vertex AI is asked; empty: the environment's, else wherever there is room. */
  'google.location': row<string>(''),
  /** The OAuth client that a sign-in with Google goes by; empty: the environment's. */
  'google.clientId': row<string>(''),
  /** Of a desktop app, whose secret is none. */
  'google.clientSecret': row<string>(''),
  /** The page that is registered for that client and sends a browser on to the editor; empty: none. */
  'google.redirectUri': row<string>(''),
  /** How often a request is sent in all when the service is overloaded or limits the rate. */
  maxAttempts: row<number>(4, { minimum: 1 }),
  /** Whether to go on with another model where one is out of quota or of room. */
  fallback: row<FallbackSetting>('never', { values: ['ask', 'automatic', 'never'] }),
  /** How many answers of the model one prompt may take. */
  maxTurns: row<number>(100, { minimum: 1 }),
  /** The share of the model's window from which on a conversation is compressed; 0: only when it would not fit. */
  'compression.threshold': row<number>(0.5, { minimum: 0, maximum: 1 }),
  /** The share of a conversation that stays word for word when it is compressed. */
  'compression.tail': row<number>(0.3, { minimum: 0, maximum: 0.9 }),
  /** Whether a summary is shown, and can be refused, before it takes the place of older messages. */
  'compression.review': row<boolean>(false),
  /** Tokens, US dollars, requests and minutes of work after which Pollux stops, for a prompt, a chat and a day; 0: never. */
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
  /** Whether a model that goes round in circles is told so, and stopped if it goes on. */
  detectLoops: row<boolean>(true),
  /** Whether a model is asked now and then, in a prompt of more than 30 turns, if the work gets anywhere. */
  checkLoops: row<boolean>(true),
  /** Whether a model that stops before it did what it said is told to go on. */
  checkNextSpeaker: row<boolean>(false),
  /** Seconds without output after which a shell command is ended; 0: never. */
  'shell.inactivityTimeout': row<number>(300, { minimum: 0 }),
  /** A model is asked to correct an edit whose text is not in the file, or content escaped once too often. */
  correctEdits: row<boolean>(true),
  /** Hosts that `web_fetch` may reach although they are private: `host`, `host:port` or `*.suffix`. */
  'webFetch.allowedHosts': row<readonly string[]>([]),
  /** The only hosts that Pollux may reach; empty: all. */
  'network.allowedHosts': row<readonly string[]>([], { otherwise: ['not-a-list.invalid'] }),
  /** What becomes of a request in which something looks like a secret of the workspace or the environment. */
  'network.secrets': row<SecretsSetting>('ask', { values: ['ask', 'redact', 'off'] }),
  /** Days after which a chat that nobody went on with is deleted; 0: never. */
  'sessions.maxAgeDays': row<number>(90, { minimum: 0 }),
  /** How many chats of a workspace are kept; 0: all. */
  'sessions.maxCount': row<number>(500, { minimum: 0 }),
  /** Whether the model is told which files are open, where the cursor is and what is selected. */
  editorContext: row<boolean>(true),
  /** Whether chats are stored at all. */
  'sessions.record': row<boolean>(true),
  /** Whether chats are also recorded where Gemini CLI finds them, and in its format. */
  'sessions.geminiCliFormat': row<boolean>(false),
  /** Which files for other agents are read as memory. */
  'memory.agents': row<boolean>(true),
  /** Whether agents count that were written for Claude Code and Copilot. */
  'agents.others': row<boolean>(true),
  /** Whether agents count that installed extensions of the editor bring. */
  'agents.installed': row<boolean>(true),
  /** Whether prompts that were written for Copilot and Claude Code are commands. */
  'commands.others': row<boolean>(true),
  /** Whether prompts that installed extensions of the editor bring are commands. */
  'commands.installed': row<boolean>(true),
  'memory.claude': row<boolean>(true),
  'memory.copilot': row<boolean>(true),
  'memory.installed': row<boolean>(true),
  /** Whether skills for other agents count. */
  'skills.claude': row<boolean>(true),
  'skills.copilot': row<boolean>(true),
  /** Whether skills count that installed extensions of the editor bring. */
  'skills.installed': row<boolean>(true),
  /** Whether Gemini CLI in a terminal works with this editor: `auto` where Google's own companion is not installed. */
  companion: row<'auto' | 'on' | 'off'>('auto', { values: ['auto', 'on', 'off'] }),
  /** Which tools of VS Code itself are offered: those of its MCP servers, those of other extensions too, or none. */
  /** MCP servers that may have the model asked, each time with the user's word; none else. */
  'mcp.sampling': row<readonly string[]>([]),
  'mcp.editorTools': row<'mcp' | 'all' | 'none'>('mcp', { values: ['mcp', 'all', 'none'] }),
  /** Where counts of what happens are sent; empty: nowhere. */
  'usageStatistics.address': row<string>(''),
  /** How many megabytes checkpoints may take on the disk before the oldest go. */
  'checkpoints.maxSizeMb': row<number>(2048, { minimum: 0 }),
};

type SettingValue = string | number | boolean | readonly string[];
type Rows = typeof SETTING_ROWS;
export type SettingKey = keyof Rows;
export type PolluxSettings = { readonly [K in SettingKey]: Rows[K]['default'] };

/** Reads every setting by its key below `pollux`; what is missing or not of its type or range takes the default. */
export function readSettings(get: (key: SettingKey) => unknown): PolluxSettings {
  const entries = Object.entries<Row<SettingValue>>(SETTING_ROWS);
  return Object.fromEntries(entries.map(([key, row]) => [key, valid(row, get(key as SettingKey))])) as PolluxSettings;
}

/** The settings of Gemini CLI that mean the same. */
export const SAME_SETTINGS = {
  model: 'model.name',
  approvalMode: 'general.defaultApprovalMode',
  maxAttempts: 'general.maxAttempts',
  maxTurns: 'model.maxSessionTurns',
  'compression.threshold': 'model.compressionThreshold',
  'shell.inactivityTimeout': 'tools.shell.inactivityTimeout',
} as const satisfies Partial<Record<SettingKey, GeminiKey>>;

/** The settings of Gemini CLI that switch off what one of these switches on. */
export const OPPOSITE_SETTINGS = {
  detectLoops: 'model.disableLoopDetection',
  checkNextSpeaker: 'model.skipNextSpeakerCheck',
  correctEdits: 'tools.disableLLMCorrection',
} as const satisfies Partial<Record<SettingKey, GeminiKey>>;

/** What somebody has set in the editor, as the layer above all files. `own` gives undefined for a default. */
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

/** How long and how many chats are kept; what somebody has set in the editor counts before what files say. */
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

/** The OAuth client of the settings, else of the environment; undefined: there is none. */
export function readOAuthClient(
  settings: Pick<PolluxSettings, 'google.clientId' | 'google.clientSecret'>,
  environment: { readonly oauthClientId?: string; readonly oauthClientSecret?: string },
): { readonly id: string; readonly secret?: string } | undefined {
  const isSet = settings['google.clientId'] !== '';
  const id = isSet ? settings['google.clientId'] : environment.oauthClientId;
  const secret = isSet ? settings['google.clientSecret'] : environment.oauthClientSecret;
  return id === undefined ? undefined : { id, ...(secret && { secret }) };
}

/** The budgets, in the words of the agent. */
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

/** The kinds of skills for other agents that count, from the lowest to the highest. */
export function skillFamiliesOf(settings: PolluxSettings) {
  return (['copilot', 'claude'] as const).filter(family => settings[`skills.${family}`]);
}

/** The first setting that limits the money that may be spent; undefined: none does. */
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

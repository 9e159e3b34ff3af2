// The settings under `pollux.*`. A setting is one row here and one in `package.json`; a test holds the two together.

/** One row: what the setting is until somebody sets it, and what it may be. */
interface Row<T> {
  readonly default: T;
  /** A text must be one of these. */
  readonly values?: readonly T[];
  /** A number must be at least this. */
  readonly minimum?: number;
  /** And at most this. */
  readonly maximum?: number;
}

export type ApprovalModeSetting = 'default' | 'autoEdit' | 'plan';
export type OpenDiffSetting = 'never' | 'beside' | 'active';

export const SETTING_ROWS = {
  /** Empty: the default model. */
  model: row<string>(''),
  /** How a new session begins. */
  approvalMode: row<ApprovalModeSetting>('default', { values: ['default', 'autoEdit', 'plan'] }),
  /** Ctrl+Enter (Cmd+Enter) sends and Enter begins a new line, instead of the other way round. */
  sendWithModifier: row<boolean>(false),
  /** Whether and where the diff of a proposed change opens by itself; never with the focus. */
  openDiff: row<OpenDiffSetting>('never', { values: ['never', 'beside', 'active'] }),
  /** Another address of the Gemini API; empty: Google's. */
  baseUrl: row<string>(''),
  /** How often a request is sent in all when the service is overloaded or limits the rate. */
  maxAttempts: row<number>(4, { minimum: 1 }),
  /** How many answers of the model one prompt may take. */
  maxTurns: row<number>(100, { minimum: 1 }),
  /** The share of the model's window from which on a conversation is compressed; 0: only when it would not fit. */
  'compression.threshold': row<number>(0.5, { minimum: 0, maximum: 1 }),
  /** The share of a conversation that stays word for word when it is compressed. */
  'compression.tail': row<number>(0.3, { minimum: 0, maximum: 0.9 }),
  /** Tokens, requests and minutes of work after which Pollux stops, for one prompt and for a chat; 0: never. */
  'budget.prompt.tokens': row<number>(0, { minimum: 0 }),
  'budget.prompt.requests': row<number>(0, { minimum: 0 }),
  'budget.prompt.minutes': row<number>(0, { minimum: 0 }),
  'budget.session.tokens': row<number>(0, { minimum: 0 }),
  'budget.session.requests': row<number>(0, { minimum: 0 }),
  'budget.session.minutes': row<number>(0, { minimum: 0 }),
  /** Whether a model that goes round in circles is told so, and stopped if it goes on. */
  detectLoops: row<boolean>(true),
  /** Whether a model that stops before it did what it said is told to go on. */
  checkNextSpeaker: row<boolean>(false),
  /** Seconds without output after which a shell command is ended; 0: never. */
  'shell.inactivityTimeout': row<number>(300, { minimum: 0 }),
  /** Hosts that `web_fetch` may reach although they are private: `host`, `host:port` or `*.suffix`. */
  'webFetch.allowedHosts': row<readonly string[]>([]),
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

/** The budgets, in the words of the agent. */
export function budgetsOf(settings: PolluxSettings) {
  const budget = (scope: 'prompt' | 'session') => ({
    tokens: settings[`budget.${scope}.tokens`],
    requests: settings[`budget.${scope}.requests`],
    minutes: settings[`budget.${scope}.minutes`],
  });
  return { prompt: budget('prompt'), session: budget('session') };
}

function row<T>(value: T, limits: Omit<Row<T>, 'default'> = {}): Row<T> {
  return { default: value, ...limits };
}

function valid<T>(row: Row<T>, value: unknown): T {
  if (typeof value !== typeof row.default) return row.default;
  if (Array.isArray(row.default) && !isTexts(value)) return row.default;
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

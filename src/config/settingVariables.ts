import { readSettings, SETTING_ROWS, type PolluxSettings, type SettingKey } from './settings';

/** Settings that a run without an editor reads from variables such as `POLLUX_BUDGET_DAY_MONEY`. */
export const VARIABLES = (Object.keys(SETTING_ROWS) as SettingKey[]).filter(
  key =>
    /^(?:budget|routing|memory|fallback|usageStatistics)\b/.test(key) ||
    key === 'sessions.geminiCliFormat' ||
    key === 'network.secrets' ||
    key === 'sandbox' ||
    key === 'sessions.record',
);

const SWITCHES: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** The variable that replaces a setting in a run without an editor. */
export function variableOf(key: SettingKey): string {
  return `POLLUX_${key.toUpperCase().replaceAll('.', '_')}`;
}

/** The settings of a run without an editor. `problem`: one sentence about a value that can't be used. */
export function settingsOfVariables(env: Readonly<Record<string, string | undefined>>): {
  readonly settings: PolluxSettings;
  readonly problem?: string;
} {
  const read = (key: SettingKey) => {
    const text = VARIABLES.includes(key) ? env[variableOf(key)]?.trim() || undefined : undefined;
    const { default: usual } = SETTING_ROWS[key];
    if (typeof usual === 'boolean') return SWITCHES.get(text ?? '') ?? text;
    return text === undefined || typeof usual !== 'number' ? text : Number(text);
  };
  const settings = readSettings(read);
  const wrong = VARIABLES.find(key => read(key) !== undefined && read(key) !== settings[key]);
  return {
    settings,
    ...(wrong && { problem: `${variableOf(wrong)} can't be used: "${env[variableOf(wrong)] ?? ''}".` }),
  };
}

import type { Configuration } from './configuration';
import type { Environment } from './expand';
import { GEMINI_ROW_BY_KEY, type GeminiKey } from './geminiSettings';
import { SETTING_ROWS, type PolluxSettings, type SettingKey } from './settings';

const SET = '(set)';

/**
 * The settings that differ from their defaults. Numbers, switches and choices are given as they are; other strings
 * may be paths, addresses or secrets, so only the fact that they are set is given.
 */
export function settingsForReport(
  configuration: Pick<Configuration, 'settings'>,
  own: PolluxSettings,
): Readonly<Record<string, unknown>> {
  const files = [...GEMINI_ROW_BY_KEY].map(([key, row]) => ({
    key,
    value: configuration.settings[key as GeminiKey],
    usual: row.default,
    values: row.values,
  }));
  const ours = Object.entries<{ default: unknown; values?: readonly unknown[] }>(SETTING_ROWS).map(([key, row]) => ({
    key: `pollux.${key}`,
    value: own[key as SettingKey],
    usual: row.default,
    values: row.values,
  }));
  const changed = [...files, ...ours].filter(({ value, usual }) => JSON.stringify(value) !== JSON.stringify(usual));
  const isPlain = (value: unknown) => typeof value === 'boolean' || typeof value === 'number';
  return Object.fromEntries(
    changed.map(({ key, value, values }) => [key, isPlain(value) || values?.includes(value as never) ? value : SET]),
  );
}

/** The values of variables whose names indicate secrets. */
export function secretsIn(variables: Environment): string[] {
  return Object.entries(variables).flatMap(([name, value]) =>
    value && /KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL/i.test(name) ? [value] : [],
  );
}

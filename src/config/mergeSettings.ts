import { expandAll, type Environment } from './expand';
import { GEMINI_ROW_BY_KEY, type GeminiKey, type GeminiSettings } from './geminiSettings';
import { joined, missOf, type SettingRow, type SettingValue } from './settingRow';
import { SCOPES, type Scope, type SettingEntry, type SettingsLayer, type SettingsProblem } from './settingsText';

/** Where a value comes from. `line` is 1-based and absent if the source is not a file. */
export interface Origin {
  readonly scope: Scope;
  readonly source: string;
  readonly line?: number;
}

export interface MergedSettings {
  readonly settings: GeminiSettings;
  readonly problems: readonly SettingsProblem[];
  /** All sources of each value, the highest layer last; absent for a default. */
  readonly origins: Readonly<Partial<Record<GeminiKey, readonly Origin[]>>>;
}

/**
 * Merges layers over the defaults, in the order of `SCOPES`. Among several workspace folders, the earlier one takes
 * precedence. A value of the wrong type is reported, and the layers below it apply. Variables in values are expanded
 * with `env`. `toolLimits` collects the workspaces' lists of `tools.core`, `forced` the administrator's own values.
 */
export function mergeSettings(layers: readonly SettingsLayer[], env: Environment): MergedSettings {
  const values = new Map([...GEMINI_ROW_BY_KEY].map(([key, row]) => [key, row.default]));
  const origins = new Map<string, Origin[]>();
  const toolLimits: (readonly string[])[] = [];
  const forced = new Map<string, SettingValue>();
  const problems = layers.flatMap(layer => layer.problems);
  for (const layer of inOrder(layers)) {
    for (const entry of layer.entries) {
      const row = GEMINI_ROW_BY_KEY.get(entry.key);
      const before = values.get(entry.key);
      if (!row || before === undefined) continue;
      const outcome = take(row, entry, { layer, before, isForced: forced.has(entry.key), env });
      if (outcome.problem !== undefined) {
        const costs: { costsRules?: true } = outcome.isLoss && FORBIDS.test(entry.key) ? { costsRules: true } : {};
        // It isn't known what the administrator meant to forbid.
        const severity = costs.costsRules && layer.scope === 'system' ? 'fatal' : 'error';
        const signIn = outcome.isLoss && SIGNS_IN.test(entry.key) ? ({ costsSignIn: true } as const) : {};
        problems.push({ ...placeOf(layer, entry), severity, message: outcome.problem, ...costs, ...signIn });
        continue;
      }
      if (row.lacking !== undefined && outcome.value === true && !isAdministrators(layer.scope))
        problems.push({ ...placeOf(layer, entry), severity: 'error', message: `"${entry.key}": ${row.lacking}` });
      const isLimit = row.limits && layer.scope === 'workspace';
      if (isAdministrators(layer.scope))
        forced.set(entry.key, joined(row.merge, forced.get(entry.key) ?? [], outcome.value));
      if (!isLimit) values.set(entry.key, joined(row.merge, before, outcome.value));
      else if (Array.isArray(outcome.value) && outcome.value.length > 0) toolLimits.push(outcome.value as string[]);
      const origin = { scope: layer.scope, source: layer.source, ...(entry.line && { line: entry.line }) };
      origins.set(entry.key, [...(row.merge === 'replace' ? [] : (origins.get(entry.key) ?? [])), origin]);
    }
  }
  return {
    settings: inSecureMode({
      ...(Object.fromEntries(values) as unknown as GeminiSettings),
      ...(toolLimits.length > 0 && { toolLimits }),
      ...(forced.size > 0 && { forced: Object.fromEntries(forced) }),
    }),
    problems,
    origins: Object.fromEntries(origins),
  };
}

function placeOf({ source: file }: SettingsLayer, { line }: SettingEntry) {
  return line === undefined ? { file } : { file, line };
}

function inSecureMode(settings: GeminiSettings): GeminiSettings {
  if (!settings['admin.secureModeEnabled']) return settings;
  return { ...settings, 'security.disableYoloMode': true, 'security.disableAlwaysAllow': true };
}

type Outcome =
  | { readonly value: SettingValue; readonly problem?: undefined }
  /** Why the value doesn't count. `isLoss`: its intended meaning is not known. */
  | { readonly problem: string; readonly isLoss?: true };

/** Settings that may forbid a tool. */
const FORBIDS =
  /^(?:tools\.(?:exclude|core|confirmationRequired|sandbox)|mcp\.(?:excluded|allowed)|policyPaths|adminPolicyPaths|security\.(?:toolSandboxing|enableConseca|disableYoloMode|disableAlwaysAllow|auth\.enforcedType)|admin\..*)$/;

const SIGNS_IN = /^security\.auth\.(?:selectedType|enforcedType)$/;

interface Below {
  readonly layer: SettingsLayer;
  /** The value so far, from the layers below. */
  readonly before: SettingValue;
  /** The administrator has set it, so that the layers above can only tighten it. */
  readonly isForced: boolean;
  readonly env: Environment;
}

function take(row: SettingRow, { key, value: written }: SettingEntry, below: Below): Outcome {
  const { before, isForced, env } = below;
  const { scope } = below.layer;
  if (scope === 'workspace' && row.isUserOnly) {
    return { problem: `"${key}" can't be set by a workspace. Set it in your own settings.` };
  }
  const value = expandAll(row.read ? row.read(written) : written, env);
  const miss = missOf(row, value);
  if (miss !== undefined) return { problem: `"${key}" must be ${miss}.`, isLoss: true };
  const valid = value as SettingValue;
  if ((scope === 'controls' || isForced) && row.stricter) return { value: row.stricter(before, valid) };
  if (scope === 'workspace' && row.stricter && row.stricter(before, valid) !== valid) {
    return { problem: `A workspace may only tighten "${key}", so it stays ${String(before)}.` };
  }
  return { value: valid };
}

/** Whether a layer belongs to the administrator of the machine or of the account's organization. */
export function isAdministrators(scope: Scope): boolean {
  return scope === 'system' || scope === 'controls';
}

/** From the lowest layer to the highest. */
export function inOrder<T extends { readonly scope: Scope }>(layers: readonly T[]): readonly T[] {
  return SCOPES.flatMap(scope => layers.filter(layer => layer.scope === scope).reverse());
}

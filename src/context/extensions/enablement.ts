// Where extensions are enabled: `extension-enablement.json`, in Gemini CLI's format.
import type { ExtensionText } from '../../agent/ports/extensions';
import type { SettingsProblem } from '../../config/settingsText';
import { isJsonObject } from '../../shared/jsonObject';

/** For each extension, its rules about folders; the last match decides. Without a match, the extension is enabled. */
export type Enablement = Readonly<Record<string, { readonly overrides: readonly string[] }>>;

/** Parses the file. If it can't be read, no extension is enabled, because it may have disabled any of them. */
export function readEnablement(source: ExtensionText | undefined): Enablement | SettingsProblem {
  if (!source) return {};
  const { file, text, error } = source;
  const problem = (message: string): SettingsProblem => ({ file, severity: 'error', message });
  if (text === null) return problem(`No extension is enabled, because it can't be read: ${error ?? 'unknown error'}`);
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (failure) {
    return problem(
      `This isn't valid JSON: ${failure instanceof Error ? failure.message : ''}. No extension is enabled.`,
    );
  }
  if (!isJsonObject(value)) return problem('It must be an object. No extension is enabled.');
  const entries = Object.entries(value).map(([name, entry]) => {
    const overrides = isJsonObject(entry) && Array.isArray(entry.overrides) ? entry.overrides : undefined;
    return [name, overrides?.every(each => typeof each === 'string') ? { overrides } : undefined] as const;
  });
  const wrong = entries.find(([, entry]) => entry === undefined);
  if (wrong) return problem(`"${wrong[0]}" has to have "overrides", a list of strings. No extension is enabled.`);
  return Object.fromEntries(entries) as Enablement;
}

export function isEnablement(value: Enablement | SettingsProblem): value is Enablement {
  return !('severity' in value && typeof value.severity === 'string');
}

/** Whether an extension is enabled in a folder, given by its absolute path. */
export function isEnabledIn(enablement: Enablement, name: string, folder: string): boolean {
  const rules = Object.hasOwn(enablement, name) ? (enablement[name]?.overrides ?? []) : [];
  const path = withSlashes(folder);
  const last = rules.map(parseRule).findLast(rule => covers(rule, path));
  return last?.isEnabling ?? true;
}

/** A copy with an extension enabled or disabled in a folder and below it. Removes rules that become redundant. */
export function withRule(enablement: Enablement, name: string, folder: string, isEnabling: boolean): Enablement {
  const rule: FolderRule = { folder: withSlashes(folder), isEnabling, isDeep: true };
  const rules = Object.hasOwn(enablement, name) ? (enablement[name]?.overrides ?? []) : [];
  const kept = rules.filter(text => {
    const other = parseRule(text);
    return other.folder !== rule.folder && !covers(rule, other.folder);
  });
  return { ...enablement, [name]: { overrides: [...kept, formatRule(rule)] } };
}

/** Returns a copy without the rules of an extension that was removed. */
export function withoutExtension(enablement: Enablement, name: string): Enablement {
  return Object.fromEntries(Object.entries(enablement).filter(([each]) => each !== name));
}

interface FolderRule {
  /** With a slash at both ends. */
  readonly folder: string;
  readonly isEnabling: boolean;
  /** It also covers folders below. */
  readonly isDeep: boolean;
}

function parseRule(text: string): FolderRule {
  const isEnabling = !text.startsWith('!');
  const folder = isEnabling ? text : text.slice(1);
  const isDeep = folder.endsWith('*');
  return { folder: isDeep ? folder.slice(0, -1) : folder, isEnabling, isDeep };
}

function formatRule({ folder, isEnabling, isDeep }: FolderRule): string {
  return `${isEnabling ? '' : '!'}${folder}${isDeep ? '*' : ''}`;
}

/** `path` has a slash at both ends. */
function covers({ folder, isDeep }: FolderRule, path: string): boolean {
  return isDeep ? path.startsWith(folder) : path === folder;
}

function withSlashes(folder: string): string {
  const path = folder.replaceAll('\\', '/');
  return `${path.startsWith('/') ? '' : '/'}${path}${path.endsWith('/') ? '' : '/'}`;
}

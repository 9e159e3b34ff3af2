import * as l10n from '@vscode/l10n';
import { isAdministrators } from '../../config/mergeSettings';
import type { Configuration } from '../../config/configuration';
import type { GeminiKey } from '../../config/geminiSettings';
import type { SettingValue } from '../../config/settingRow';
import type { ContextEntry, ContextSection } from '../../vscode/views/contextTree';

type Configured = Pick<Configuration, 'origins' | 'settings'>;

/** The settings that an administrator has set, so that a user finds out why they can't change them. */
export function forcedSection(configuration: Configured): ContextSection {
  return {
    id: 'forced',
    label: l10n.t('Set by your administrator'),
    icon: 'lock',
    emptyText: l10n.t('No settings'),
    isShown: () => forcedEntries(configuration).length > 0,
    entries: async () => forcedEntries(configuration),
  };
}

/** One row for each forced setting, with its value; a click opens the administrator's file. */
function forcedEntries({ origins, settings }: Configured): readonly ContextEntry[] {
  return Object.entries(origins).flatMap(([key, all]) => {
    const origin = all.findLast(({ scope }) => isAdministrators(scope));
    if (!origin) return [];
    const value = textOf(settings.forced?.[key as GeminiKey] ?? settings[key as GeminiKey]);
    const place = [origin.source, origin.line].filter(each => each !== undefined).join(':');
    const entry: ContextEntry = {
      id: `forced/${key}`,
      label: key,
      description: value,
      tooltip: `${key}: ${value}\n\n${place}`,
      icon: 'lock',
    };
    // Only the machine's administrator writes a file; an organization's settings come with the account.
    if (origin.scope !== 'system') return [entry];
    return [{ ...entry, file: origin.source, ...(origin.line !== undefined && { line: origin.line }) }];
  });
}

function textOf(value: SettingValue): string {
  return Array.isArray(value) ? value.filter(each => each !== '').join(', ') || '[]' : String(value);
}

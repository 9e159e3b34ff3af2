import type { SettingsText } from '../config/settingsText';
import type { ServerFile } from './serverFiles';

/** The settings files as files that may name servers: a workspace's lies in a folder of its own. */
export function settingsAsServerFiles(texts: readonly SettingsText[]): readonly ServerFile[] {
  return texts.map(source => {
    const folder =
      source.scope === 'workspace' ? source.file.replace(/[\\/]\.gemini[\\/]settings\.json$/, '') : undefined;
    return { ...source, format: 'settings', ...(folder !== undefined && { folder }) };
  });
}

/** Whether any of these may name a server: a look at their texts, so that nothing is loaded where there is none. */
export function namesServers(files: readonly Pick<SettingsText, 'text'>[]): boolean {
  return files.some(({ text }) => text !== null && /"(?:mcpServers|servers|requiredConfig)"/.test(text));
}

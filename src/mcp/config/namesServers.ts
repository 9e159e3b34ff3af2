import type { SettingsText } from '../../config/settingsText';
import type { ServerFile } from './serverFiles';

/** The settings files as files that may define servers; a workspace's settings belong to the workspace's folder. */
export function settingsAsServerFiles(texts: readonly SettingsText[]): readonly ServerFile[] {
  return texts.map(source => {
    const folder =
      source.scope === 'workspace' ? source.file.replace(/[\\/]\.gemini[\\/]settings\.json$/, '') : undefined;
    return { ...source, format: 'settings', ...(folder !== undefined && { folder }) };
  });
}

/** Whether any of these may define a server. Only checks the texts, so that nothing is loaded if there is no server. */
export function namesServers(files: readonly Pick<SettingsText, 'text'>[]): boolean {
  return files.some(({ text }) => text !== null && /"(?:mcpServers|servers|requiredConfig)"/.test(text));
}

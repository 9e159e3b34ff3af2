import type { SettingsText } from '../../config/settingsText';

/** A file that may define servers: Gemini CLI's settings, a project's `.mcp.json`, or VS Code's `.vscode/mcp.json`. */
export interface ServerFile extends SettingsText {
  readonly format: 'settings' | 'mcpJson' | 'vscode';
  readonly folder?: string;
}

/** The settings files as files that may define servers; a workspace's settings belong to the workspace's folder. */
export function settingsAsServerFiles(texts: readonly SettingsText[]): readonly ServerFile[] {
  return texts.map(source => {
    const folder =
      source.scope === 'workspace' ? source.file.replace(/[\\/]\.gemini[\\/]settings\.json$/, '') : undefined;
    return { ...source, format: 'settings', ...(folder !== undefined && { folder }) };
  });
}

/** Whether any of these may define a server. Only checks the texts, so that nothing is loaded if there is no server. */
export function namesServers(files: readonly Pick<ServerFile, 'format' | 'text'>[]): boolean {
  return files.some(({ format, text }) => {
    if (format === 'settings') return text !== null && /"(?:mcpServers|requiredConfig)"/.test(text);
    // Files for servers alone: what hides their servers, such as a mistake, must be reported.
    return text === null || /[^\s{}]/.test(text);
  });
}

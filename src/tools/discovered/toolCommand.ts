import type { ToolCommand, ToolCommandSetting } from '../../agent/ports/toolCommands';
import type { MergedSettings } from '../../config/mergeSettings';

/** The command in a setting and the file that sets it; undefined: there is none. `folderOf`: see `hookFolder`. */
export function toolCommandOf(
  { settings, origins }: Pick<MergedSettings, 'settings' | 'origins'>,
  setting: ToolCommandSetting,
  folderOf: (origin: { readonly scope: string; readonly file: string }) => string,
): ToolCommand | undefined {
  const command = settings[setting].trim();
  if (command === '') return undefined;
  const { scope = 'user', source: file = '', line } = origins[setting]?.at(-1) ?? {};
  const isProjects = scope === 'workspace';
  return { setting, command, cwd: folderOf({ scope, file }), isProjects, file, ...(line !== undefined && { line }) };
}

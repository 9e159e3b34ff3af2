import type { ToolCommandSetting } from '../../agent/ports/toolCommands';
import type { Configuration } from '../../config/configuration';
import { commandEnvironmentOf } from '../../config/settingsByPurpose';
import type { SettingsProblem } from '../../config/settingsText';
import { hookFolder } from '../../node/config/hookFiles';
import { createToolCommands } from '../../node/process/toolCommands';
import type { DiscoveredTools } from '../../tools/discovered/discoveredTools';
import type { ConfineProgram } from '../../sandbox/lazySandbox';
import { toolCommandOf } from '../../tools/discovered/toolCommand';

/**
 * The tools that a command declares, in a run without an editor. A project's command was only read because the folder
 * is trusted, so it runs; each call of a tool still needs a rule or a mode that allows it.
 */
export async function createHeadlessDiscovery(
  configuration: Configuration,
  confine: ConfineProgram,
  onProblems: (problems: readonly SettingsProblem[]) => void,
): Promise<DiscoveredTools | undefined> {
  if (configuration.settings['tools.discoveryCommand'] === '') return undefined;
  const commandOf = (setting: ToolCommandSetting) =>
    toolCommandOf(configuration, setting, origin => hookFolder(origin, [process.cwd()]));
  const { DiscoveredTools } = await import('../../tools/discovered/discoveredTools');
  return new DiscoveredTools({
    commands: createToolCommands(() => commandEnvironmentOf(configuration), confine),
    discovery: () => commandOf('tools.discoveryCommand'),
    call: () => commandOf('tools.callCommand'),
    mayRun: async () => true,
    onProblems,
  });
}

import type { PendingCommand, ToolCommand, ToolCommandSetting } from '../../agent/ports/toolCommands';
import type { Log } from '../../agent/ports/log';
import type { Configuration } from '../../config/configuration';
import { commandEnvironmentOf } from '../../config/settingsByPurpose';
import { HookQuestions } from '../../hooks/hookQuestions';
import { approvedCommandsFile, hookFolder } from '../../node/config/hookFiles';
import { digest, digestScripts } from '../../node/config/hookScripts';
import { openApprovals } from '../../node/config/storedApprovals';
import { createToolCommands } from '../../node/process/toolCommands';
import { CommandApprovals } from '../../tools/discovered/commandApprovals';
import { DiscoveredTools } from '../../tools/discovered/discoveredTools';
import type { ConfineProgram } from '../../sandbox/lazySandbox';
import { toolCommandOf } from '../../tools/discovered/toolCommand';
import { askAboutCommand, HookPages } from '../../vscode/questions/hookQuestion';
import { SettingsNotices } from '../../vscode/settingsNotices';

export interface WindowDiscoveryOptions {
  readonly home: string;
  readonly configuration: Configuration;
  /** The workspace folders. */
  readonly folders: () => readonly string[];
  readonly confine: ConfineProgram;
  readonly log: Log;
}

/**
 * The tools that a discovery command declares, for all chats of a window. Loaded if such a command is set. The user
 * is asked about a project's commands.
 */
export function createWindowDiscovery({
  home,
  configuration,
  folders,
  confine,
  log,
}: WindowDiscoveryOptions): DiscoveredTools {
  const pages = new HookPages('pollux-command');
  const notices = new SettingsNotices(log);
  const questions = new HookQuestions<PendingCommand>({
    ask: askAboutCommand,
    show: command => pages.show(command),
    reportBug: error => log.error('A command could not be asked about', error),
  });
  const commandOf = (setting: ToolCommandSetting) =>
    toolCommandOf(configuration, setting, origin => hookFolder(origin, folders()));
  return new DiscoveredTools({
    commands: createToolCommands(() => commandEnvironmentOf(configuration), confine),
    discovery: () => commandOf('tools.discoveryCommand'),
    call: () => commandOf('tools.callCommand'),
    async mayRun(commands: readonly ToolCommand[]) {
      // Re-read each time: other windows approve as well.
      const kept = await openApprovals(approvedCommandsFile(home), log);
      const approvals = new CommandApprovals({ kept, digest, filesOf: digestScripts });
      const pending = (await Promise.all(commands.map(each => approvals.pending(each)))).filter(each => each !== null);
      void questions.put(pending);
      return pending.length === 0;
    },
    onProblems: problems => void notices.tell(problems),
  });
}

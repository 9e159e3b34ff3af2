import type { Log } from '../agent/ports/log';
import type { Configuration } from '../config/configuration';
import { memorySettingsOf } from '../config/geminiSettings';
import { memoryFamiliesOf, type PolluxSettings } from '../config/settings';
import type { ExtensionMemory } from '../context/memory/memoryFile';
import { lazyMemory } from '../context/memory/lazyMemory';
import { createLeftOutMemory } from '../node/config/leftOutMemory';
import { MEMORY_DISK } from '../node/config/memoryDisk';
import { createSystemTemplate } from '../node/config/systemTemplate';
import { once } from '../node/once';
import { SettingsNotices } from '../vscode/settingsNotices';

export interface WindowMemoryOptions {
  readonly home: string;
  /** Of the workspace. */
  readonly folders: () => readonly string[];
  readonly isTrusted: () => boolean;
  readonly configuration: Configuration;
  readonly settings: () => PolluxSettings;
  /** The memory files of extensions that are switched on. */
  readonly extensions?: () => Promise<readonly ExtensionMemory[]>;
  readonly log: Log;
}

/** The memory of a window's chats; nothing is looked for before the first prompt. */
export function createWindowMemory({
  home,
  folders,
  isTrusted,
  configuration,
  settings,
  extensions,
  log,
}: WindowMemoryOptions) {
  const notices = new SettingsNotices(log, 'memory');
  const leftOut = createLeftOutMemory(log, home);
  const project = once(async () => {
    const { ProjectMemory } = await import('../context/memory/projectMemory');
    return new ProjectMemory({
      disk: MEMORY_DISK,
      homes: () => {
        const [base] = folders();
        return { home, folders: isTrusted() ? folders() : [], ...(base !== undefined && { base }) };
      },
      settings: () => ({ ...memorySettingsOf(configuration.settings), families: memoryFamiliesOf(settings()) }),
      ...(extensions && { extensions }),
      leftOut: () => leftOut.read(),
      onFound: ({ problems }) => void notices.tell(problems),
      reportBug: (message, error) => log.error(message, error),
    });
  });
  return {
    memory: lazyMemory(project),
    systemTemplate: createSystemTemplate({
      variables: () => configuration.variables,
      folder: () => folders()[0],
      isTrusted,
      log,
    }),
    /** What the views and commands of memory ask. */
    project,
    leftOut,
  };
}

export type WindowMemory = ReturnType<typeof createWindowMemory>;

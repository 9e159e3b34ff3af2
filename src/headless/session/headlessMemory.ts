import { homedir } from 'node:os';
import type { Log } from '../../agent/ports/log';
import type { SystemTemplate } from '../../agent/ports/systemTemplate';
import type { Configuration } from '../../config/configuration';
import { memorySettingsOf } from '../../config/settingsByPurpose';
import { memoryFamiliesOf, type PolluxSettings } from '../../config/settings';
import { ConfigurationError } from '../../config/trustedFolders';
import type { ExtensionMemory, MemoryFound } from '../../context/memory/memoryFile';
import type { ProjectMemory } from '../../context/memory/projectMemory';
import { createLeftOutMemory } from '../../node/config/leftOutMemory';
import { MEMORY_DISK } from '../../node/config/memoryDisk';
import { projectNotes } from '../../node/config/projectNotes';
import { createSystemTemplate } from '../../node/config/systemTemplate';
import { sayOnce } from '../../node/once';
import type { Flags } from '../flags';
import { describeProblem } from '../../config/configuration';
import { trusts } from './headlessConfiguration';
import { messageOf } from '../../shared/messageOf';

export interface HeadlessMemoryOptions {
  readonly configuration: Configuration;
  readonly flags: Flags;
  /** Pollux's own settings. */
  readonly settings: PolluxSettings;
  /** The working directory first, then the added folders, with symbolic links resolved. */
  readonly folders: readonly string[];
  /** The memory files of the enabled extensions. */
  readonly extensions?: () => Promise<readonly ExtensionMemory[]>;
  readonly log: Log;
  readonly err: (text: string) => void;
}

/** The memory of a run. Throws `ConfigurationError` if the user's own system prompt can't be read. */
export async function createHeadlessMemory({
  configuration,
  flags,
  settings,
  folders,
  extensions,
  log,
  err,
}: HeadlessMemoryOptions): Promise<{ readonly memory: ProjectMemory; readonly systemTemplate: SystemTemplate }> {
  const { settings: gemini, isTrusted, environment, variables } = configuration;
  const { home = homedir() } = environment;
  const [own, ...added] = folders;
  const counting = [...(isTrusted && own !== undefined ? [own] : [])];
  if (gemini['context.loadMemoryFromIncludeDirectories']) {
    for (const folder of added) if (await trusts(folder, flags, gemini)) counting.push(folder);
  }
  const say = sayOnce(err);
  const sayProblems = ({ problems }: MemoryFound) => {
    for (const problem of problems) {
      if (flags.isDebug || problem.severity !== 'hint') say(`pollux: ${describeProblem(problem)}\n`);
    }
  };
  const { ProjectMemory } = await import('../../context/memory/projectMemory');
  const leftOut = createLeftOutMemory(log, home);
  const memory = new ProjectMemory({
    disk: MEMORY_DISK,
    homes: async () => {
      const notes = await projectNotes(home, counting);
      return { home, folders: counting, notes, ...(own !== undefined && { base: own }) };
    },
    settings: () => ({ ...memorySettingsOf(gemini), families: memoryFamiliesOf(settings) }),
    ...(extensions && { extensions }),
    leftOut: () => leftOut.read(),
    onFound: sayProblems,
    onNear: sayProblems,
    reportBug: (message, error) => log.error(message, error),
  });
  const template = createSystemTemplate({
    variables: () => variables,
    folder: () => own,
    isTrusted: () => isTrusted,
    log,
  });
  const text = await template.read().catch((error: unknown) => {
    throw new ConfigurationError(messageOf(error));
  });
  return { memory, systemTemplate: { ...template, read: async () => text } };
}

import { homedir } from 'node:os';
import { join } from 'node:path';
import { estimateText } from '../../agent/context/contextMeter';
import type { ActiveExtension } from '../../agent/ports/extensions';
import type { Log } from '../../agent/ports/log';
import type { Configuration } from '../../config/configuration';
import { memoryNameOf } from '../../config/settingsByPurpose';
import { settingsOfVariables } from '../../config/settingVariables';
import type { MemoryCommandPorts } from '../../context/commands/actions/memory';
import { extensionMemory } from '../../context/extensions/extensionMemory';
import { changeMemoryFile } from '../../node/config/memoryWriting';
import { createDiskWorkspace } from '../../node/files/diskWorkspace';
import { addMemory, plainFact } from '../../tools/text/memory';
import { InputError } from '../commandLine';
import type { Flags } from '../flags';
import { createHeadlessMemory } from '../session/headlessMemory';
import { workspaceFolders } from '../session/workspaceFolders';

export interface HeadlessMemoryCommand {
  readonly configuration: Configuration;
  readonly extensions: () => Promise<readonly ActiveExtension[]>;
  readonly flags: Flags;
  readonly log: Log;
  readonly err: (text: string) => void;
}

/** What `/memory` needs of a run; opens no session. */
export async function headlessMemoryPorts({
  configuration,
  extensions,
  flags,
  log,
  err,
}: HeadlessMemoryCommand): Promise<MemoryCommandPorts> {
  const { settings, environment, isTrusted } = configuration;
  const { home = homedir() } = environment;
  const named = await workspaceFolders(settings['context.includeDirectories'], flags.includeDirectories, err);
  const folders = createDiskWorkspace({ folders: named })
    .folders()
    .map(({ path }) => path);
  const { memory } = await createHeadlessMemory({
    configuration,
    flags,
    settings: settingsOfVariables(process.env).settings,
    folders,
    extensions: async () => extensionMemory(await extensions()),
    log,
    err,
  });
  return {
    files: () => memory.files(),
    async remember(fact, scope) {
      if (scope === 'project' && !isTrusted)
        throw new InputError("This folder isn't trusted, so its memory isn't read.");
      const folder = scope === 'global' ? join(home, '.gemini') : (folders[0] ?? process.cwd());
      const file = join(folder, memoryNameOf(settings));
      await changeMemoryFile(file, text => addMemory(text, plainFact(fact)));
      return file;
    },
    tokens: estimateText,
    pathFor: path => path,
  };
}

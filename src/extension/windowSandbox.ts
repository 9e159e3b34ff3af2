import { homedir } from 'node:os';
import type { Configuration } from '../config/configuration';
import { isSandboxWanted, sandboxVariables } from '../config/guards';
import type { PolluxSettings } from '../config/settings';
import { isContained } from '../node/sandbox/contained';
import { isProtected } from '../policy/protectedFiles';
import { isSecretFile } from '../policy/secretFiles';
import { createLazySandbox, type LazySandbox } from '../sandbox/lazySandbox';
import { createdByProgram } from '../tools/text/createdFiles';
import { CreatedFileWarnings } from '../vscode/createdFileWarnings';

export interface WindowSandboxOptions {
  readonly folders: () => readonly string[];
  readonly settings: () => PolluxSettings;
  readonly configuration: Configuration;
  /** Where Pollux stores its own data, of this workspace and of all workspaces. */
  readonly storage: string;
  readonly globalStorage: string;
  readonly keep: <T extends { dispose(): unknown }>(disposable: T) => T;
}

/** The sandbox for the window's commands, shared by all chats. */
export function createWindowSandbox({
  folders,
  settings,
  configuration,
  storage,
  globalStorage,
  keep,
}: WindowSandboxOptions): LazySandbox {
  const isRequired = () =>
    isSandboxWanted(configuration.settings, sandboxVariables(process.env, configuration, isContained));
  const isOn = () => settings().sandbox !== 'off';
  const warnings = keep(new CreatedFileWarnings());
  return createLazySandbox({
    isWanted: () => isOn() || isRequired(),
    isForAll: () => settings().sandbox === 'all',
    open: async guards => {
      const { SandboxedCommands } = await import('../sandbox/sandboxedCommands');
      const { filesOfPrograms, findInWorkspace, probeSandbox, recordsIn } = await import('../node/sandbox/openSandbox');
      return new SandboxedCommands({
        probe: probeSandbox,
        recordsIn: folder => recordsIn(folder, folders(), isSecretFile),
        guards,
        isOn,
        isRequired,
        places: (programs, files) => ({
          folders: folders(),
          home: homedir(),
          ...findInWorkspace(folders(), { isGoverning: isProtected, isSecret: isSecretFile, files }),
          programs: filesOfPrograms(programs),
          own: [storage, globalStorage],
        }),
        onCreated: paths => void warnings.tell(paths, some => createdByProgram(some, folders()[0] ?? '')),
      });
    },
  });
}

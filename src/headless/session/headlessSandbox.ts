import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { Configuration } from '../../config/configuration';
import { isSandboxWanted, SandboxError, sandboxVariables } from '../../config/guards';
import { settingsOfVariables } from '../../config/settingVariables';
import { settingPath } from '../../node/config/settingsFiles';
import { isContained } from '../../node/sandbox/contained';
import { isProtected } from '../../policy/protectedFiles';
import { isSecretFile } from '../../policy/secretFiles';
import { createLazySandbox, type LazySandbox, type ReadGuards } from '../../sandbox/lazySandbox';
import { createdByProgram } from '../../tools/text/createdFiles';

export interface HeadlessSandboxOptions {
  readonly configuration: Configuration;
  /** The value of the flag `--sandbox`. */
  readonly isSandboxed: boolean | undefined;
  /** Workspace folders besides the working directory. */
  readonly include: readonly string[];
  readonly err: (text: string) => void;
}

const isForAll = () => settingsOfVariables(process.env).settings.sandbox === 'all';

/** Whether commands of a run use the sandbox, with the given value of the flag `--sandbox`. */
export function runsInSandbox(configuration: Configuration, isSandboxed?: boolean): boolean {
  const variables = sandboxVariables(process.env, configuration, isContained);
  return isForAll() || isSandboxWanted(configuration.settings, variables, isSandboxed);
}

/** The sandbox of a run's commands: off by default, as scripts expect of Gemini CLI. */
export function createHeadlessSandbox({
  configuration,
  isSandboxed,
  include,
  err,
}: HeadlessSandboxOptions): LazySandbox {
  const folders = [process.cwd(), ...include.map(path => resolve(settingPath(path, process.cwd())))];
  const isWanted = () => runsInSandbox(configuration, isSandboxed);
  const open = async (guards: ReadGuards) => {
    const { SandboxedCommands } = await import('../../sandbox/sandboxedCommands');
    const { filesOfPrograms, findInWorkspace, probeSandbox, recordsIn } =
      await import('../../node/sandbox/openSandbox');
    return new SandboxedCommands({
      probe: probeSandbox,
      recordsIn: folder => recordsIn(folder, folders, isSecretFile),
      guards,
      isOn: isWanted,
      isRequired: isWanted,
      places: (programs, files) => ({
        folders,
        home: homedir(),
        ...findInWorkspace(folders, { isGoverning: isProtected, isSecret: isSecretFile, files }),
        programs: filesOfPrograms(programs),
        own: [],
      }),
      onCreated: paths => err(`pollux: ${createdByProgram(paths, process.cwd())}\n`),
    });
  };
  return createLazySandbox({ isWanted, isForAll, isContained: () => Boolean(process.env.SANDBOX), open });
}

/** Throws `SandboxError` if a sandbox is required that this machine doesn't support. */
export async function checkSandbox(
  sandbox: LazySandbox,
  configuration: Configuration,
  isSandboxed: boolean | undefined,
): Promise<void> {
  if (!isSandboxWanted(configuration.settings, sandboxVariables(process.env, configuration, isContained), isSandboxed))
    return;
  const opened = await sandbox.open();
  if ((await opened.tier()) !== 'none') return;
  const failures = Object.entries(await opened.failures()).map(([tier, said]) => `${tier}: ${said}`);
  throw new SandboxError(
    `A sandbox is required, but this machine doesn't support one (${failures.join('; ') || process.platform}). Install bubblewrap, turn the sandbox off, or run Pollux inside a container.`,
  );
}

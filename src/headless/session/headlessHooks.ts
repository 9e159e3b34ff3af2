import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Hooks } from '../../agent/ports/hooks';
import type { Log } from '../../agent/ports/log';
import type { Configuration } from '../../config/configuration';
import { commandEnvironmentOf, hookSettingsOf, planSettingsOf } from '../../config/settingsByPurpose';
import type { HookDefinition } from '../../config/hookDefinitions';
import { approvedHooksFile, hookFolder } from '../../node/config/hookFiles';
import { plansFolderOf } from '../../node/config/plansFolder';
import { digest, digestScripts } from '../../node/config/hookScripts';
import { runHookProcess } from '../../node/process/hookProcess';
import { storagePath } from '../../node/storagePath';
import type { ConfineProgram } from '../../sandbox/lazySandbox';
import { openApprovals } from '../../node/config/storedApprovals';

export interface HeadlessHooksOptions {
  readonly configuration: Configuration;
  /** From the settings and from extensions. */
  readonly hooks: readonly HookDefinition[];
  readonly confine: ConfineProgram;
  readonly log: Log;
  /** Tells the user something that isn't part of the answer. */
  readonly err: (text: string) => void;
}

/**
 * The hooks of a run without an editor. A project's hooks were only read because the folder is trusted, so they run:
 * nobody could be asked about them, and a run must not continue without its guards.
 */
export function createHeadlessHooks({ configuration, hooks: defined, confine, log, err }: HeadlessHooksOptions) {
  const { settings, environment } = configuration;
  const { home = homedir() } = environment;
  return async (sessionId: string): Promise<Hooks | undefined> => {
    if (defined.length === 0) return undefined;
    const plans = plansFolderOf({ home, folder: process.cwd(), ...planSettingsOf(settings) });
    const { openHooks } = await import('../../hooks/openHooks');
    const hooks = await openHooks({
      hooks: defined,
      settings: hookSettingsOf(settings),
      kept: await openApprovals(approvedHooksFile(home), log),
      digest,
      filesOf: digestScripts,
      folderOf: hook => hookFolder(hook, [process.cwd()]),
      trustsProject: true,
      sessionId,
      transcript: join(storagePath(home, 'sessions', process.cwd()), `${sessionId}.jsonl`),
      ...(plans !== undefined && { plansFolder: plans }),
      onPending: () => undefined,
      run: (hook, signal) => runHookProcess({ ...hook, confine }, commandEnvironmentOf(configuration), signal),
      now: () => new Date(),
    });
    return hooks && saying(hooks, err);
  };
}

/** Reports failed `SessionEnd` hooks to `err`, because the run's own output is complete by then. */
function saying(hooks: Hooks, err: (text: string) => void): Hooks {
  return {
    has: event => hooks.has(event),
    async fire(event, input, signal) {
      const outcome = await hooks.fire(event, input, signal);
      if (event === 'SessionEnd') for (const { text } of outcome.notices) err(`pollux: ${text}\n`);
      return outcome;
    },
  };
}

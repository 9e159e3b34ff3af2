import { join } from 'node:path';
import type { Hooks } from '../../agent/ports/hooks';
import type { Log } from '../../agent/ports/log';
import type { Configuration } from '../../config/configuration';
import { commandEnvironmentOf, hookSettingsOf, planSettingsOf } from '../../config/settingsByPurpose';
import type { HookDefinition } from '../../config/hookDefinitions';
import { HookApprovals, hookName, isDisabled, type HookSettings } from '../../hooks/approval';
import { HookQuestions } from '../../hooks/hookQuestions';
import { openHooks } from '../../hooks/openHooks';
import { setUserSetting } from '../../node/config/editSettings';
import { approvedHooksFile, hookFolder, readTrustedHooks } from '../../node/config/hookFiles';
import { plansFolderOf } from '../../node/config/plansFolder';
import { digest, digestScripts } from '../../node/config/hookScripts';
import { runHookProcess } from '../../node/process/hookProcess';
import { openApprovals } from '../../node/config/storedApprovals';
import { describeHookList, showHookList, type ListedHook } from '../../vscode/views/hookList';
import { askAboutHook, HookPages } from '../../vscode/questions/hookQuestion';
import type { ConfineProgram } from '../../sandbox/lazySandbox';

export interface WindowHooksOptions {
  readonly home: string;
  readonly configuration: Configuration;
  /** The hooks of the settings and of extensions. */
  readonly hooks: () => Promise<readonly HookDefinition[]>;
  /** The workspace folders. */
  readonly folders: () => readonly string[];
  /** Where sessions are stored. */
  readonly sessions: string;
  readonly confine: ConfineProgram;
  readonly log: Log;
}

export interface WindowHooks {
  /** The hooks for a run; undefined: all are switched off. */
  open(sessionId: string): Promise<Hooks | undefined>;
  /**
   * Lists the configured hooks, so that the user can switch them on or off and approve them. Resolves with the
   * resulting list as text.
   */
  show(): Promise<string>;
}

/**
 * The window's hooks. Loaded if hooks are configured or are to be listed. The user is asked about a project's hooks.
 */
export function createWindowHooks({
  home,
  configuration,
  hooks,
  folders,
  sessions,
  confine,
  log,
}: WindowHooksOptions): WindowHooks {
  const pages = new HookPages();
  /** Re-read each time: other windows approve and withdraw as well. */
  const approving = async () => ({
    kept: await openApprovals(approvedHooksFile(home), log),
    digest,
    filesOf: digestScripts,
    folderOf: (hook: Parameters<typeof hookFolder>[0]) => hookFolder(hook, folders()),
    isKnownToGemini: readTrustedHooks(home),
    trustsProject: false,
  });
  const questions = new HookQuestions({
    ask: askAboutHook,
    show: hook => pages.show(hook),
    reportBug: error => log.error('A hook could not be asked about', error),
  });
  const toggle = async ({ name, command }: HookDefinition, isOff: boolean) => {
    const names = [name, command];
    const others = hookSettingsOf(configuration.settings).disabled.filter(each => !names.includes(each));
    const disabled = isOff ? others : [...others, name ?? command];
    await setUserSetting(home, ['hooksConfig', 'disabled'], disabled);
    await configuration.load();
  };
  const list = async () => {
    const settings = hookSettingsOf(configuration.settings);
    const approvals = new HookApprovals(await approving());
    const listed = (await hooks()).map(hook => listedHook(hook, { settings, approvals, toggle, questions }));
    return { listed: await Promise.all(listed), isEnabled: settings.isEnabled };
  };
  return {
    async open(sessionId) {
      const plans = plansFolderOf({ home, folder: folders()[0], ...planSettingsOf(configuration.settings) });
      return openHooks({
        ...(await approving()),
        hooks: await hooks(),
        settings: hookSettingsOf(configuration.settings),
        sessionId,
        transcript: join(sessions, `${sessionId}.jsonl`),
        ...(plans !== undefined && { plansFolder: plans }),
        onPending: pending => void questions.put(pending),
        run: (process, signal) => runHookProcess({ ...process, confine }, commandEnvironmentOf(configuration), signal),
        now: () => new Date(),
      });
    },
    async show() {
      const { listed, isEnabled } = await list();
      await showHookList(listed, isEnabled);
      const then = await list();
      return describeHookList(then.listed, then.isEnabled);
    },
  };
}

interface ListContext {
  readonly settings: HookSettings;
  readonly approvals: HookApprovals;
  readonly questions: HookQuestions;
  /** Switches a hook on if it is off, and off otherwise. */
  readonly toggle: (hook: HookDefinition, isOff: boolean) => Promise<void>;
}

/** A hook as the list shows it, with the actions available for it. */
async function listedHook(
  hook: HookDefinition,
  { settings, approvals, toggle, questions }: ListContext,
): Promise<ListedHook> {
  const { event, matcher, command, scope, file, line } = hook;
  const isOff = isDisabled(hook, settings);
  const isProjects = scope === 'workspace';
  const pending = await approvals.pending(hook);
  return {
    name: hookName(hook),
    event,
    matcher,
    command,
    source: isProjects ? 'project' : scope === 'user' || scope === 'extension' ? scope : 'administrator',
    file,
    line,
    state: isOff ? 'off' : pending ? 'pending' : 'runs',
    ...(settings.isEnabled && scope !== 'system' && { toggle: () => toggle(hook, isOff) }),
    ...(pending && { approve: () => questions.again(pending) }),
    ...(isProjects && !pending && { withdraw: () => approvals.withdraw(hook) }),
  };
}

import { join } from 'node:path';
import type { Hooks } from '../agent/ports/hooks';
import type { Log } from '../agent/ports/log';
import type { Configuration } from '../config/configuration';
import { commandEnvironmentOf, hookSettingsOf } from '../config/settingsByPurpose';
import type { HookDefinition } from '../config/hookDefinitions';
import { HookApprovals, hookName, isDisabled, type HookSettings } from '../hooks/approval';
import { HookQuestions } from '../hooks/hookQuestions';
import { openHooks } from '../hooks/openHooks';
import { setUserSetting } from '../node/config/editSettings';
import { approvedHooksFile, hookFolder, plansFolderOf, readTrustedHooks } from '../node/config/hookFiles';
import { digest, digestScripts } from '../node/config/hookScripts';
import { runHookProcess } from '../node/process/hookProcess';
import { openApprovals } from '../node/config/storedApprovals';
import { describeHookList, showHookList, type ListedHook } from '../vscode/hookList';
import { askAboutHook, HookPages } from '../vscode/hookQuestion';
import type { ConfineProgram } from '../sandbox/lazySandbox';

export interface WindowHooksOptions {
  readonly home: string;
  readonly configuration: Configuration;
  /** Of the settings and of extensions. */
  readonly hooks: () => Promise<readonly HookDefinition[]>;
  /** Of the workspace. */
  readonly folders: () => readonly string[];
  /** Where sessions are kept. */
  readonly sessions: string;
  readonly confine: ConfineProgram;
  readonly log: Log;
}

export interface WindowHooks {
  /** The hooks for a run; undefined: all are switched off. */
  open(sessionId: string): Promise<Hooks | undefined>;
  /** Lists what is configured, for the person to switch on and off and to agree to. Resolves with how it is then, as text. */
  show(): Promise<string>;
}

/** Loaded where hooks are configured or to be listed: the hooks of a window, of whose projects' hooks the person is asked. */
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
  /** Read anew each time: other windows approve and withdraw as well. */
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
      return openHooks({
        ...(await approving()),
        hooks: await hooks(),
        settings: hookSettingsOf(configuration.settings),
        sessionId,
        transcript: join(sessions, `${sessionId}.jsonl`),
        ...plansFolderOf(configuration.settings['general.plan.directory'], folders()[0]),
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
  /** Switches it on that is off, and the other way round. */
  readonly toggle: (hook: HookDefinition, isOff: boolean) => Promise<void>;
}

/** As the list of hooks shows it, with what can be done about it. */
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

import { join } from 'node:path';
import type { Hooks } from '../agent/ports/hooks';
import type { Log } from '../agent/ports/log';
import type { Configuration } from '../config/configuration';
import { commandEnvironmentOf, hookSettingsOf } from '../config/geminiSettings';
import { HookApprovals } from '../hooks/approval';
import { HookQuestions } from '../hooks/hookQuestions';
import { setUserSetting } from '../node/editSettings';
import { approvedHooksFile, digest, digestNamedFiles, hookFolder } from '../node/hookFiles';
import { runHookProcess } from '../node/hookProcess';
import { createKeptValues } from '../node/keptValues';
import { askAboutHook } from '../vscode/hookQuestion';
import { showHooks } from './hookList';
import { openTextFile } from '../vscode/settingsNotices';

export interface WindowHooksOptions {
  readonly home: string;
  readonly configuration: Configuration;
  /** Of the workspace. */
  readonly folders: () => readonly string[];
  /** Where sessions are kept. */
  readonly sessions: string;
  readonly log: Log;
}

export interface WindowHooks {
  /** The hooks for a run; undefined: there are none. */
  open(sessionId: string): Promise<Hooks | undefined>;
  /** Lists what is configured, for the person to switch on and off and to agree to. */
  show(): Promise<void>;
}

/** The hooks of a window, of whose projects' hooks the person is asked. */
export function createWindowHooks({ home, configuration, folders, sessions, log }: WindowHooksOptions): WindowHooks {
  const show = ({ file, line }: { readonly file: string; readonly line: number }) => openTextFile({ file, line });
  /** Read anew each time: other windows approve and withdraw as well. */
  const approving = () => ({
    kept: createKeptValues(approvedHooksFile(home), log),
    digest,
    filesOf: digestNamedFiles,
    folderOf: (hook: Parameters<typeof hookFolder>[0]) => hookFolder(hook, folders()),
    trustsProject: false,
  });
  const questions = new HookQuestions({
    ask: askAboutHook,
    show,
    reportBug: error => log.error('A hook could not be asked about', error),
  });
  return {
    async open(sessionId) {
      if (configuration.hooks.length === 0) return undefined;
      const { openHooks } = await import('../hooks/openHooks');
      return openHooks({
        ...approving(),
        hooks: configuration.hooks,
        settings: hookSettingsOf(configuration.settings),
        sessionId,
        transcript: join(sessions, `${sessionId}.jsonl`),
        onPending: pending => void questions.put(pending),
        run: (process, signal) => runHookProcess(process, commandEnvironmentOf(configuration.settings), signal),
        now: () => new Date(),
      });
    },
    show: () =>
      showHooks({
        hooks: () => configuration.hooks,
        settings: () => hookSettingsOf(configuration.settings),
        approvals: new HookApprovals(approving()),
        open: show,
        disable: names => setUserSetting(home, ['hooksConfig', 'disabled'], names),
        reload: () => configuration.load(),
        tell: error => log.error('The settings could not be written', error),
      }),
  };
}

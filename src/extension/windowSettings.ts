import type { Log } from '../agent/ports/log';
import { retentionOf, type SettingKey, type PolluxSettings } from '../config/settings';
import { deleteExpired } from '../sessions/retention';
import type { SettingsNotices } from '../vscode/settingsNotices';
import type { WindowConfiguration } from './windowConfiguration';
import type { WindowFiles } from './windowFiles';
import type { WindowPolicy } from './windowPolicy';

export interface ReadSettingsOptions {
  readonly window: WindowConfiguration;
  readonly policy: Pick<WindowPolicy, 'problems'>;
  readonly notices: SettingsNotices;
  readonly ruleNotices: SettingsNotices;
  /** Called when something that the panel shows may have changed. */
  readonly onRead: () => Promise<void>;
  readonly log: Log;
}

/** Reads the settings once activation is over, and again whenever they change. */
export function readWindowSettings({ window, policy, notices, ruleNotices, onRead, log }: ReadSettingsOptions) {
  const { configuration } = window;
  const configure = async () => {
    await configuration.load();
    void notices.tell(configuration.problems);
    void notices.tellUnused(configuration.unusedInEditor);
    void ruleNotices.tell((await policy.problems()).map(problem => ({ ...problem, severity: 'error' })));
    await onRead();
  };
  const follow = () => window.follow(() => void configure());
  const configured = new Promise(resolve => setImmediate(resolve))
    .then(configure)
    .catch((error: unknown) => log.error('The settings could not be read', error));
  void configured.then(follow);
  return {
    configured,
    /** Must be called when the list of settings files may have changed. */
    readAgain() {
      follow();
      void configure();
    },
  };
}

export interface OldChatsOptions {
  readonly window: WindowConfiguration;
  readonly files: Pick<WindowFiles, 'store' | 'checkpoints' | 'forget'>;
  readonly settings: { current(): PolluxSettings; own(key: SettingKey): unknown };
  readonly openChats: () => readonly { readonly id: string }[];
  readonly log: Log;
}

/** Deletes chats and checkpoints that are past their retention. Never rejects. */
export async function deleteOldChats({ window, files, settings, openChats, log }: OldChatsOptions): Promise<void> {
  const { store, checkpoints, forget } = files;
  try {
    // Skipped while one of the user's settings files is invalid: it may say to keep chats longer.
    if (!window.hasErrors()) {
      const own = settings.current();
      const retention = retentionOf(own, window.configuration.settings, key => settings.own(key));
      const open = new Set(openChats().map(({ id }) => id));
      const deleted = await deleteExpired(store, retention, open, Date.now(), error =>
        log.error('An old chat could not be deleted', error),
      );
      await Promise.all(deleted.map(forget));
    }
    await checkpoints.prune(settings.current()['checkpoints.maxSizeMb'] * 1024 * 1024, true);
  } catch (error) {
    log.error('Old chats could not be deleted', error);
  }
}

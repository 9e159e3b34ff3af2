import type { ChatRegistry } from '../chatRegistry';
import type { ChatTabs } from '../surfaces/chatTabs';
import type { Commands } from './registerCommands';

/** The commands about one chat in the menus of a tab and of the view. */
const OF_A_CHAT: ReadonlySet<string> = new Set([
  ...['newChat', 'history', 'renameChat', 'exportChat', 'deleteChat', 'openInEditor', 'moveToSideBar'],
  ...['rewind', 'restoreCheckpoint', 'compress', 'selectModel', 'selectMode'],
]);
/** The view is where the chat would go. */
const IN_TABS_ONLY = 'moveToSideBar';

export interface MenuSources {
  readonly chats: Pick<ChatRegistry, 'use' | 'useView'>;
  readonly tabs: Pick<ChatTabs, 'active'>;
}

/**
 * Makes commands chosen in the menu of a tab or the view act on the chat shown there, which need not be the one used
 * last. The editor passes an argument for a tab, but none for the view or the palette; the view therefore has its own
 * commands, with the prefix `view.`.
 */
export function aboutTheirChat(commands: Commands, { chats, tabs }: MenuSources): Commands {
  const entries = Object.entries(commands).flatMap(([name, command]): [string, Commands[string]][] => {
    if (!OF_A_CHAT.has(name)) return [[name, command]];
    const inTab = (...args: never[]) => {
      const [given] = args as readonly unknown[];
      const source = typeof given === 'object' && given !== null ? tabs.active : undefined;
      if (source) chats.use(source);
      return command(...args);
    };
    const inView = () => {
      chats.useView();
      return command();
    };
    return name === IN_TABS_ONLY
      ? [[name, inTab]]
      : [
          [name, inTab],
          [`view.${name}`, inView],
        ];
  });
  return Object.fromEntries(entries);
}

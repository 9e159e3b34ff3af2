import type { ChatRegistry } from './chatRegistry';
import type { ChatTabs } from './chatTabs';
import type { Commands } from './registerCommands';

/** The commands about one chat that the menus of a tab and of the view offer. */
const OF_A_CHAT: ReadonlySet<string> = new Set([
  ...['newChat', 'history', 'renameChat', 'exportChat', 'deleteChat', 'openInEditor', 'moveToSideBar'],
  ...['rewind', 'restoreCheckpoint', 'compress', 'selectModel', 'selectMode'],
]);

export interface MenuSources {
  readonly chats: Pick<ChatRegistry, 'use' | 'useView'>;
  readonly tabs: Pick<ChatTabs, 'active'>;
}

/**
 * Has a command that is chosen in the menu of a tab or of the view be about the chat there, which need not be the one that was
 * used last. The editor gives the tab as an argument; the view gives none, as the palette does, and has commands of its own
 * for it, with the prefix `view.`.
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
    return [
      [name, inTab],
      [`view.${name}`, inView],
    ];
  });
  return Object.fromEntries(entries);
}

import type { ChatRegistry } from './chatRegistry';
import type { ChatTabs } from './chatTabs';
import type { Commands } from './registerCommands';

/** The commands about one chat that the menu of a tab offers. */
const OF_A_CHAT: ReadonlySet<string> = new Set([
  ...['newChat', 'history', 'renameChat', 'exportChat', 'deleteChat', 'openInEditor'],
  ...['rewind', 'restoreCheckpoint', 'compress', 'selectModel', 'selectMode'],
]);

export interface MenuSources {
  readonly chats: Pick<ChatRegistry, 'use'>;
  readonly tabs: Pick<ChatTabs, 'active'>;
}

/**
 * Has a command that is chosen in the menu of a tab be about the chat there, which need not be the one that was used last.
 * The editor gives the tab as an argument there, and none in the palette and the menu of a view.
 */
export function aboutTheirTab(commands: Commands, { chats, tabs }: MenuSources): Commands {
  const entries = Object.entries(commands).map(([name, command]): [string, Commands[string]] => {
    if (!OF_A_CHAT.has(name)) return [name, command];
    return [
      name,
      (...args: never[]) => {
        const [given] = args as readonly unknown[];
        const source = typeof given === 'object' && given !== null ? tabs.active : undefined;
        if (source) chats.use(source);
        return command(...args);
      },
    ];
  });
  return Object.fromEntries(entries);
}

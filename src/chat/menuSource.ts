import type { ChatRegistry } from './chatRegistry';
import type { ChatTabs } from './chatTabs';
import type { Commands } from './registerCommands';
import type { Surface } from './surface';

/** The commands about one chat that the menus of the view and of tabs offer. */
const OF_A_CHAT: ReadonlySet<string> = new Set([
  ...['newChat', 'history', 'renameChat', 'exportChat', 'deleteChat', 'openInEditor'],
  ...['rewind', 'restoreCheckpoint', 'compress', 'selectModel', 'selectMode'],
]);

export interface MenuSources {
  readonly chats: Pick<ChatRegistry, 'use'>;
  readonly view: Surface;
  readonly tabs: Pick<ChatTabs, 'active'>;
}

/**
 * Has a command that is chosen in the menu of a surface be about the chat there, which need not be the one that was used last.
 * The editor gives nothing, as an argument, in the menu of a view; the tab in that of a tab; and no argument from elsewhere.
 */
export function aboutTheirSurface(commands: Commands, { chats, view, tabs }: MenuSources): Commands {
  const sourceOf = ([first]: readonly unknown[]): Surface | undefined =>
    first === undefined || first === null ? view : typeof first === 'object' ? tabs.active : undefined;
  const entries = Object.entries(commands).map(([name, command]): [string, Commands[string]] => {
    if (!OF_A_CHAT.has(name)) return [name, command];
    return [
      name,
      (...args: never[]) => {
        const source = args.length > 0 ? sourceOf(args) : undefined;
        if (source) chats.use(source);
        return command(...args);
      },
    ];
  });
  return Object.fromEntries(entries);
}

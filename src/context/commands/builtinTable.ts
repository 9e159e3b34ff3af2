import * as l10n from '@vscode/l10n';

/** Where a command that Pollux brings can be typed. */
type Hosts = 'editor' | 'headless' | 'both';

/** A command that Pollux brings, without what it does: each host gives that, by the name. */
interface BuiltinEntry {
  readonly hosts: Hosts;
  readonly otherNames?: readonly string[];
  readonly argumentHint?: string;
  readonly waits?: boolean;
  /** One line, localised when it is asked for. */
  readonly description: () => string;
}

/**
 * Every command that Pollux brings. To add one: an entry here, and in the map of each host that has it (`slashActions.ts` of
 * `src/extension/slash` and `src/headless/slash`, where the types then miss it) a function in a file of its own.
 */
export const BUILTIN_COMMANDS = {
  compress: {
    hosts: 'both',
    otherNames: ['summarize', 'compact'],
    waits: true,
    description: () => l10n.t('Summarize the conversation so far to make room in the context window'),
  },
  extensions: {
    hosts: 'both',
    otherNames: ['extension'],
    argumentHint: '[list|install|update|uninstall|enable|disable|config]',
    description: () => l10n.t('List and manage the extensions of Gemini CLI'),
  },
  help: {
    hosts: 'both',
    otherNames: ['?'],
    description: () => l10n.t('List the commands and what can be mentioned with @'),
  },
  init: {
    hosts: 'editor',
    waits: true,
    description: () => l10n.t('Propose a memory file for this project'),
  },
  memory: {
    hosts: 'both',
    argumentHint: 'show | list | refresh | add [--project] FACT',
    description: () => l10n.t('Show what every chat is told, or add to it'),
  },
} as const satisfies Readonly<Record<string, BuiltinEntry>>;

export type BuiltinName = keyof typeof BUILTIN_COMMANDS;

type NamesFor<Host extends Hosts> = {
  [Name in BuiltinName]: (typeof BUILTIN_COMMANDS)[Name]['hosts'] extends Host | 'both' ? Name : never;
}[BuiltinName];

/** The commands of the panel, and those of the headless command. */
export type EditorCommandName = NamesFor<'editor'>;
export type HeadlessCommandName = NamesFor<'headless'>;

export function builtinEntry(name: BuiltinName): BuiltinEntry {
  return BUILTIN_COMMANDS[name];
}

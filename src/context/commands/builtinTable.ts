import * as l10n from '@vscode/l10n';

/** Where a built-in command can be typed. */
type Hosts = 'editor' | 'headless' | 'both';

/** A built-in command without its action, which each host provides by name. */
interface BuiltinEntry {
  readonly hosts: Hosts;
  readonly otherNames?: readonly string[];
  readonly argumentHint?: string;
  /** The arguments without an editor, if there are fewer. */
  readonly headlessHint?: string;
  readonly waits?: boolean;
  /** One line, localized when called. */
  readonly description: () => string;
}

/**
 * All built-in commands. To add one, add an entry here, and a function in a file of its own to the map of each host
 * that has it: `slashActions.ts` in `src/extension/slash` and `src/headless/slash`. The types report a missing one.
 */
export const BUILTIN_COMMANDS = {
  about: {
    hosts: 'editor',
    description: () => l10n.t('Show and check how Pollux signs in'),
  },
  agents: {
    hosts: 'editor',
    argumentHint: 'list | reload | enable | disable',
    description: () => l10n.t('List agents, and turn them on or off'),
  },
  bug: { hosts: 'editor', description: () => l10n.t('Report an issue') },
  chat: {
    hosts: 'editor',
    otherNames: ['resume', 'history'],
    argumentHint: 'save | list | resume | delete | share [NAME]',
    description: () => l10n.t('Name, list, continue, delete or export chats'),
  },
  clear: { hosts: 'editor', otherNames: ['new'], description: () => l10n.t('Start a new chat') },
  compress: {
    hosts: 'both',
    otherNames: ['summarize', 'compact'],
    waits: true,
    description: () => l10n.t('Summarize the conversation so far to make room in the context window'),
  },
  copy: { hosts: 'editor', description: () => l10n.t('Copy the last answer') },
  directory: {
    hosts: 'editor',
    otherNames: ['dir'],
    argumentHint: 'add | show',
    description: () => l10n.t('Show the folders of the workspace, or add one'),
  },
  extensions: {
    hosts: 'both',
    otherNames: ['extension'],
    argumentHint: 'list | install | link | check | update | uninstall | enable | disable | config',
    headlessHint: 'list',
    description: () => l10n.t('List and manage the extensions of Gemini CLI'),
  },
  help: {
    hosts: 'both',
    otherNames: ['?'],
    description: () => l10n.t('List the commands and @ mentions'),
  },
  hooks: { hosts: 'editor', description: () => l10n.t('Show the hooks and their approvals') },
  init: {
    hosts: 'both',
    waits: true,
    description: () => l10n.t('Propose a memory file for this project'),
  },
  mcp: {
    hosts: 'editor',
    argumentHint: 'list | desc | schema | auth | reload | enable | disable',
    description: () => l10n.t('List and manage MCP servers'),
  },
  memory: {
    hosts: 'both',
    argumentHint: 'show | list | refresh | add [--project] FACT',
    description: () => l10n.t('Show memory, or add to it'),
  },
  mode: { hosts: 'editor', description: () => l10n.t('Choose what runs without asking') },
  model: { hosts: 'editor', argumentHint: '[NAME]', description: () => l10n.t('Choose the model of this chat') },
  policies: { hosts: 'editor', description: () => l10n.t('Explain how a command is evaluated and which rule applies') },
  restore: { hosts: 'editor', description: () => l10n.t('Restore files or the conversation from a checkpoint') },
  rewind: { hosts: 'editor', description: () => l10n.t('Go back to an earlier prompt') },
  settings: { hosts: 'editor', description: () => l10n.t('Open the settings of Pollux') },
  skills: {
    hosts: 'editor',
    argumentHint: 'list | reload | enable | disable',
    description: () => l10n.t('Show skills, or turn them on or off'),
  },
  stats: {
    hosts: 'both',
    otherNames: ['usage'],
    argumentHint: 'session | model | tools',
    description: () => l10n.t('Show time, tokens and cost'),
  },
  tools: { hosts: 'editor', argumentHint: '[desc]', description: () => l10n.t('List the tools the model can use') },
} as const satisfies Readonly<Record<string, BuiltinEntry>>;

export type BuiltinName = keyof typeof BUILTIN_COMMANDS;

type NamesFor<Host extends Hosts> = {
  [Name in BuiltinName]: (typeof BUILTIN_COMMANDS)[Name]['hosts'] extends Host | 'both' ? Name : never;
}[BuiltinName];

/** The names of commands in the panel, and of those in the headless command. */
export type EditorCommandName = NamesFor<'editor'>;
export type HeadlessCommandName = NamesFor<'headless'>;

export function builtinEntry(name: BuiltinName): BuiltinEntry {
  return BUILTIN_COMMANDS[name];
}

import * as l10n from '@vscode/l10n';
import type { ExtensionsFound, InstalledExtension } from '../../extensions/extensions';
import { notice, type CommandAction, type CommandResult } from '../command';

/** The verbs other than `list`, with the editor command that carries each out. */
const EDITOR_COMMANDS: Readonly<Record<string, string>> = {
  install: 'pollux.installExtension',
  link: 'pollux.installExtension',
  check: 'pollux.checkExtensions',
  update: 'pollux.updateExtension',
  uninstall: 'pollux.uninstallExtension',
  enable: 'pollux.enableExtension',
  disable: 'pollux.disableExtension',
  config: 'pollux.configureExtension',
};

/** What a typed command says besides the extension; `isTyped`: its row in the chat says the outcome. */
export interface TypedExtensionCommand {
  readonly isTyped: true;
  readonly isLink?: true;
  readonly scope?: 'user' | 'workspace';
  /** The only one of its settings to ask about. */
  readonly variable?: string;
}

export interface ExtensionsActionOptions {
  readonly find: () => Promise<ExtensionsFound>;
  /** Without it, only `list` is available. */
  readonly refresh?: () => void;
}

/** Lists the extensions; in the editor, also installs, updates, enables and disables them. */
export function extensionsAction({ find, refresh }: ExtensionsActionOptions): CommandAction {
  return async args => {
    const [verb = 'list', ...rest] = args.split(/\s+/).filter(word => word !== '');
    if (verb === 'list') return listed(await find());
    const command = refresh && Object.hasOwn(EDITOR_COMMANDS, verb) ? EDITOR_COMMANDS[verb] : undefined;
    if (command !== undefined) return editorCommand(verb, command, rest.join(' '));
    if (refresh && (verb === 'reload' || verb === 'restart')) {
      refresh();
      return listed(await find());
    }
    const verbs = refresh ? ['list', 'reload', ...Object.keys(EDITOR_COMMANDS)] : ['list'];
    throw new Error(l10n.t('/extensions takes {0}.', verbs.join(', ')));
  };
}

function editorCommand(verb: string, command: string, rest: string): CommandResult {
  if (verb === 'update' && rest === '--all') {
    return { kind: 'editorCommand', command: 'pollux.updateAllExtensions', args: [undefined, { isTyped: true }] };
  }
  const [flag, scope] = / ?--scope(?:=| +|$)(\S*)/.exec(rest) ?? [];
  if (flag !== undefined && !isScope(scope)) {
    throw new Error(l10n.t('“--scope” must be {0}.', 'user, workspace'));
  }
  const named = rest.replace(flag ?? '', '').trim();
  const [, configured, variable] = verb === 'config' ? (/^(\S+)\s+(\S+)$/.exec(named) ?? []) : [];
  const typed: TypedExtensionCommand = {
    isTyped: true,
    ...(verb === 'link' && { isLink: true }),
    ...(isScope(scope) && { scope }),
    ...(variable !== undefined && { variable }),
  };
  return { kind: 'editorCommand', command, args: [(configured ?? named) || undefined, typed] };
}

function isScope(scope: string | undefined): scope is 'user' | 'workspace' {
  return scope === 'user' || scope === 'workspace';
}

function listed({ extensions, problems }: ExtensionsFound): CommandResult {
  const wrong = problems.filter(({ severity }) => severity !== 'hint');
  const problemLines = wrong.map(
    ({ file, line, message }) => `- ${[file, line].filter(Boolean).join(':')}: ${message}`,
  );
  if (extensions.length === 0) {
    return notice([l10n.t('No extensions of Gemini CLI are installed.'), ...problemLines].join('\n'));
  }
  return notice([l10n.t('Extensions:'), '', ...extensions.map(lineOf), ...problemLines].join('\n'));
}

function lineOf({ name, version, isActive, description }: InstalledExtension): string {
  const state = isActive ? version : l10n.t('{0} (disabled)', version);
  return `- \`${name}\` ${state}${description === undefined ? '' : `: ${description}`}`;
}

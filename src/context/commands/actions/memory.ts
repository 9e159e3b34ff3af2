import * as l10n from '@vscode/l10n';
import type { MemoryScope } from '../../../agent/ports/workspace';
import type { MemoryFile, MemoryFound } from '../../memory/memoryFile';
import { fencedText } from '../../memory/fencedText';
import { reasonFor, tokensText, waitingReasonFor, weightOf } from '../../memory/reasons';
import { notice, plainMarkdown, type CommandAction, type CommandResult } from '../command';

/** The ports that `/memory` needs. */
export interface MemoryCommandPorts {
  /** The memory files loaded at the start, found again. */
  readonly files: () => Promise<MemoryFound>;
  /** Stores a fact; returns the path of the file. Throws an `Error` whose message is for the user. */
  readonly remember: (fact: string, scope: MemoryScope) => Promise<string>;
  readonly tokens: (text: string) => number;
  /** A path in the form shown to the user. */
  readonly pathFor: (path: string) => string;
}

/** `/memory show|list|refresh|add`. */
export function memoryAction(ports: MemoryCommandPorts): CommandAction {
  return async args => {
    const { 1: verb = '', 2: rest = '' } = /^(\S*)\s*([\s\S]*)$/.exec(args) ?? [];
    switch (verb) {
      case '':
      case 'show':
        return show(await ports.files(), ports);
      case 'list':
        return notice(listed(await ports.files(), ports));
      case 'refresh':
      case 'reload':
        return refreshed(await ports.files(), ports);
      case 'add':
        return add(rest, ports);
      default:
        throw new Error(l10n.t('/memory takes show, list, refresh or add, not “{0}”.', verb));
    }
  };
}

function show({ files }: MemoryFound, { pathFor }: MemoryCommandPorts): CommandResult {
  const counting = files.filter(({ isLeftOut }) => !isLeftOut);
  if (counting.length === 0) return notice(none());
  return notice(counting.map(({ path, text }) => `**${pathFor(path)}**\n\n${fencedText(text)}`).join('\n\n'));
}

function listed(found: MemoryFound, { tokens, pathFor }: MemoryCommandPorts): string {
  const { files, problems, waiting = [] } = found;
  if (files.length === 0 && problems.length === 0 && waiting.length === 0) return none();
  const lines = [
    ...files.map(file => `- \`${pathFor(file.path)}\`: ${reasonFor(file)}, ${weightOf(file, tokens)}`),
    ...waiting.map(each => `- \`${pathFor(each.candidate.path)}\`: ${plainMarkdown(waitingReasonFor(each))}`),
  ];
  const wrong = problems.map(({ file, line, message }) => {
    return `- \`${pathFor(file)}${line === undefined ? '' : `:${line}`}\`: ${message}`;
  });
  return [
    ...(lines.length > 0 ? [l10n.t('Memory files:'), '', ...lines] : []),
    ...(wrong.length > 0 ? ['', l10n.t('Problems:'), '', ...wrong] : []),
  ].join('\n');
}

function refreshed({ files }: MemoryFound, { tokens }: MemoryCommandPorts): CommandResult {
  const counting = files.filter(({ isLeftOut }) => !isLeftOut);
  const size = counting.reduce((sum, file: MemoryFile) => sum + tokens(file.text), 0);
  const count = counting.length === 1 ? l10n.t('1 memory file') : l10n.t('{0} memory files', counting.length);
  return notice(l10n.t('{0}, about {1}. The model gets the changes with your next prompt.', count, tokensText(size)));
}

async function add(text: string, { remember, pathFor }: MemoryCommandPorts): Promise<CommandResult> {
  const { 1: flag, 2: fact = '' } = /^(--project\s+|--global\s+)?([\s\S]*)$/.exec(text) ?? [];
  if (fact.trim() === '') throw new Error(l10n.t('Type what to remember: /memory add [--project] FACT'));
  const path = await remember(fact, flag?.startsWith('--project') ? 'project' : 'global');
  return notice(l10n.t('Remembered in {0}.', `\`${pathFor(path)}\``));
}

function none(): string {
  return l10n.t('There are no memory files. /init proposes one for this project.');
}

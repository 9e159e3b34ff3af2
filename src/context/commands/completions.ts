import type { Completion } from '../../shared/protocol';
import { asMentioned } from '../mentions/findMentions';
import type { MentionOffer } from '../../agent/ports/mentionSource';
import type { SlashCommand } from './command';

const MAX_COMMANDS = 1000;

/** The matching commands: those that begin with the typed text, then those with a part that does, then the others. */
export function commandCompletions(commands: readonly SlashCommand[], typed: string): Completion[] {
  const wanted = typed.toLowerCase();
  const ranked = commands.flatMap(command => {
    const ranks = [command.name, ...(command.otherNames ?? [])].map(name => rankOf(name.toLowerCase(), wanted));
    const rank = Math.min(...ranks);
    return rank === Infinity ? [] : [{ command, rank }];
  });
  ranked.sort((a, b) => a.rank - b.rank);
  return ranked.slice(0, MAX_COMMANDS).map(({ command: { name, description, argumentHint, needsArguments } }) => ({
    kind: 'command',
    insert: `/${name} `,
    label: `/${name}`,
    detail: description,
    ...(argumentHint !== undefined && { hint: argumentHint }),
    ...(needsArguments && { isOpen: true }),
  }));
}

function rankOf(name: string, wanted: string): number {
  if (name.startsWith(wanted)) return 0;
  if (name.split(/[:._-]/).some(part => part.startsWith(wanted))) return 1;
  return name.includes(wanted) ? 2 : Infinity;
}

/** The first `recent` paths, matching sources, then the other files and folders, in the form to be typed. */
export function mentionCompletions(
  offers: readonly MentionOffer[],
  paths: readonly string[],
  typed: string,
  recent = 0,
): Completion[] {
  const fitting = offers.filter(({ name }) => name.toLowerCase().startsWith(typed.toLowerCase()));
  return [
    ...paths.slice(0, recent).map(pathCompletion),
    ...fitting.map(({ name, label = name, description, isOpen }): Completion => ({
      kind: 'source',
      insert: isOpen ? `@${name}` : `@${name} `,
      label: `@${label}`,
      detail: description,
      ...(isOpen && { isOpen }),
    })),
    ...paths.slice(recent).map(pathCompletion),
  ];
}

function pathCompletion(path: string): Completion {
  const isFolder = path.endsWith('/');
  const end = path.lastIndexOf('/', path.length - (isFolder ? 2 : 1)) + 1;
  return {
    kind: isFolder ? 'folder' : 'file',
    insert: isFolder ? `@${asMentioned(path)}` : `@${asMentioned(path)} `,
    label: path.slice(end),
    ...(end > 0 && { detail: path.slice(0, end - 1) }),
    ...(isFolder && { isOpen: true }),
  };
}

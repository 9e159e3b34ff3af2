// Where a git command that only a rule can allow works, and which repositories it talks to.
import { baseName, type SimpleCommand, type Word } from './command';
import { gitWords } from './git';
import { GIT_SUBCOMMANDS } from './options/gitOptions';
import { readOptions } from './options/optionGrammar';
import { wrappedProgram } from './wrappers';

/** What is known about the folder that git would work in. */
export interface GitPlace {
  /**
   * Not only the user decides what git runs: the repository's own files are here or above, among ordinary files, or its
   * configuration names programs.
   */
  readonly runsOthers: boolean;
  /** The remote names defined in its configuration. */
  readonly remotes: ReadonlySet<string>;
}

export interface GitUse {
  /** The folder given with `-C`; null if it is known only at run time. */
  readonly folder: string | null;
  /** Words that name another repository: by address, by remote name, or otherwise by path. */
  readonly remotes: readonly Word[];
}

/** All uses of git in a command, including those started by a wrapping program. */
export function gitUses({ words }: SimpleCommand): readonly GitUse[] {
  return [words, wrappedProgram(words) ?? []].flatMap(own =>
    baseName(own[0]?.value ?? '') === 'git' ? [gitUse(own)] : [],
  );
}

/** Whether it talks only to addresses and known remotes: a path leads to files that anybody may have written. */
export function talksToKnown({ remotes }: GitUse, place: GitPlace): boolean {
  return remotes.every(({ value, isStatic }) => isStatic && (isAddress(value) || place.remotes.has(value)));
}

/** `host:path` is an address if no slash comes before the colon; a single letter would be a drive. */
function isAddress(value: string): boolean {
  return /^(?:https?|git|ssh|git\+ssh|ssh\+git):\/\/[^-]/i.test(value) || /^[^-/\\:][^/\\:]+:(?!:)/.test(value);
}

function gitUse(words: readonly Word[]): GitUse {
  const values = words.map(({ value }) => value);
  const at = values.length - gitWords(values.slice(1)).length;
  return { folder: folderOf(words.slice(1, at)), remotes: remotesOf(words, at) };
}

/** Each `-C` is relative to the one before it. */
function folderOf(before: readonly Word[]): string | null {
  let folder = '.';
  for (const [i, { value }] of before.entries()) {
    if (value !== '-C') continue;
    const next = before[i + 1];
    if (next?.isStatic !== true) return null;
    folder = /^(?:[/~\\]|[a-zA-Z]:)/.test(next.value) ? next.value : `${folder}/${next.value}`;
  }
  return folder;
}

const LFS_TALKS = /^(?:clone|fetch|pull|push|prune|locks?|unlock)$/;
/** For each subcommand, which operands are repositories. */
const REMOTES: Readonly<Record<string, (index: number, words: readonly string[]) => boolean>> = {
  clone: index => index === 0,
  fetch: (index, words) => index === 0 || words.some(word => word.startsWith('--mu')),
  pull: index => index === 0,
  push: index => index === 0,
  'ls-remote': index => index === 0,
  'fetch-pack': index => index === 0,
  'send-pack': index => index === 0,
  'upload-pack': index => index === 0,
  'receive-pack': index => index === 0,
  'upload-archive': index => index === 0,
  'request-pull': index => index === 1,
  remote: index => index > 0,
  subtree: index => index === 1,
  lfs: (index, words) => index === 1 && LFS_TALKS.test(words.find(word => !word.startsWith('-')) ?? ''),
  svn: (index, words) => index === 1 && /^(?:clone|init)$/.test(words.find(word => !word.startsWith('-')) ?? ''),
};

/** The words that name other repositories; `at`: the index of the subcommand. */
function remotesOf(words: readonly Word[], at: number): readonly Word[] {
  const values = words.map(({ value }) => value);
  const subcommand = values[at] ?? '';
  if (!Object.hasOwn(REMOTES, subcommand)) return [];
  const grammar = Object.hasOwn(GIT_SUBCOMMANDS, subcommand) ? GIT_SUBCOMMANDS[subcommand] : undefined;
  const { operands } = readOptions(values, at + 1, grammar ?? { options: '' });
  const isRemote = (index: number) => REMOTES[subcommand]?.(index, values.slice(at + 1)) === true;
  return operands.flatMap((place, index) => (isRemote(index) ? words.slice(place, place + 1) : []));
}

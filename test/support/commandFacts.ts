import type { CommandDisk, CommandFacts } from '../../src/policy/commandFacts';
import { gitEverywhere, plainGit } from './gitPlaces';

class NoneEverywhere extends Map<string, readonly string[]> {
  override get = (): readonly string[] => [];
  override has = (): boolean => true;
}

class NoneChosen extends Map<string, boolean> {
  override get = (): boolean => false;
}

/** Facts of a disk with neither secrets nor links, where a path is no folder if `files` has it. */
export function plainFacts(files: readonly string[] = []): Omit<CommandFacts, 'ground'> {
  return {
    ignored: new Set(),
    secrets: new NoneEverywhere(),
    unhidden: new Set(),
    guarded: new NoneEverywhere(),
    files: new Set(files),
    repositories: new Map(),
    choosing: new NoneChosen(),
    gitPlaces: gitEverywhere,
  };
}

/** A disk without links, secrets and ignored files, where every path is a file and git is plain. */
export const plainDisk: CommandDisk = {
  followLinks: async () => new Map(),
  findMatches: async () => [],
  ignored: async () => new Set(),
  filesBelow: async () => [],
  unhidden: async (_folder, _files, hidden) => hidden,
  notFolders: async paths => new Set(paths),
  repositoryTrust: async () => 'plain',
  gitPlace: async () => plainGit,
  choosesPrograms: async () => false,
};

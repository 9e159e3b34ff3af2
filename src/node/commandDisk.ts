import { stat } from 'node:fs/promises';
import { choosesPrograms } from './files/choosesPrograms';
import { followLinks } from './files/followLinks';
import { gitPlace } from './git/gitPlace';
import { Histories } from './git/histories';
import { repositoryTrust, type RepositoryQuestion } from './git/repositoryTrust';
import { filesBelow } from './search/filesBelow';
import { findMatches } from './search/findMatches';
import { unhidden } from './search/unhidden';

/** What policy asks the disk about commands; expensive answers are cached. */
export function createCommandDisk() {
  const histories = new Histories();
  return {
    followLinks,
    choosesPrograms,
    filesBelow: (folder: string) => filesBelow(folder),
    findMatches,
    gitPlace,
    notFolders,
    repositoryTrust: (
      folder: string,
      folders: readonly string[],
      isSecret: (path: string) => boolean,
      question: RepositoryQuestion,
    ) => repositoryTrust(folder, folders, isSecret, question, histories),
    unhidden,
  };
}

/** The given absolute paths that aren't directories; a path that doesn't exist counts as one. */
async function notFolders(paths: readonly string[]): Promise<ReadonlySet<string>> {
  const are = await Promise.all(
    paths.map(path =>
      stat(path).then(
        found => !found.isDirectory(),
        () => true,
      ),
    ),
  );
  return new Set(paths.filter((_, i) => are[i]));
}

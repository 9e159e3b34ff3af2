import { stat } from 'node:fs/promises';
import { followLinks } from './files/followLinks';
import { repositoryTrust } from './git/repositoryTrust';
import { filesBelow } from './search/filesBelow';
import { findMatches } from './search/findMatches';
import { unhidden } from './search/unhidden';

/** What policy asks the disk about a command. */
export const commandDisk = { followLinks, filesBelow, findMatches, notFolders, repositoryTrust, unhidden };

/** Of absolute paths, those that are no folders. What is not there is none. */
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

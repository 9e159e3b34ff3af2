import { stat } from 'node:fs/promises';
import { settingPath } from '../../node/config/settingsFiles';
import { InputError } from '../commandLine';

/**
 * The folders of a run: the working directory and the added ones. A missing folder from a flag is an error; one from
 * the settings, which may be shared by several machines, is reported and left out. Throws `InputError`.
 */
export async function workspaceFolders(
  added: readonly string[],
  flagged: readonly string[],
  say: (text: string) => void,
): Promise<readonly string[]> {
  const folders = [process.cwd()];
  for (const name of new Set([...added, ...flagged])) {
    const path = settingPath(name, process.cwd());
    if (await isFolder(path)) folders.push(path);
    else if (flagged.includes(name)) throw new InputError(`--include-directories: There is no folder ${path}`);
    else say(`pollux: "context.includeDirectories": There is no folder ${path}, so it is left out.\n`);
  }
  return folders;
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    stats => stats.isDirectory(),
    () => false, // a folder that can't be read can't be used either
  );
}

import { homedir } from 'node:os';
import type { Log } from '../../agent/ports/log';
import { readEnvironment } from '../../config/environment';
import type { CheckpointStore } from '../../node/checkpoints/checkpointStore';
import { settingPath } from '../../node/config/settingsFiles';
import { createDiskWorkspace } from '../../node/files/diskWorkspace';
import { createFileLocks, lockFolders } from '../../node/files/fileLocks';
import { createSessionFiles } from '../../node/sessions/sessionFiles';
import { storagePath } from '../../node/storagePath';
import { continuedStore } from '../../sessions/continuedStore';
import { openCheckpoints } from '../commands/checkpoints';
import type { Flags } from '../flags';
import { createLog } from '../output/log';
import { recordingsOf, type SessionStores } from '../commands/sessions';

/** The sessions of the working directory, with Gemini CLI's recordings. */
export function openSessions(log: Log): SessionStores {
  const { home = homedir() } = readEnvironment(process.env);
  const folder = process.cwd();
  const recordings = recordingsOf(home, folder);
  return {
    store: continuedStore(createSessionFiles(storagePath(home, 'sessions', folder), log), recordings),
    recordings,
  };
}

/** For listing and restoring: only the working directory and the folders from the flag are written to. */
export function checkpointsFor(flags: Flags, err: (text: string) => void): CheckpointStore {
  const { home = homedir() } = readEnvironment(process.env);
  const added = flags.includeDirectories.map(path => settingPath(path, process.cwd()));
  const workspace = createDiskWorkspace({ folders: [process.cwd(), ...added] });
  const locks = createFileLocks({ folders: lockFolders(home) });
  return openCheckpoints(home, workspace, locks, createLog(flags.isDebug, err), err);
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LazyTracking } from '../../agent/changes/lazyTracking';
import type { Log } from '../../agent/ports/log';
import type { Configuration } from '../../config/configuration';
import { ignoringOf, memoryNameOf } from '../../config/settingsByPurpose';
import type { SkillRegistry } from '../../context/skills';
import { createDiskWorkspace } from '../../node/files/diskWorkspace';
import { createFileLocks, lockFolders } from '../../node/files/fileLocks';
import { temporaryRoot, userLabel } from '../../node/files/temporaryRoot';
import { createOutputFiles } from '../../node/process/outputFiles';
import { storagePath } from '../../node/storagePath';
import { openCheckpoints } from '../commands/checkpoints';
import { restoresHere } from './rulesHere';

export interface HeadlessFilesOptions {
  readonly configuration: Configuration;
  readonly home: string;
  /** The workspace folders. */
  readonly folders: readonly string[];
  /** The folder for plans outside of them, absolute and free of links. */
  readonly plans: string | undefined;
  /** The directories of activated skills may be read. */
  readonly registry: SkillRegistry;
  readonly log: Log;
  readonly err: (text: string) => void;
  /** Called when a search has to do without ripgrep. */
  readonly onRipgrepFallback: () => void;
}

/** The files of a run, with what records and reviews changes to them. */
export function openHeadlessFiles(options: HeadlessFilesOptions) {
  const { configuration, home, folders, plans, registry, log, err, onRipgrepFallback } = options;
  const { settings, isTrusted } = configuration;
  const outputFiles = createOutputFiles({ parent: join(temporaryRoot(home), `pollux-${userLabel()}`) });
  process.once('exit', () => outputFiles.dispose());
  const workspace = createDiskWorkspace({
    folders,
    memoryFile: () => join(home, '.gemini', memoryNameOf(settings)),
    readableFolders: () => [...outputFiles.folders(), ...registry.folders()],
    plansFolder: () => plans,
    ignoring: () => ignoringOf(settings),
    mayUseGit: () => isTrusted,
    onRipgrepFallback,
  });
  const locks = createFileLocks({ folders: lockFolders(home) });
  const openChanges = async () => {
    const { openHeadlessChanges } = await import('./headlessChanges');
    return openHeadlessChanges({ home, workspace, locks, restores: restoresHere(configuration, folders), log });
  };
  const ledger = join(storagePath(home, 'changes', process.cwd()), 'changes.jsonl');
  const changes = new LazyTracking(openChanges, log, () => existsSync(ledger));
  const checkpoints = openCheckpoints(home, workspace, locks, log, err, (...made) => changes.recorded(...made));
  return { workspace, outputFiles, locks, changes, checkpoints };
}

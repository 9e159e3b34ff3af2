import { homedir } from 'node:os';
import type { NoteWindowFact } from '../agent/ports/telemetry';
import { readEnvironment } from '../config/environment';
import { readSettings } from '../config/settings';
import type { RestorePolicy } from '../shared/restores';
import { createOutputLog } from '../vscode/log';
import { createSettings } from '../vscode/settings';
import { createWindowConfiguration } from './windowConfiguration';
import { createWindowEgress } from './windowEgress';
import { createWindowFiles, type WindowFiles } from './windowFiles';

export interface WindowBasicsOptions {
  /** Pollux's version. */
  readonly version: string;
  readonly userAgent: string;
  /** Directories for data of this workspace, and of all workspaces. */
  readonly storage: string;
  readonly globalStorage: string;
  readonly isTrusted: () => boolean;
  /** Folders outside the workspace that may be read. */
  readonly readableFolders: () => readonly string[];
  /** Approves restoring and undoing. */
  readonly restores: () => RestorePolicy;
  readonly note: NoteWindowFact;
  /** Disposes of it when the window closes. */
  readonly keep: <T extends { dispose(): unknown }>(disposable: T) => T;
}

/** The basis for everything else in a window: log, settings, files and network access. */
export function createWindowBasics({ readableFolders, restores, ...options }: WindowBasicsOptions) {
  const { storage, isTrusted, keep } = options;
  const { home = homedir() } = readEnvironment(process.env);
  const log = keep(createOutputLog());
  // The editor's settings, and below them the files and the environment, which are read after activation.
  const own = keep(createSettings('pollux', readSettings));
  const settings = () => own.current();
  const files: WindowFiles = keep(
    createWindowFiles({
      home,
      storage,
      settings,
      configuration: () => window.configuration,
      readableFolders,
      restores,
      log,
      note: options.note,
    }),
  );
  const { folders, plans, workspace } = files;
  const window = keep(createWindowConfiguration({ home, folders, isTrusted, own: key => own.own(key) }));
  const { configuration } = window;
  const { egress, guard } = createWindowEgress({ home, folders, configuration, settings });
  return {
    ...options,
    home,
    log,
    own,
    settings,
    files,
    folders,
    plans,
    workspace,
    window,
    configuration,
    egress,
    guard,
  };
}

export type WindowBasics = ReturnType<typeof createWindowBasics>;

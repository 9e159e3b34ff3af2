import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { NoteWindowFact } from '../agent/ports/telemetry';
import type { Log } from '../agent/ports/log';
import { tellOfUnsavedChat } from '../chat/history';
import { tellOfMissingCheckpoints } from '../chat/commands/restore';
import type { Configuration } from '../config/configuration';
import { ignoringOf, memoryNameOf, planSettingsOf } from '../config/settingsByPurpose';
import type { PolluxSettings } from '../config/settings';
import { createKeptValues } from '../node/config/storedValues';
import { createDiskFileWriter } from '../node/files/diskFileWriter';
import { createFileLocks, lockFolders } from '../node/files/fileLocks';
import { createOutputFiles } from '../node/process/outputFiles';
import { listRecordings, readRecordingFile } from '../node/sessions/geminiRecordings';
import { optionalStore } from '../node/sessions/optionalStore';
import { recordingStore } from '../node/sessions/recordingStore';
import { createSessionFiles } from '../node/sessions/sessionFiles';
import { continuedStore } from '../sessions/continuedStore';
import { createRecordings } from '../sessions/geminiRecording';
import type { RestorePolicy } from '../shared/restores';
import { VscodeDiagnostics } from '../vscode/language/diagnostics';
import { createVscodeFileWriter } from '../vscode/documents/fileWriter';
import { VscodeLanguageFeatures } from '../vscode/language/languageFeatures';
import { createVscodeWorkspace } from '../vscode/documents/workspace';
import { plansOf } from '../node/config/plansFolder';
import { storagePath } from '../node/storagePath';
import type { WindowChangesOptions } from './review/windowChanges';
import { LazyChanges } from './review/lazyChanges';
import { createWindowCheckpoints } from './review/windowCheckpoints';

export interface WindowFilesOptions {
  readonly home: string;
  /** Where data of this workspace is stored. */
  readonly storage: string;
  readonly settings: () => PolluxSettings;
  readonly configuration: () => Configuration;
  /** Directories outside the workspace that may be read. */
  readonly readableFolders: () => readonly string[];
  /** Approves restoring and undoing. */
  readonly restores: () => RestorePolicy;
  readonly note: NoteWindowFact;
  readonly log: Log;
}

/** What a window's chats read and write: the workspace, sessions, checkpoints and long outputs. */
export function createWindowFiles({ home, storage, settings, configuration, log, ...options }: WindowFilesOptions) {
  const outputFiles = createOutputFiles({ parent: join(storage, 'outputs') });
  const workspace = createVscodeWorkspace(undefined, {
    memoryFile: () => join(home, '.gemini', memoryNameOf(configuration().settings)),
    readableFolders: () => [...outputFiles.folders(), ...options.readableFolders()],
    plansFolder: () => plans().outside,
    ignoring: () => ignoringOf(configuration().settings),
    onRipgrepFallback: () => options.note({ type: 'ripgrepFallback' }),
  });
  const folders: () => readonly string[] = () => workspace.folders().map(folder => folder.path);
  const plans = () => plansOf({ home, folder: folders()[0], ...planSettingsOf(configuration().settings) });
  const locks = createFileLocks({ folders: lockFolders(home) });
  const diagnostics = new VscodeDiagnostics(log);
  const { restores } = options;
  const stored = createKeptValues(join(storage, 'state.json'), log);
  const changes: LazyChanges = new LazyChanges({
    folders: changesFolders(home, folders()),
    workspace,
    restores,
    checkpoints: () => checkpoints,
    stored,
    log,
  });
  // Stored where headless runs in the same folder store theirs.
  const checkpoints = createWindowCheckpoints({
    home,
    place: folders(),
    workspace,
    locks,
    log,
    newId: randomUUID,
    now: Date.now,
    onTrouble: tellOfMissingCheckpoints,
    onRecorded: (checkpoint, read) => changes.recorded(checkpoint, read),
  });
  const recordings = createRecordings(() => listRecordings(home, folders()), readRecordingFile);
  const sessionFiles = createSessionFiles(join(storage, 'sessions'), log, tellOfUnsavedChat);
  return {
    workspace,
    folders,
    plans,
    files: createVscodeFileWriter({ workspace, disk: createDiskFileWriter(workspace) }),
    locks,
    diagnostics,
    features: new VscodeLanguageFeatures({ workspace, diagnostics }),
    outputFiles,
    changes,
    checkpoints,
    restores,
    store: optionalStore(
      recordingStore(continuedStore(sessionFiles, recordings), {
        home,
        folder: () => folders()[0],
        isOn: () => settings()['sessions.geminiCliFormat'],
        newRecords: async () => new (await import('../sessions/recordForGemini')).GeminiRecords(),
        log,
      }),
      () => settings()['sessions.record'],
    ),
    stored,
    recordings,
    /** Deletes everything stored about a chat except its session. */
    forget: async (sessionId: string) => {
      await Promise.all([checkpoints.forget(sessionId), outputFiles.forget(sessionId)]);
    },
    dispose: () => {
      changes.dispose();
      diagnostics.dispose();
      workspace.dispose();
      outputFiles.dispose();
    },
  };
}

export type WindowFiles = ReturnType<typeof createWindowFiles>;

/** Each folder's changes are stored where headless runs in that folder store theirs. */
function changesFolders(home: string, [first = '', ...others]: readonly string[]): WindowChangesOptions['folders'] {
  const stored = (path: string) => ({ path, storage: storagePath(home, 'changes', path) });
  return [stored(first), ...others.map(stored)];
}

import { randomUUID } from 'node:crypto';
import { differencesOf } from '../../agent/changes/differences';
import { splitLines } from '../../agent/changes/lineEdits';
import { KeptChanges, keptText } from '../../agent/changes/keptChanges';
import { TrackedChanges } from '../../agent/changes/trackedChanges';
import type { FileChanges, TextToWrite } from '../../agent/ports/changes';
import type { ShownChat } from '../../agent/ports/changeScope';
import type { Checkpoint, Checkpoints } from '../../agent/ports/checkpoints';
import type { Log } from '../../agent/ports/log';
import type { KeptValues } from '../../agent/ports/storedValues';
import type { Workspace } from '../../agent/ports/workspace';
import { ContextKeys } from '../../chat/commands/contextKeys';
import { FolderLedgers, type FolderStorage } from '../../node/changes/folderLedgers';
import { decidedOf, othersChanges } from '../../node/changes/othersChanges';
import { recordedNews } from '../../node/changes/recordedNews';
import type { CheckpointStore } from '../../node/checkpoints/checkpointStore';
import { changesOfCheckpoint } from '../../node/changes/checkpointTexts';
import type { RestorePolicy } from '../../shared/restores';
import { createChangeCommands, sayNoChange } from '../../vscode/changes/changeCommands';
import { followCommits } from '../../vscode/changes/followCommits';
import { createChangeSurfaces } from '../../vscode/changes/changeSurfaces';
import { doneRows, reviewRows, type ChangeRow } from '../../vscode/changes/changeTree';
import { createSecondClicks } from '../../vscode/changes/secondClicks';
import { createFocusedRowCommands, type FocusedRows } from '../../vscode/changes/focusedRow';
import { createLostCommands, provideLostTexts } from '../../vscode/changes/lostCommands';
import { lostRows } from '../../vscode/changes/lostRows';
import { EditorFiles, followFiles } from '../../vscode/changes/reviewedFiles';
import { createScopeCommands } from '../../vscode/changes/scopeCommands';
import { ScopedChanges } from '../../vscode/changes/scopedChanges';
import { tellOfUnstoredChanges } from '../../vscode/changes/unstoredChanges';
import { DelayedSaves } from './delayedSaves';
import { LOST, PROPOSED } from './storedPlaces';
import { createWindowComments } from './windowComments';

export interface WindowChangesOptions {
  /** Where changes under review are stored, at least one place; the first also has the comments. */
  readonly folders: readonly [FolderStorage, ...FolderStorage[]];
  readonly workspace: Pick<Workspace, 'resolve' | 'readText'>;
  /** Approves undoing. */
  readonly restores: RestorePolicy;
  readonly log: Log;
  readonly checkpoints: Pick<Checkpoints, 'all'> & Pick<CheckpointStore, 'textsBefore'>;
  readonly stored: KeptValues;
  /** Undefined while no chat is open. */
  readonly chat: () => ShownChat | undefined;
  /** Shows the view of all changes. */
  readonly reveal: () => PromiseLike<unknown>;
  readonly view: FocusedRows;
  /** Called when the view of all changes may show something different. */
  readonly onChange: () => void;
}

export type WindowChanges = Awaited<ReturnType<typeof createWindowChanges>>;

/** The window's changes under review: stored, updated with every edit, shown, and decided by commands. */
export async function createWindowChanges(options: WindowChangesOptions) {
  const { folders, workspace, restores, log, onChange } = options;
  const stored = { folders, split: splitLines, now: Date.now, log };
  const ledger = new FolderLedgers({ ...stored, onTrouble: tellOfUnstoredChanges });
  const reportBug = (message: string, error: unknown) => log.error(message, error);
  const files = new EditorFiles({ workspace, bytesOf: mark => ledger.bytesOf(mark) });
  /** Files whose state another window stores: that window sees the same edits as this one. */
  const elsewhere = new Set<string>();
  const saves = new DelayedSaves(file => ledger.save(file, changes.stateOf(file)));
  const changes: TrackedChanges = new TrackedChanges({
    files,
    restores,
    newId: () => randomUUID().slice(0, 8),
    reportBug,
    onDecision: decision => {
      ledger.decided(decision.decided);
      kept.kept(decision.kept);
    },
    onChange: (changed, others) => {
      for (const file of changed) {
        if (changes.isAdopting(file)) elsewhere.add(file);
        else if (!others) elsewhere.delete(file);
        if (!elsewhere.has(file) && !changes.isUndoing(file)) saves[others ? 'later' : 'now'](file);
      }
      surfaces.update(changed);
      comments.update(changed);
      onChange();
    },
    onLost: (key, state) => lostLedger.save(key, state ?? undefined),
    onProposed: (key, state) => proposedLedger.save(key, state ?? undefined),
    known: recordedNews(ledger, log),
  });
  const proposedLedger = new FolderLedgers({ ...stored, below: PROPOSED });
  const lostLedger = new FolderLedgers({ ...stored, below: LOST });
  const keptLedger = new FolderLedgers({ ...stored, below: 'kept' });
  const kept = new KeptChanges({
    newId: () => randomUUID().slice(0, 8),
    onChange: changed => {
      for (const file of changed) keptLedger.save(file, kept.stateOf(file));
      keys.set('hasKept', kept.files().length > 0);
    },
  });
  const keys = new ContextKeys();
  const surfaces = createChangeSurfaces(changes, (key, value) => keys.set(key, value));
  const comments = createWindowComments({
    folder: folders[0].storage,
    changes,
    read: file => files.read(file),
    log,
    onChange: () => onComments(),
  });
  const scoped = new ScopedChanges({
    ...options,
    changes,
    read: file => files.read(file),
    textsBefore: (sessionId, id) => options.checkpoints.textsBefore(sessionId, id),
    differences: differencesOf,
    onChange: () => {
      keys.set('isScoped', scoped.scope.kind !== 'all');
      onChange();
    },
  });
  keys.set('isScoped', scoped.scope.kind !== 'all');
  const { decideMany, openAll, ...changeCommands } = createChangeCommands(changes, scoped, isOn =>
    surfaces.deciding(isOn),
  );
  const onComments = () => {
    keys.set('hasReview', comments.threads.drafts > 0);
    onChange();
  };
  await ledger.open();
  await comments.open();
  await lostLedger.open();
  for (const [key, state] of await lostLedger.load()) changes.restoreLost(key, state);
  await proposedLedger.open();
  for (const [key, state] of await proposedLedger.load()) changes.proposed.restore(key, state);
  const waiting = await ledger.load();
  changes.restoreReviewed(decidedOf(ledger.reviewed));
  await Promise.all([...waiting].map(([file, state]: [string, FileChanges]) => changes.restore(file, state)));
  await keptLedger.open();
  for (const [file, state] of await keptLedger.load()) kept.restore(file, state);
  keys.set('hasKept', kept.files().length > 0);
  const unfollow = await ledger.follow(othersChanges(changes));
  const unfollowLost = await lostLedger.follow({
    onFile: async (key, state) => {
      changes.adoptLost(key, state);
      surfaces.update([]);
      onChange();
    },
    onDecided: () => undefined, // stored with the changes
  });
  const unfollowProposed = await proposedLedger.follow({
    onFile: async (key, state) => changes.proposed.restore(key, state),
    onDecided: () => undefined,
  });
  const following = followFiles(changes, file => files.read(file), reportBug);
  const lostTexts = provideLostTexts(changes);
  const commits = followCommits({
    files: () => [...new Set([...changes.files(), ...kept.files()])],
    onCommitted: (file, text) => void changes.committed(file, text).then(() => kept.committed(file, text)),
    onState: () => scoped.scope.kind === 'commit' && onChange(),
  });
  return {
    changes,
    comments: comments.threads,
    kept,
    /** Re-reads the files with kept changes, to account for later edits by the user. */
    refreshKept: () => refreshKept(kept, changes, files),
    scoped,
    commands: {
      ...changeCommands,
      ...createScopeCommands({ ...options, scoped, decide: decideMany, openAll }),
      ...createFocusedRowCommands(options.view, changeCommands.decideNow, sayNoChange),
      ...createLostCommands(changes),
      ...comments.commands,
    },
    /** Whether a command's click was meant for another row. */
    isStray: createSecondClicks(() => options.view.all()),
    agentEdited: (sessionId: string, edits: readonly TextToWrite[]) => comments.threads.agentEdited(sessionId, edits),
    rows: async (row?: ChangeRow) => {
      if (row) return row.below?.() ?? [];
      const rows = [...reviewRows(comments.threads), ...lostRows(changes), ...(await scoped.rows())];
      return rows.length > 0 ? rows : doneRows(changes);
    },
    /** Adds a command's changes, taken from the snapshots before and after it. */
    async recorded(checkpoint: Checkpoint, read: (id: string) => Promise<Buffer | null>): Promise<void> {
      const { sessionId, callId } = checkpoint;
      if (callId === undefined) return;
      const texts: readonly TextToWrite[] = await changesOfCheckpoint(checkpoint, read, bytes =>
        ledger.keepBytes(bytes),
      );
      changes.commandChanged({ sessionId, callId }, texts);
      comments.threads.agentEdited(sessionId, texts);
    },
    dispose(): void {
      saves.all();
      unfollow();
      unfollowLost();
      unfollowProposed();
      following.dispose();
      commits.dispose();
      surfaces.dispose();
      comments.dispose();
      scoped.dispose();
      lostTexts.dispose();
    },
  };
}

async function refreshKept(kept: KeptChanges, changes: TrackedChanges, files: EditorFiles): Promise<void> {
  for (const file of kept.files()) {
    const state = changes.stateOf(file);
    kept.observed(file, state ? keptText(state) : await files.read(file));
  }
}

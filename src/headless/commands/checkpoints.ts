import { randomUUID } from 'node:crypto';
import { originOf, type Checkpoint, type RestoreStep } from '../../agent/ports/checkpoints';
import type { FileLocks } from '../../agent/ports/fileLocks';
import type { Log } from '../../agent/ports/log';
import type { SessionStore } from '../../agent/ports/sessionStore';
import type { Workspace } from '../../agent/ports/workspace';
import { CheckpointStore, type CheckpointStoreOptions } from '../../node/checkpoints/checkpointStore';
import { restoreFiles } from '../../sessions/restoreFiles';
import { restoreChat } from '../../sessions/restoreChat';
import type { RestorePolicy } from '../../shared/restores';
import { InputError } from '../commandLine';
import type { OutputFormat, RestoreWish } from '../flags';
import { nameOf, refusalText } from './refusalText';

/** The checkpoints of the working directory, stored with its sessions; the editor reads them too. */
export function openCheckpoints(
  home: string,
  workspace: Pick<Workspace, 'folders' | 'resolve'>,
  locks: FileLocks,
  log: Log,
  err: (text: string) => void,
  onRecorded?: CheckpointStoreOptions['onRecorded'],
): CheckpointStore {
  return new CheckpointStore({
    home,
    place: [process.cwd()],
    workspace,
    locks,
    log,
    newId: randomUUID,
    now: Date.now,
    onTrouble: () => err('Changes from now on aren’t recorded and can’t be restored.\n'),
    ...(onRecorded && { onRecorded }),
  });
}

/** Lists the checkpoints, oldest first: one per line, or as JSON. */
export async function listCheckpoints(checkpoints: CheckpointStore, format: OutputFormat): Promise<string> {
  const all = await checkpoints.all();
  const time = (ms: number) => new Date(ms).toISOString();
  if (format !== 'text') {
    const records = all.map(({ id, sessionId, label, at, changes, unkept }, index) => {
      const [files, missing] = [changes, unkept].map(each => each.map(({ file }) => file));
      return { index: index + 1, id, sessionId, label, at: time(at), files, unkept: missing };
    });
    return `${JSON.stringify(records, undefined, format === 'json' ? 2 : 0)}\n`;
  }
  if (all.length === 0) return 'There are no checkpoints of this folder.\n';
  const lines = all.map(({ id, label, at, changes }, index) => {
    const count = changes.length === 1 ? '1 file' : `${changes.length} files`;
    return `  ${index + 1}. ${oneLine(label)} (${time(at)}, ${count}) [${id}]`;
  });
  return `Checkpoints of this folder (${all.length}):\n${lines.join('\n')}\n`;
}

export interface RestoreOptions {
  readonly checkpoints: CheckpointStore;
  readonly store: SessionStore;
  readonly restores: () => Promise<RestorePolicy>;
  readonly which: string;
  readonly wish: RestoreWish;
  /** Also restore files that others have changed since, and files that control the editor or the agent. */
  readonly isForced: boolean;
  readonly err: (text: string) => void;
}

/**
 * Restores files, the conversation or both to the state before a change. Prints first what will change, and finally
 * how to undo it. Resolves to false if a file could not be restored. Throws `InputError`.
 */
export async function restoreCheckpoint(options: RestoreOptions): Promise<boolean> {
  const { checkpoints, store, wish, err } = options;
  const checkpoint = await findCheckpoint(checkpoints, options.which);
  const { sessionId } = checkpoint;
  const stored = wish === 'files' ? await store.load(sessionId) : await store.claim(sessionId);
  if (!stored && wish !== 'files') throw new InputError(await whyNotTaken(store, sessionId));
  try {
    const state = restoreChat(sessionId, stored?.events ?? []);
    const mayRewind = state.messages.some(({ id }) => id === checkpoint.messageId);
    if (!mayRewind && wish === 'conversation') throw new InputError('The conversation is already at this point.');
    const origin = originOf(state, `Restored to before “${checkpoint.label}”`);
    const isDone = wish === 'conversation' || (await putFilesBack(options, checkpoint, origin));
    if (wish !== 'files' && mayRewind) {
      store.append(sessionId, [{ type: 'rewound', messageId: checkpoint.messageId, at: Date.now() }]);
      err(
        `The conversation was restored to before the prompt of this change. To continue: pollux --resume ${sessionId}\n`,
      );
    }
    return isDone;
  } finally {
    if (stored && wish !== 'files') await store.release(sessionId);
  }
}

async function whyNotTaken(store: SessionStore, sessionId: string): Promise<string> {
  return (await store.load(sessionId))
    ? `The session is in use: ${sessionId}`
    : 'Only the files can be restored here (--files): the conversation is one of the editor, or can’t be read.';
}

async function putFilesBack(
  { checkpoints, restores, isForced, err }: RestoreOptions,
  checkpoint: Checkpoint,
  origin: ReturnType<typeof originOf>,
): Promise<boolean> {
  const steps = await checkpoints.preview(checkpoint.sessionId, checkpoint.id);
  err(`Restoring what was there before: ${oneLine(checkpoint.label)}\n`);
  for (const step of steps) err(`  ${stepText(step, isForced)}\n`);
  if (steps.length === 0) err('  Every file is as it was.\n');
  const wanted = steps
    .filter(({ action, isTouched }) => action !== 'leave' && (isForced || !isTouched))
    .map(({ file }) => file);
  if (wanted.length === 0) return true;
  const restoring = { checkpoints, restores: await restores() };
  const { failed, refused } = await restoreFiles(restoring, origin, checkpoint.id, wanted, isForced);
  for (const file of failed) err(`Not restored: ${nameOf(file)}\n`);
  for (const each of refused) err(`Not restored: ${refusalText(each, 'use --force to restore it')}\n`);
  const undo = (await checkpoints.list(checkpoint.sessionId)).at(-1);
  if (undo && undo.id !== checkpoint.id) err(`To undo this: pollux --restore ${undo.id}\n`);
  return failed.length + refused.length === 0;
}

function stepText({ file, action, isTouched }: RestoreStep, isForced: boolean): string {
  if (action === 'leave')
    return `left    ${nameOf(file)} (its earlier content isn't recorded, or it contains other changes)`;
  const sign = { create: 'added   ', change: 'changed ', delete: 'deleted ' }[action];
  if (!isTouched) return sign + nameOf(file);
  if (isForced) return `${sign}${nameOf(file)} (changed since, not by Pollux)`;
  return `left    ${nameOf(file)} (changed since, not by Pollux; use --force to restore it)`;
}

async function findCheckpoint(checkpoints: CheckpointStore, which: string): Promise<Checkpoint> {
  const all = await checkpoints.all();
  const found = /^\d{1,6}$/.test(which) ? all[Number(which) - 1] : all.find(({ id }) => id === which);
  if (found) return found;
  throw new InputError(`There is no checkpoint ${which} of this folder. --list-checkpoints lists them.`);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 120);
}

import { homedir } from 'node:os';
import type { Choice, HunkPlace } from '../agent/ports/changes';
import { readEnvironment } from '../config/environment';
import { createDiskWorkspace } from '../node/files/diskWorkspace';
import { createFileLocks, lockFolders } from '../node/files/fileLocks';
import { InputError } from './commandLine';
import { EXIT } from './exitCodes';
import type { RestorePolicy } from '../shared/restores';
import { createLog } from './log';
import { nameOf, refusalText } from './refusalText';
import { openHeadlessChanges } from './headlessChanges';
import type { Streams } from './output';

export const CHANGES_HELP = `Usage: pollux changes [--json]
       pollux changes --keep ID... | --undo ID...

  Lists what Pollux has changed in this folder and nobody has decided about yet, a place a line with its id.
  --keep and --undo take ids from that list, or the word "all". What controls the editor or the agent is undone by its id
  alone.
`;

/** Listing and keeping write no file, and need no rules. */
const NOTHING_RESTORED: RestorePolicy = {
  needsNaming: () => true,
  approve: async ({ file }) => ({ refused: { file, because: 'unnamed' } }),
};

/** Lists changes, or decides about them as `openRestores` gives what approves; gives the exit code. Throws `InputError`. */
export async function runChanges(
  args: readonly string[],
  streams: Streams,
  openRestores: () => Promise<RestorePolicy>,
): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    streams.out(CHANGES_HELP);
    return EXIT.done;
  }
  const { choice, ids, isJson } = readArgs(args);
  const { home = homedir() } = readEnvironment(process.env);
  const { changes } = await openHeadlessChanges({
    home,
    workspace: createDiskWorkspace({ folders: [process.cwd()] }),
    locks: createFileLocks({ folders: lockFolders(home) }),
    restores: choice === 'undo' ? await openRestores() : NOTHING_RESTORED,
    log: createLog(false, streams.err),
  });
  const all = changes.all();
  if (!choice) {
    streams.out(isJson ? `${JSON.stringify(all.map(recordOf), undefined, 2)}\n` : textOf(all));
    return EXIT.done;
  }
  const wanted = ids.includes('all') ? all.map(({ hunk }) => hunk.id) : ids;
  const unknown = wanted.filter(id => !all.some(({ hunk }) => hunk.id === id));
  if (unknown.length > 0) throw new InputError(`There is no change ${unknown.join(', ')} to decide about here.`);
  const { decided, left, failed, refused } = await changes.decide(wanted, choice, !ids.includes('all'));
  for (const { file } of left) streams.err(`Left, since somebody else has written in it too: ${nameOf(file)}\n`);
  for (const file of failed) streams.err(`Not undone: ${nameOf(file)}\n`);
  for (const each of refused) streams.err(`Not undone: ${refusalText(each, 'name its changes by their ids')}\n`);
  streams.out(`${choice === 'keep' ? 'Kept' : 'Undone'}: ${decided} of ${wanted.length}\n`);
  return left.length + failed.length + refused.length > 0 ? EXIT.failed : EXIT.done;
}

function readArgs(args: readonly string[]): { choice?: Choice; ids: string[]; isJson: boolean } {
  const isJson = args.includes('--json');
  const rest = args.filter(arg => arg !== '--json');
  const [verb, ...ids] = rest;
  if (verb === undefined) return { ids: [], isJson };
  const isVerb = verb === '--keep' || verb === '--undo';
  if (!isVerb || ids.length === 0 || ids.some(id => id.startsWith('-'))) throw new InputError(CHANGES_HELP);
  return { choice: verb === '--keep' ? 'keep' : 'undo', ids, isJson };
}

function recordOf({ file, hunk }: HunkPlace) {
  const { id, start, end, base, sources, isEdited } = hunk;
  const calls = sources.map(({ sessionId, turn, callId, author, title, reason, at }) => {
    return { sessionId, turn, callId, author, title, reason, at: new Date(at).toISOString() };
  });
  return { id, file, line: start + 1, added: end - start, removed: base.length, isEdited, calls };
}

function textOf(all: readonly HunkPlace[]): string {
  if (all.length === 0) return 'There is nothing to keep or undo in this folder.\n';
  const lines = all.map(({ file, hunk: { id, start, end, base, sources, isEdited } }) => {
    const last = sources.at(-1);
    const why = (last?.reason ?? last?.title ?? '').replace(/\s+/g, ' ');
    const edited = isEdited ? ' (edited since)' : '';
    return `  ${id}  ${nameOf(file)}:${start + 1}  +${end - start} -${base.length}${edited}  ${why}`;
  });
  return `Changes to keep or undo (${all.length}):\n${lines.join('\n')}\n`;
}

import { homedir } from 'node:os';
import type { TrackedChanges } from '../../agent/changes/trackedChanges';
import { readEnvironment } from '../../config/environment';
import { createDiskWorkspace } from '../../node/files/diskWorkspace';
import { createFileLocks, lockFolders } from '../../node/files/fileLocks';
import { changeLines, changeRecords } from './changeList';
import { InputError } from '../commandLine';
import { EXIT } from '../output/exitCodes';
import type { RestorePolicy } from '../../shared/restores';
import { createLog } from '../output/log';
import { nameOf, refusalText } from './refusalText';
import { openHeadlessChanges } from '../session/headlessChanges';
import type { Streams } from '../output/streams';

const CHANGES_HELP = `Usage: pollux changes [--json]
       pollux changes --keep ID... | --undo ID...
       pollux changes --apply ID... | --dismiss ID...

  Lists the changes that Pollux made in this folder and that you haven't kept or undone, one per line, with their IDs.
  --keep and --undo take IDs from that list, or "all". Changes to files that control the editor or the agent are undone
  only by ID.
  Changes that git or a deletion removed before you decided are listed under "Needs you": --apply makes them again if the
  lines around them are unchanged, and --dismiss removes them from the list.
`;

/** What can be done with changes; the last two apply to those that are no longer in their files. */
const VERBS = ['keep', 'undo', 'apply', 'dismiss'] as const;
type Verb = (typeof VERBS)[number];

/** Listing and keeping don't write files, so they need no rules. */
const NOTHING_RESTORED: RestorePolicy = {
  needsNaming: () => true,
  approve: async ({ file }) => ({ refused: { file, because: 'unnamed' } }),
};

/**
 * Lists changes or decides about them, with the policy that `openRestores` opens; resolves to the exit code. Throws
 * `InputError`.
 */
export async function runChanges(
  args: readonly string[],
  streams: Streams,
  openRestores: () => Promise<RestorePolicy>,
): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    streams.out(CHANGES_HELP);
    return EXIT.done;
  }
  const { verb, ids, isJson } = readArgs(args);
  const { home = homedir() } = readEnvironment(process.env);
  const { changes } = await openHeadlessChanges({
    home,
    workspace: createDiskWorkspace({ folders: [process.cwd()] }),
    locks: createFileLocks({ folders: lockFolders(home) }),
    restores: verb === 'undo' || verb === 'apply' ? await openRestores() : NOTHING_RESTORED,
    log: createLog(false, streams.err),
  });
  const list = { open: changes.all(), lost: changes.lost() };
  if (!verb) {
    streams.out(isJson ? `${JSON.stringify(changeRecords(list), undefined, 2)}\n` : changeLines(list));
    return EXIT.done;
  }
  const isForLost = verb === 'apply' || verb === 'dismiss';
  const [meant, others] = isForLost ? [list.lost, list.open] : [list.open, list.lost];
  const wanted = ids.includes('all') ? meant.map(({ hunk }) => hunk.id) : ids;
  const unknown = wanted.filter(id => !meant.some(({ hunk }) => hunk.id === id));
  if (unknown.length > 0) {
    const isOther = unknown.every(id => others.some(({ hunk }) => hunk.id === id));
    const names = unknown.join(', ');
    if (!isOther) throw new InputError(`There is no change ${names} to keep or undo here.`);
    throw new InputError(
      isForLost
        ? `The change ${names} is in its file: use --keep or --undo.`
        : `The change ${names} is no longer in its file: use --apply to make it again, or --dismiss.`,
    );
  }
  const run: Run = { changes, wanted, isNamed: !ids.includes('all'), streams };
  if (verb === 'apply') return apply(run);
  if (verb === 'keep' || verb === 'undo') return decide(run, verb);
  changes.dismiss(wanted);
  streams.out(`Dismissed: ${wanted.length}\n`);
  return EXIT.done;
}

interface Run {
  readonly changes: TrackedChanges;
  readonly wanted: readonly string[];
  /** The ids were given explicitly, not as `all`. */
  readonly isNamed: boolean;
  readonly streams: Streams;
}

async function decide({ changes, wanted, isNamed, streams }: Run, choice: 'keep' | 'undo'): Promise<number> {
  const { decided, left, failed, refused } = await changes.decide(wanted, choice, isNamed);
  for (const { file } of left) streams.err(`Not undone, because it also contains other changes: ${nameOf(file)}\n`);
  for (const file of failed) streams.err(`Not undone: ${nameOf(file)}\n`);
  for (const each of refused) streams.err(`Not undone: ${refusalText(each, 'name its changes by ID')}\n`);
  streams.out(`${choice === 'keep' ? 'Kept' : 'Undone'}: ${decided} of ${wanted.length}\n`);
  return left.length + failed.length + refused.length > 0 ? EXIT.failed : EXIT.done;
}

async function apply({ changes, wanted, isNamed, streams }: Run): Promise<number> {
  const { applied, left, refused } = await changes.applyAgain(wanted, isNamed);
  for (const { file } of left) streams.err(`Not applied, because its lines have changed: ${nameOf(file)}\n`);
  for (const each of refused) streams.err(`Not applied: ${refusalText(each, 'name its changes by ID')}\n`);
  streams.out(`Applied: ${applied} of ${wanted.length}\n`);
  return left.length + refused.length > 0 ? EXIT.failed : EXIT.done;
}

function readArgs(args: readonly string[]): { verb?: Verb; ids: string[]; isJson: boolean } {
  const isJson = args.includes('--json');
  const [flag, ...ids] = args.filter(arg => arg !== '--json');
  if (flag === undefined) return { ids: [], isJson };
  const verb = VERBS.find(each => flag === `--${each}`);
  if (!verb || ids.length === 0 || ids.some(id => id.startsWith('-'))) throw new InputError(CHANGES_HELP);
  return { verb, ids, isJson };
}

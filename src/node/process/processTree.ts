import { execFile, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '../files/fileErrors';
import { inSlices } from '../timeSlices';

/** The variable that marks a command's processes, so that those which left its group are found as well. */
export const RUN_MARK = 'POLLUX_RUN';

const killAfterMs = 500;
const pollMs = 20;

/** One process of the system, as it was when all were looked at. */
interface Found {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** Its number, and when it began: tells it from a later one of its number. */
  readonly name: string;
  readonly mark: string | undefined;
}

/** The end of a command's processes: those of its group, those that carry its mark, and what descends from any of them. */
export class ProcessTree {
  /** Whoever was of it once: a process whose parent has ended is nobody's descendant any more. */
  #before = new Set<string>();
  /** The sessions that its processes have begun: the command itself is in one of its own. */
  readonly #sessions = new Set<number>();

  constructor(
    private readonly group: number,
    private readonly mark: string,
  ) {}

  /**
   * Sends `signal` (0: only asks); resolves with whether one of them was alive. On Windows the whole tree is ended at once,
   * whatever the signal; where only groups can be told, only the group is.
   */
  async signal(signal: NodeJS.Signals | 0): Promise<boolean> {
    if (process.platform === 'win32') return signalWindowsTree(this.group, signal);
    if (process.platform !== 'linux') return send(-this.group, signal);
    const living = this.#livingOf(await scans.next());
    if (signal !== 0) {
      send(-this.group, signal);
      for (const { pid, group } of living) if (group !== this.group) send(pid, signal);
    }
    return living.length > 0;
  }

  #livingOf(all: readonly Found[]): readonly Found[] {
    const members = new Set<number>();
    const isOurs = (each: Found) =>
      each.group === this.group ||
      each.mark === this.mark ||
      this.#before.has(each.name) ||
      this.#sessions.has(each.session) ||
      members.has(each.parent);
    for (let count = -1; count < members.size;) {
      count = members.size;
      for (const each of all) if (isOurs(each)) members.add(each.pid);
    }
    const living = all.filter(({ pid }) => members.has(pid) && pid !== process.pid);
    this.#before = new Set(living.map(({ name }) => name));
    const own = all.find(({ pid }) => pid === process.pid)?.session;
    for (const { session } of living) if (session !== own) this.#sessions.add(session);
    return living;
  }
}

/** However many trees are ended at a time, the processes of the system are looked at once for all of them. */
class ProcessScans {
  #next: Promise<readonly Found[]> | undefined;

  /** The processes as they are after this was called. */
  next(): Promise<readonly Found[]> {
    return (this.#next ??= nextTurn().then(() => {
      this.#next = undefined;
      return allProcesses();
    }));
  }
}

const scans = new ProcessScans();

/** Gives way while it looks; whatever has begun meanwhile is looked at as well, so that nothing slips through. */
async function allProcesses(): Promise<readonly Found[]> {
  const found = new Map<string, Found | undefined>();
  for (let names = numbers(); names.length > 0; names = numbers().filter(name => !found.has(name))) {
    await inSlices(names, name => found.set(name, lookAt(name)));
  }
  return [...found.values()].filter(each => each !== undefined);
}

function numbers(): readonly string[] {
  return readdirSync('/proc').filter(name => /^\d+$/.test(name));
}

function lookAt(name: string): Found | undefined {
  const stat = statOf(name);
  const [state, parent, group, session] = stat;
  // A zombie is none: in a container there may be nobody to bury it.
  if (state === undefined || state === 'Z' || state === 'X') return undefined;
  const mark = readProcess(`/proc/${name}/environ`)
    .split('\0')
    .find(entry => entry.startsWith(`${RUN_MARK}=`));
  return {
    pid: Number(name),
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    name: `${name} ${stat[19]}`,
    mark: mark?.slice(RUN_MARK.length + 1),
  };
}

function signalWindowsTree(group: number, signal: NodeJS.Signals | 0): boolean {
  if (signal === 0) return send(group, 0);
  const killer = spawn('taskkill', ['/pid', String(group), '/t', '/f'], { stdio: 'ignore', windowsHide: true });
  killer.on('error', () => send(group, signal));
  return true;
}

/** The processes of a group that are alive, by their numbers; none where the system does not tell. */
export async function membersOf(group: number): Promise<readonly number[]> {
  if (process.platform === 'win32' || !send(-group, 0)) return [];
  if (process.platform !== 'linux') return listed(group);
  return numbers()
    .filter(name => isMember(name, group))
    .map(Number);
}

function listed(group: number): Promise<readonly number[]> {
  return new Promise(resolve => {
    execFile('/usr/bin/pgrep', ['-g', String(group)], { timeout: 1000 }, (_, output) => {
      resolve(output.split('\n').filter(Boolean).map(Number));
    });
  });
}

function send(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, signal);
  } catch (error) {
    // No such process, or (on macOS, for a group of zombies) none that may be signalled.
    if (codeOf(error) === 'ESRCH' || codeOf(error) === 'EPERM') return false;
    throw error;
  }
}

function isMember(pid: string, group: number): boolean {
  const [state, , processGroup] = statOf(pid);
  return Number(processGroup) === group && state !== 'Z' && state !== 'X';
}

/** State, parent, group and more; nothing of a process that has ended. */
function statOf(pid: string): readonly string[] {
  const stat = readProcess(`/proc/${pid}/stat`);
  // The name before it may hold anything.
  return stat === '' ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Empty for a process that has ended or is somebody else's. */
function readProcess(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch (error) {
    if (['ENOENT', 'EACCES', 'EPERM', 'ESRCH'].includes(codeOf(error))) return '';
    throw error;
  }
}

/** Resolves when no process of the tree is left: asks first, and insists after half a second. */
export async function endTree(group: number, mark: string): Promise<void> {
  const tree = new ProcessTree(group, mark);
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    await tree.signal(signal);
    for (const deadline = Date.now() + killAfterMs; Date.now() < deadline;) {
      await delay(pollMs);
      // Whoever was asked may take its time, and start others; whoever is to be killed gets none.
      if (!(await tree.signal(signal === 'SIGKILL' ? signal : 0))) return;
    }
  }
}

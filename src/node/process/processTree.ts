import { execFile, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '../files/fileErrors';
import { inSlices } from '../timeSlices';

/** The variable that marks a command's processes, so that those that left its group are found, too. */
export const RUN_MARK = 'POLLUX_RUN';

const KILL_AFTER_MS = 500;
const POLL_MS = 20;

/** A process at the time of the scan. */
interface Found {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** The process ID and start time, to distinguish it from a later process with the same ID. */
  readonly name: string;
  readonly mark: string | undefined;
}

/** Ends a command's processes: its group, all processes with its mark, and the descendants of both. */
class ProcessTree {
  /** Earlier members: a process whose parent has ended can't be recognized as a descendant any more. */
  #before = new Set<string>();
  /** The sessions that its processes started; the command itself has its own. */
  readonly #sessions = new Set<number>();

  constructor(
    private readonly group: number,
    private readonly mark: string,
  ) {}

  /**
   * Sends `signal` (0: only checks); resolves with whether any process was alive. On Windows, ends the whole tree
   * immediately, whatever the signal is. On other systems than Linux, affects only the group.
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

  /** The IDs of all its living processes, on Linux. */
  async pids(): Promise<readonly number[]> {
    return this.#livingOf(await scans.next()).map(({ pid }) => pid);
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

/** Shares one scan of the system's processes between all trees that are being ended. */
class ProcessScans {
  #next: Promise<readonly Found[]> | undefined;

  /** Scans the processes after this call. */
  next(): Promise<readonly Found[]> {
    return (this.#next ??= nextTurn().then(() => {
      this.#next = undefined;
      return allProcesses();
    }));
  }
}

const scans = new ProcessScans();

/** Yields during the scan; also scans processes that started in the meantime, so that none is missed. */
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
  // Zombies don't count: in a container, they may never be reaped.
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

/** The IDs of a group's living processes; empty where the system doesn't provide them. */
export async function membersOf(group: number): Promise<readonly number[]> {
  if (process.platform === 'win32' || !send(-group, 0)) return [];
  if (process.platform !== 'linux') return listed(group);
  return numbers()
    .filter(name => isMember(name, group))
    .map(Number);
}

/** The living processes of a command whose group's leader only waits for them. */
export async function survivorsOf(group: number, mark: string): Promise<readonly number[]> {
  const pids = await new ProcessTree(group, mark).pids();
  return pids.filter(pid => pid !== group);
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
    // No such process or, on macOS, a group that has only zombies.
    if (codeOf(error) === 'ESRCH' || codeOf(error) === 'EPERM') return false;
    throw error;
  }
}

function isMember(pid: string, group: number): boolean {
  const [state, , processGroup] = statOf(pid);
  return Number(processGroup) === group && state !== 'Z' && state !== 'X';
}

/** State, parent, group and further fields; empty if the process has ended. */
function statOf(pid: string): readonly string[] {
  const stat = readProcess(`/proc/${pid}/stat`);
  // The name before it may contain anything.
  return stat === '' ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Empty if the process has ended or belongs to another user. */
function readProcess(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch (error) {
    if (['ENOENT', 'EACCES', 'EPERM', 'ESRCH'].includes(codeOf(error))) return '';
    throw error;
  }
}

/** Resolves when no process of the tree is left: sends SIGTERM, and SIGKILL after half a second. */
export async function endTree(group: number, mark: string): Promise<void> {
  const tree = new ProcessTree(group, mark);
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    await tree.signal(signal);
    for (const deadline = Date.now() + KILL_AFTER_MS; Date.now() < deadline;) {
      await delay(POLL_MS);
      // After SIGTERM, processes may take time and start others; SIGKILL is repeated, so that new ones are ended,
      // too.
      if (!(await tree.signal(signal === 'SIGKILL' ? signal : 0))) return;
    }
  }
}

import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { Duplex } from 'node:stream';
import type { ConfineCommand } from '../../agent/ports/sandbox';
import type { OnInput } from '../../agent/ports/terminal';
import type { LeftProcesses } from './leftProcesses';
import { adopting, restoring, type Start } from './adoption';
import { commandEnvironment, type Environment } from './environment';
import { RUN_MARK } from './processTree';
import { inPty } from './pty';
import { defaultShell, type Shell } from './shell';

export interface ProcessRequest {
  readonly command: string;
  readonly cwd: string;
  /** The command's complete environment; `commandEnvironment(process.env)` if absent. */
  readonly env?: Environment;
  readonly shell?: Shell;
  /** A command without output for this long is ended; 0 for no limit, five minutes if absent. */
  readonly inactivityMs?: number;
  /** How many characters of output the result may have; 256 Ki if absent. */
  readonly keepOutput?: number;
  /** Called with the process group's ID before any output. */
  readonly onStart?: (pid: number) => void;
  /**
   * Keeps standard input open for the user. If absent, it is closed, as always on Windows, where PowerShell runs
   * non-interactively.
   */
  readonly onInput?: OnInput;
  /** Runs it in its own terminal, if possible; otherwise, the output says that it isn't. */
  readonly wantsTerminal?: boolean;
  /** Replaces the shell's command line to run in a sandbox. */
  readonly launch?: Awaited<ReturnType<ConfineCommand>>;
  /** Called with what a command that has ended left running. If absent, that ends with this process. */
  readonly onLeft?: (left: LeftProcesses) => void;
}

/** Waits until the guard knows the command: if this process were killed before, nothing would end the command. */
const GATED = 'read -r go <&3 || exit; exec "$@" 3<&- 2>&1';
/** The process that adopts reports there. */
const ADOPTING = 'read -r go <&3 || exit; exec "$@" 2>&1';
/** For a command that the kernel ends with this process; it needn't wait for the guard. */
const UNGATED = 'exec "$@" 2>&1';

/** A command's command line without a sandbox. */
export function shellLine(command: string, shell: Shell = defaultShell()): readonly string[] {
  return [shell.file, ...shell.args, command];
}

/** Starts a command. If a guard must know it first, it waits until `openGate`. */
export function startProcess(request: ProcessRequest, mark: string): ChildProcess {
  const argv = request.launch?.argv ?? shellLine(request.command, request.shell);
  // Output and errors share one pipe, which preserves their order.
  const isWindows = process.platform === 'win32';
  // Node's pipes are sockets, and a top-level bash that reads from a socket would run `.bashrc`.
  const level = { SHLVL: '1', [RUN_MARK]: mark };
  const env = { ...(request.launch?.env ?? request.env ?? commandEnvironment(process.env)), ...level };
  const begun = request.wantsTerminal ? withTerminal({ argv, env }) : { argv, env };
  // A process namespace ends with everything in it.
  const adopted = isGated(request) && request.launch?.tier !== 'namespaces' ? adopting(begun) : undefined;
  const gate = adopted ? ADOPTING : isGated(request) ? GATED : UNGATED;
  const [file = '', ...args] = isWindows ? argv : ['/bin/sh', '-c', gate, 'sh', ...(adopted ?? begun).argv];
  return spawn(file, args, {
    cwd: request.cwd,
    env: (adopted ?? begun).env,
    detached: !isWindows,
    stdio: [
      takesInput(request) ? 'pipe' : 'ignore',
      'pipe',
      'pipe',
      ...(isWindows || !isGated(request) ? [] : (['pipe'] as const)),
    ],
    windowsHide: true,
  });
}

/** Whether a guard must end it if this process is killed; also with a terminal: the kernel ends no PTY program. */
export function isGated({ launch, wantsTerminal }: ProcessRequest): boolean {
  return launch?.endsWithParent !== true || wantsTerminal === true;
}

function withTerminal(start: Start): Start {
  const { argv, env } = restoring(start);
  const inside = inPty(argv);
  return inside ? { argv: inside, env } : start;
}

export function openGate({ stdio }: ChildProcess): void {
  const gate = stdio[3];
  if (!(gate instanceof Duplex)) return;
  gate.on('error', () => undefined); // the process may already have ended
  gate.end('\n');
}

/** Calls `onLeft`, at most once, when the command has ended and the process that adopts stays for what it left. */
export function onLeavingProcesses(
  child: ChildProcess,
  onLeft: (exitCode: number | null, signal: string | null) => void,
): void {
  const report = child.stdio[3];
  if (!(report instanceof Duplex)) return;
  report.once('data', (line: Buffer) => {
    report.destroy();
    child.unref();
    const status = Number(line.toString('latin1'));
    const signal = Object.entries(constants.signals).find(([, number]) => number === (status & 127))?.[0];
    onLeft(signal === undefined ? status >> 8 : null, signal ?? null);
  });
}

function takesInput({ onInput }: ProcessRequest): boolean {
  return onInput !== undefined && process.platform !== 'win32';
}

import { spawn, type ChildProcess } from 'node:child_process';
import { Writable } from 'node:stream';
import type { ConfineCommand } from '../../agent/ports/sandbox';
import type { OnInput } from '../../agent/ports/terminal';
import { adopting, type Start } from './adoption';
import { commandEnvironment, type Environment } from './environment';
import { RUN_MARK } from './processTree';
import { inPty } from './pty';
import { defaultShell, type Shell } from './shell';

export interface ProcessRequest {
  readonly command: string;
  readonly cwd: string;
  /** The whole environment of the command; `commandEnvironment(process.env)` if absent. */
  readonly env?: Environment;
  readonly shell?: Shell;
  /** A command that prints nothing for so long is ended; 0 for no limit. Five minutes if absent. */
  readonly inactivityMs?: number;
  /** How many characters of the output are in the result; a quarter of a million if absent. */
  readonly keepOutput?: number;
  /** Called with the process group before anything is printed. */
  readonly onStart?: (pid: number) => void;
  /**
   * Keeps standard input open for what a person may type. Absent: it is closed, as it always is on Windows, where
   * PowerShell is told that there is nobody to ask.
   */
  readonly onInput?: OnInput;
  /** Gives it a terminal of its own, where one can be had; output says so where none can. */
  readonly wantsTerminal?: boolean;
  /** What starts it in a sandbox, in place of the shell. */
  readonly launch?: Awaited<ReturnType<ConfineCommand>>;
}

/** Waits until the guard knows of the command: were this process killed before, nobody would end it. */
const GATED = 'read -r go <&3 || exit; exec "$@" 3<&- 2>&1';
/** What the kernel ends has nobody to wait for. */
const UNGATED = 'exec "$@" 2>&1';

/** The command line of a command, as it would be started without a sandbox. */
export function shellLine(command: string, shell: Shell = defaultShell()): readonly string[] {
  return [shell.file, ...shell.args, command];
}

/** Starts a command, which waits at a gate where somebody has to know of it first. */
export function startProcess(request: ProcessRequest, mark: string): ChildProcess {
  const argv = request.launch?.argv ?? shellLine(request.command, request.shell);
  // Output and errors go into one pipe, so that they arrive in the order in which they were written.
  const isWindows = process.platform === 'win32';
  // A bash on the first level that reads from a socket, as which Node's pipes count, would run `.bashrc`.
  const level = { SHLVL: '1', [RUN_MARK]: mark };
  const env = { ...(request.launch?.env ?? request.env ?? commandEnvironment(process.env)), ...level };
  // Namespaces end with all that is in them.
  const adopted = request.launch?.tier === 'namespaces' ? { argv, env } : adopting({ argv, env });
  const begun = request.wantsTerminal ? withTerminal(adopted) : adopted;
  const gate = isGated(request) ? GATED : UNGATED;
  const [file = '', ...args] = isWindows ? argv : ['/bin/sh', '-c', gate, 'sh', ...begun.argv];
  return spawn(file, args, {
    cwd: request.cwd,
    env: begun.env,
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

/** Whether somebody has to end it when this process is killed: what gives it a terminal is not ended by the kernel. */
export function isGated({ launch, wantsTerminal }: ProcessRequest): boolean {
  return launch?.endsWithParent !== true || wantsTerminal === true;
}

function withTerminal({ argv, env }: Start): Start {
  const inside = inPty(argv);
  return inside ? { argv: inside, env: { ...env, PERL_BADLANG: '0' } } : { argv, env };
}

export function openGate({ stdio }: ChildProcess): void {
  const gate = stdio[3];
  if (!(gate instanceof Writable)) return;
  gate.on('error', () => undefined); // it may have ended already
  gate.end('\n');
}

export function takesInput({ onInput }: ProcessRequest): boolean {
  return onInput !== undefined && process.platform !== 'win32';
}

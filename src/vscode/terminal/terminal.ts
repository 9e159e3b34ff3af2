import * as l10n from '@vscode/l10n';
import type { ConfineCommand } from '../../agent/ports/sandbox';
import type { CommandResult, OnInput, Terminal, WriteInput } from '../../agent/ports/terminal';
import type { DiskProcesses } from '../../node/process/backgroundProcesses';
import { commandEnvironment, withheldFrom, type CommandEnvironmentOptions } from '../../node/process/environment';
import { mayAsk } from '../../node/process/mayAsk';
import { confined } from '../../node/process/confined';
import type { LeftProcesses } from '../../node/process/leftProcesses';
import { wantsPty } from '../../node/process/needsTerminal';
import { runProcess } from '../../node/process/processRunner';
import { verifyApproved } from '../../policy/verifyApproved';
import { TerminalText } from '../../shared/terminalText';
import { type MirrorListener, TerminalMirror } from './terminalMirror';

export interface VscodeTerminalOptions {
  /** A command without output for this long is ended; 0: never. Called for each command. */
  readonly inactivityMs: () => number;
  /** Which environment variables commands get. Called for each command. */
  readonly environment?: () => CommandEnvironmentOptions;
  /** Runs commands in their sandbox. */
  readonly confine?: ConfineCommand;
  /** Called with what a command left running; if absent, that ends with this process. */
  readonly onLeft?: DiskProcesses['adopt'];
}

export interface VscodeTerminal extends Terminal {
  /** Reveals the terminal at the user's request; does nothing if there is none. */
  show(): void;
  /** Ends running commands and removes the terminal. */
  dispose(): void;
}

/**
 * Runs commands as child processes of the extension host, so on the side where the workspace is, and mirrors them
 * live into one terminal. That appears only in the list of terminals until the user opens it. Closing it, or Ctrl+C
 * in it, ends the running commands; a line typed in it is their input, and Ctrl+D closes it.
 *
 * Commands get a pipe as standard input, so a program that reads it by accident, such as `cat` without a file, waits:
 * it is shown as waiting, and the user gives it a line, closes its input or stops it. Programs that merely check for
 * a pipe, and then search that, get none (see `mayAsk`).
 */
export function createVscodeTerminal(options: VscodeTerminalOptions): VscodeTerminal {
  const running = new Set<AbortController>();
  const endAll = () => {
    for (const command of running) command.abort();
  };
  // Typed input goes to the command that began last, which is usually the only one.
  let typist: { readonly write: WriteInput; readonly isVisible: boolean } | undefined;
  const keyboard: MirrorListener = {
    interrupt: endAll,
    type: line => typist?.write(line),
    isVisible: () => typist?.isVisible === true,
  };
  let mirror: TerminalMirror | undefined;
  const openMirror = () => (mirror?.isOpen ? mirror : (mirror = new TerminalMirror('Pollux', keyboard)));
  return {
    async run(approved, onOutput, signal, onInput) {
      verifyApproved(approved);
      const { command, cwd, onlyLooks } = approved;
      const own = new AbortController();
      const end = AbortSignal.any([signal, own.signal]);
      // The terminal in which the command began, even if the user closes it and the next command opens another.
      const screen = openMirror();
      running.add(own);
      try {
        screen.begin(cwd, command);
        const shown = new TerminalText();
        const onBoth = (text: string) => {
          screen.write(shown.take(text));
          return onOutput(text);
        };
        const environment = options.environment?.();
        const env = commandEnvironment(process.env, { ...environment, ...(onlyLooks && { onlyLooks }) });
        const inactivityMs = options.inactivityMs();
        const wantsTerminal = wantsPty(approved, environment);
        const onBothInput: OnInput = (awaited, write) => {
          typist = { write, isVisible: awaited === 'text' };
          onInput?.(awaited, write);
        };
        const place = await confined(approved, env, options.confine);
        const asks = onInput && mayAsk(command) ? { onInput: onBothInput } : {};
        const onLeft = (left: LeftProcesses) => options.onLeft?.(left, command);
        const request = { command, cwd, env, inactivityMs, wantsTerminal, onLeft, ...place, ...asks };
        const result = 'failed' in place ? place.failed : await runProcess(request, onBoth, end);
        typist = undefined;
        screen.end(endOf(result), result.exitCode === 0);
        const withheld = withheldFrom({ command, exitCode: result.exitCode }, process.env, environment);
        return withheld.length > 0 ? { ...result, withheld } : result;
      } finally {
        running.delete(own);
      }
    },
    show: () => mirror?.show(),
    dispose: () => {
      endAll();
      mirror?.dispose();
    },
  };
}

/** How a command ended, as text for users. */
function endOf({ exitCode, signal, error, isTimedOut }: CommandResult): string {
  if (error !== undefined) return error;
  if (isTimedOut) return l10n.t('Ended: no output for too long');
  return exitCode === null ? l10n.t('Stopped ({0})', signal ?? 'SIGKILL') : l10n.t('Exit code {0}', exitCode);
}

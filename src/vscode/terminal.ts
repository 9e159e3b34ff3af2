import * as l10n from '@vscode/l10n';
import type { ConfineCommand } from '../agent/ports/sandbox';
import type { CommandResult, OnInput, Terminal, WriteInput } from '../agent/ports/terminal';
import { commandEnvironment, withheldFrom, type CommandEnvironmentOptions } from '../node/process/environment';
import { mayAsk } from '../node/process/mayAsk';
import { confined } from '../node/process/confined';
import { wantsPty } from '../node/process/needsTerminal';
import { runProcess } from '../node/process/processRunner';
import { verifyApproved } from '../policy/verifyApproved';
import { TerminalText } from '../shared/terminalText';
import { type MirrorListener, TerminalMirror } from './terminalMirror';

export interface VscodeTerminalOptions {
  /** A command that prints nothing for so long is ended; 0: never. Asked for each command. */
  readonly inactivityMs: () => number;
  /** What commands get of the environment. Asked for each command. */
  readonly environment?: () => CommandEnvironmentOptions;
  /** Puts commands into their sandbox. */
  readonly confine?: ConfineCommand;
}

export interface VscodeTerminal extends Terminal {
  /** Reveals the terminal because the person asked for it; without one, does nothing. */
  show(): void;
  /** Ends what runs and takes the terminal away. */
  dispose(): void;
}

/**
 * Runs commands as child processes of the extension host, so on the side where the workspace is, and mirrors them live
 * into one terminal, which appears in the list of terminals and nowhere else until somebody opens it. Closing it, or
 * Ctrl+C in it, ends what runs; a line that is typed in it goes to what runs, and Ctrl+D closes the input of that.
 *
 * Commands get a pipe for their standard input, so a program that reads although nobody meant it to, such as `cat`
 * without a file, waits: it is shown as waiting, and the person gives it a line, closes its input or stops it. The
 * programs that only look whether there is a pipe, and search that, get none (see `mayAsk`).
 */
export function createVscodeTerminal(options: VscodeTerminalOptions): VscodeTerminal {
  const running = new Set<AbortController>();
  const endAll = () => {
    for (const command of running) command.abort();
  };
  // What is typed is for the command that began last, which is as a rule the only one.
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
      // The one it began in, even if the person closes that and the next command opens another.
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
        const result =
          'failed' in place
            ? place.failed
            : await runProcess({ command, cwd, env, inactivityMs, wantsTerminal, ...place, ...asks }, onBoth, end);
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

/** How a command ended, for people. */
function endOf({ exitCode, signal, error, isTimedOut }: CommandResult): string {
  if (error !== undefined) return error;
  if (isTimedOut) return l10n.t('Ended after too long without output');
  return exitCode === null ? l10n.t('Stopped ({0})', signal ?? 'SIGKILL') : l10n.t('Exit code {0}', exitCode);
}

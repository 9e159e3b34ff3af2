import { stripVTControlCharacters } from 'node:util';
import * as vscode from 'vscode';

/** How much of the end of a command's output is kept, in characters. */
const KEPT = 50_000;

/** A command that was run in a terminal, and the end of its output so far. */
export interface TerminalCommand {
  readonly commandLine: string;
  readonly output: string;
  readonly isCut: boolean;
  /** Undefined: still running, or unknown. */
  readonly exitCode: number | undefined;
}

interface Followed {
  readonly execution: vscode.TerminalShellExecution;
  output: string;
  isCut: boolean;
  exitCode: number | undefined;
}

/** The latest command of each terminal, where the editor's shell integration reports it. */
export class TerminalOutput implements vscode.Disposable {
  readonly #last = new Map<vscode.Terminal, Followed>();
  readonly #subscriptions: vscode.Disposable;

  constructor(private readonly window: TerminalWindow = THIS_WINDOW) {
    this.#subscriptions = vscode.Disposable.from(
      window.onDidStartTerminalShellExecution(({ terminal, execution }) => void this.#follow(terminal, execution)),
      window.onDidEndTerminalShellExecution(({ terminal, execution, exitCode }) => {
        const followed = this.#last.get(terminal);
        if (followed?.execution === execution) followed.exitCode = exitCode;
      }),
      window.onDidCloseTerminal(terminal => this.#last.delete(terminal)),
    );
  }

  /** The latest command of the active terminal, or, if none is known, of the terminal that began one last. */
  last(): TerminalCommand | undefined {
    const { activeTerminal } = this.window;
    const found = (activeTerminal && this.#last.get(activeTerminal)) ?? [...this.#last.values()].at(-1);
    if (!found) return undefined;
    const { execution, output, isCut, exitCode } = found;
    return { commandLine: execution.commandLine.value, output: plainOutput(output), isCut, exitCode };
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#last.clear();
  }

  async #follow(terminal: vscode.Terminal, execution: vscode.TerminalShellExecution): Promise<void> {
    const followed: Followed = { execution, output: '', isCut: false, exitCode: undefined };
    // Deleted first, so that the order is that of the starts.
    this.#last.delete(terminal);
    this.#last.set(terminal, followed);
    for await (const data of execution.read()) {
      followed.output += data;
      // Cutting with each piece would take too long.
      if (followed.output.length > 2 * KEPT) {
        followed.output = followed.output.slice(-KEPT);
        followed.isCut = true;
      }
    }
  }
}

type TerminalWindow = Pick<
  typeof vscode.window,
  'activeTerminal' | 'onDidStartTerminalShellExecution' | 'onDidEndTerminalShellExecution' | 'onDidCloseTerminal'
>;

const THIS_WINDOW: TerminalWindow = {
  get activeTerminal() {
    return vscode.window.activeTerminal;
  },
  onDidStartTerminalShellExecution: listener => vscode.window.onDidStartTerminalShellExecution(listener),
  onDidEndTerminalShellExecution: listener => vscode.window.onDidEndTerminalShellExecution(listener),
  onDidCloseTerminal: listener => vscode.window.onDidCloseTerminal(listener),
};

/**
 * Removes sequences that move the cursor, set colors or control the terminal; keeps the last version of an
 * overwritten line.
 */
export function plainOutput(text: string): string {
  const spoken = text.replace(/\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?/g, '');
  return stripVTControlCharacters(spoken)
    .split(/\r?\n/)
    .map(line => line.replace(/\r+$/, '').split('\r').at(-1) ?? '')
    .join('\n')
    .trim();
}

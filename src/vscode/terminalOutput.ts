import { stripVTControlCharacters } from 'node:util';
import * as vscode from 'vscode';

/** Of what a command prints, about so much of the end is kept, in characters. */
const KEPT = 50_000;

/** A command that was run in a terminal, and the end of what it has printed so far. */
export interface TerminalCommand {
  readonly commandLine: string;
  readonly output: string;
  readonly isCut: boolean;
  /** Undefined: it still runs, or nobody knows. */
  readonly exitCode: number | undefined;
}

interface Followed {
  readonly execution: vscode.TerminalShellExecution;
  output: string;
  isCut: boolean;
  exitCode: number | undefined;
}

/** The last command of each terminal, as far as the editor's shell integration tells of it. */
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

  /** Of the active terminal, or, where nothing is known of it, of the terminal that ran a command last. */
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
    // The order is that of the beginnings.
    this.#last.delete(terminal);
    this.#last.set(terminal, followed);
    for await (const data of execution.read()) {
      followed.output += data;
      // To cut with each piece would take too long.
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

/** Without what moves the cursor, sets colours or talks to the terminal; of a line that is written over, the last version. */
export function plainOutput(text: string): string {
  const spoken = text.replace(/\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?/g, '');
  return stripVTControlCharacters(spoken)
    .split(/\r?\n/)
    .map(line => line.replace(/\r+$/, '').split('\r').at(-1) ?? '')
    .join('\n')
    .trim();
}

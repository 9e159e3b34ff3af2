import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { terminalMention } from '../../src/vscode/terminal/terminalMention';
import { plainOutput, TerminalOutput } from '../../src/vscode/terminal/terminalOutput';

type Start = vscode.TerminalShellExecutionStartEvent;
type End = vscode.TerminalShellExecutionEndEvent;

/** Terminals that nobody sees, and the commands in them. */
class Terminals {
  readonly #started = new vscode.EventEmitter<Start>();
  readonly #ended = new vscode.EventEmitter<End>();
  readonly #closed = new vscode.EventEmitter<vscode.Terminal>();
  readonly window = {
    activeTerminal: undefined as vscode.Terminal | undefined,
    onDidStartTerminalShellExecution: this.#started.event,
    onDidEndTerminalShellExecution: this.#ended.event,
    onDidCloseTerminal: this.#closed.event,
  };

  /** Runs a command; resolves when all that it prints has been read. */
  async run(terminal: vscode.Terminal, command: string, printed: readonly string[], exitCode?: number): Promise<void> {
    let told: () => void = () => undefined;
    const read = new Promise<void>(resolve => (told = resolve));
    const execution = {
      commandLine: {
        value: command,
        isTrusted: true,
        confidence: vscode.TerminalShellExecutionCommandLineConfidence.High,
      },
      cwd: undefined,
      read: async function* () {
        yield* printed;
        told();
      },
    } as vscode.TerminalShellExecution;
    const shellIntegration = {} as vscode.TerminalShellIntegration;
    this.#started.fire({ terminal, execution, shellIntegration });
    await read;
    this.#ended.fire({ terminal, execution, exitCode, shellIntegration });
  }

  close(terminal: vscode.Terminal): void {
    this.#closed.fire(terminal);
  }
}

describe('What the last command of a terminal printed', () => {
  const [a, b] = [{ name: 'a' } as vscode.Terminal, { name: 'b' } as vscode.Terminal];
  let terminals: Terminals;
  let output: TerminalOutput;
  beforeEach(() => {
    terminals = new Terminals();
    output = new TerminalOutput(terminals.window);
  });
  afterEach(() => output.dispose());
  const mentioned = async () => {
    const [part] = (await terminalMention(output).expand('terminal', undefined as never)) ?? [];
    return part?.type === 'file' ? part.text : undefined;
  };

  it('is that of the active terminal, else of the one that ran a command last', async () => {
    await terminals.run(a, 'npm test', ['1 pas', 'sed\r\n'], 0);
    await terminals.run(b, 'ls', ['x\r\n'], 1);
    assert.equal(await mentioned(), '$ ls\nx\n[exit code 1]');
    terminals.window.activeTerminal = a;
    assert.equal(await mentioned(), '$ npm test\n1 passed\n[exit code 0]');
    await terminals.run(a, 'true', []);
    assert.match((await mentioned()) ?? '', /^\$ true\n\(no output was reported; .* may be missing\)\n\[no exit code/);
  });

  it('is without colours and what a shell tells its terminal', () => {
    assert.equal(
      plainOutput('\x1b]633;C\x07\x1b[31mred\x1b[0m\r\n10%\r20%\r\n\x1b]0;title\x1b\\done'),
      'red\n20%\ndone',
    );
  });

  it('is the end of it, where it is long', async () => {
    await terminals.run(a, 'yes', [...Array<string>(30).fill('y'.repeat(10_000)), 'end']);
    const text = (await mentioned()) ?? '';
    assert.match(text, /^\$ yes\n\[the beginning of the output is left out\]\ny+end\n/);
    assert.ok(text.length < 110_000);
  });

  it('is said to be unknown where there is none', async () => {
    await terminals.run(a, 'ls', ['x']);
    terminals.close(a);
    await assert.rejects(mentioned, /shell integration/);
    assert.equal(await terminalMention(output).expand('other', undefined as never), null);
  });
});

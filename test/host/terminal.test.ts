import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { CommandResult } from '../../src/agent/ports/terminal';
import type { CommandProposal } from '../../src/shared/proposals';
import { createVscodeTerminal, type VscodeTerminal } from '../../src/vscode/terminal/terminal';
import { approved, makeScratch, removeScratch, until } from './window';

describe('The terminal', () => {
  let folder: string;
  let terminal: VscodeTerminal;

  before(async () => {
    folder = await makeScratch();
  });
  after(() => removeScratch(folder));
  beforeEach(() => {
    terminal = createVscodeTerminal({ inactivityMs: () => 60_000 });
  });
  afterEach(async () => {
    terminal.dispose();
    await until(() => mirrors().length === 0, vscode.window.onDidCloseTerminal);
  });

  it('tells output live, and how a command ended', async () => {
    const output: string[] = [];
    const result = await run('echo one; echo two >&2; exit 3', text => output.push(text));
    assert.equal(result.exitCode, 3);
    assert.equal(result.output, 'one\ntwo\n');
    assert.equal(output.join(''), 'one\ntwo\n');
  });

  it('runs in the folder that is named', async () => {
    assert.equal((await run('pwd')).output.trim(), folder);
  });

  it('keeps to one terminal, and leaves the focus alone', async () => {
    await writeFile(join(folder, 'note.txt'), '');
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(join(folder, 'note.txt')));
    await run('echo one');
    await run('echo two');
    assert.equal(mirrors().length, 1);
    assert.equal(vscode.window.activeTextEditor, editor);
  });

  it('mirrors commands live into that terminal, with their folder and how they ended', async () => {
    await run('printf "one\\ntwo"; exit 3');
    await run('mkfifo fifo');
    const blocked = run('echo three; cat fifo');
    const shown = await contentOf(mirrors()[0]!, text => text.includes('\nthree\n'));
    assert.equal(
      shown.trim(),
      [
        ...[folder, '$ printf "one\\ntwo"; exit 3', 'one', 'two', 'Exit code 3', ''],
        ...[folder, '$ mkfifo fifo', 'Exit code 0', ''],
        ...[folder, '$ echo three; cat fifo', 'three'],
      ].join('\n'),
    );
    await writeFile(join(folder, 'fifo'), 'four\n');
    await blocked;
    await contentOf(mirrors()[0]!, text => text.endsWith('three\nfour\nExit code 0\n\n'));
  });

  it('shows a command without the control characters by which it could pose as another', async () => {
    await run('true # \x1b[2J\rrm -rf /');
    await contentOf(mirrors()[0]!, text => text.includes('$ true # \uFFFD[2J\uFFFDrm -rf /\n'));
  });

  it('ends a command with all its children when it is stopped', async () => {
    const stop = new AbortController();
    const [running, pids] = await startTree(stop.signal);
    stop.abort();
    assert.equal((await running).exitCode, null);
    assert.deepEqual(pids.filter(isAlive), []);
  });

  it('ends what runs when the person closes the terminal, and opens another for the next command', async () => {
    const [running, pids] = await startTree();
    const [first] = mirrors();
    first!.dispose();
    await running;
    assert.deepEqual(pids.filter(isAlive), []);
    await run('echo again');
    assert.equal(mirrors().filter(mirror => mirror !== first).length, 1);
  });

  it('ends what runs at Ctrl+C in the terminal', async () => {
    const [running, pids] = await startTree();
    await contentOf(mirrors()[0]!, text => text.includes('started'));
    await vscode.commands.executeCommand('workbench.action.terminal.sendSequence', { text: '\x03' });
    await running;
    assert.deepEqual(pids.filter(isAlive), []);
  });

  it('ends what runs when the window goes', async () => {
    const [running, pids] = await startTree();
    terminal.dispose();
    await running;
    assert.deepEqual(pids.filter(isAlive), []);
  });

  it('ends a command that is silent for too long', async () => {
    const impatient = createVscodeTerminal({ inactivityMs: () => 100 });
    const command = approved<CommandProposal>({ kind: 'command', command: 'sleep 100', cwd: folder });
    const result = await impatient.run(command, () => undefined, new AbortController().signal);
    impatient.dispose();
    assert.equal(result.isTimedOut, true);
  });

  it('shows nothing when there is nothing to show', () => {
    terminal.show();
    assert.equal(mirrors().length, 0);
  });

  const run = (command: string, onOutput: (text: string) => void = () => undefined, signal = never) =>
    terminal.run(approved<CommandProposal>({ kind: 'command', command, cwd: folder }), onOutput, signal);

  /** Starts a command with a child and a grandchild that would go on for long. */
  async function startTree(signal = never): Promise<[Promise<CommandResult>, number[]]> {
    let started: (line: string) => void;
    const line = new Promise<string>(resolve => (started = resolve));
    const command = '(sleep 1000 & echo started $! $$; wait)';
    const running = run(command, text => started(text), signal);
    return [running, (await line).match(/\d+/g)!.map(Number)];
  }
});

const never = new AbortController().signal;

const mirrors = () => vscode.window.terminals.filter(({ name }) => name === 'Pollux');

/** False too for one that has ended and whom nobody has buried yet. */
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout !== '' && !stdout.startsWith('Z');
}

/** What a terminal holds, once it is as it should be. It draws in its own time and tells nobody, so this has to look. */
async function contentOf(terminal: vscode.Terminal, isExpected: (text: string) => boolean): Promise<string> {
  terminal.show();
  await until(() => vscode.window.activeTerminal === terminal, vscode.window.onDidChangeActiveTerminal);
  for (;;) {
    await vscode.commands.executeCommand('workbench.action.terminal.selectAll');
    await vscode.commands.executeCommand('workbench.action.terminal.copySelection');
    const text = await vscode.env.clipboard.readText();
    if (isExpected(text)) return text;
  }
}

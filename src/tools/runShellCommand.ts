import * as l10n from '@vscode/l10n';
import type { Processes } from '../agent/ports/processes';
import type { CommandInput, CommandResult } from '../agent/ports/terminal';
import type { ChangeContext, ChangeTool, ToolOutput } from '../agent/tool';
import { ToolError } from '../shared/errors';
import type { Approved, CommandProposal } from '../shared/proposals';
import { describeBlock } from '../shared/sandbox';
import { objectSchema, renameArgs } from './args';
import { existingDirectory } from './paths';
import { createdNames } from './text/createdFiles';
import { ControlFilter, stripControls, visible } from './text/controls';
import { cutMiddle, shorten } from './text/truncate';

interface Args {
  readonly command: string;
  readonly description?: string;
  readonly dir_path?: string;
  readonly is_background?: boolean;
  readonly terminal?: boolean;
}

const MAX_TITLE = 80;
/** Limit for the output that the panel shows, in characters. */
const MAX_SHOWN = 40_000;

export const runShellCommand: ChangeTool<Args, CommandProposal> = {
  kind: 'change',
  changes: 'command',
  name: 'run_shell_command',
  advice:
    'Shell commands start in the workspace folder. Prefer ones that end by themselves and ask nothing; ' +
    'say in `description` what a command is for. Never change files through the shell when an editing tool can do it.',
  icon: 'terminal',
  description:
    'Runs a shell command (bash; PowerShell on Windows) and gives its output. It should need no input: pass options ' +
    'that avoid questions, which stop until the user answers, or fail. Start servers and watchers with is_background.',
  parameters: objectSchema(
    {
      command: { type: 'string', description: 'The exact command line.' },
      description: { type: 'string', description: 'What it does, in one sentence for the user.' },
      dir_path: { type: 'string', description: 'Working directory. Default: the first workspace folder.' },
      is_background: { type: 'boolean', description: 'Leave it running and go on.' },
      terminal: { type: 'boolean', description: 'It needs a PTY.' },
    },
    ['command'],
  ),
  adapt(args) {
    const names = { directory: 'dir_path', path: 'dir_path', cwd: 'dir_path' };
    return renameArgs(args, names, ['delay_ms', 'additional_permissions']);
  },
  title({ command }) {
    const line = command.trim().split('\n', 1)[0] ?? '';
    return l10n.t('Run {0}', shorten(visible(line), MAX_TITLE));
  },
  async propose({ command, description, dir_path = '.', is_background = false, terminal = false }, { workspace }) {
    if (command.trim() === '') throw new ToolError('invalid_tool_params', 'The command is empty.');
    if (command.includes('\0')) throw new ToolError('invalid_tool_params', 'The command has a NUL character.');
    const { absolute: cwd } = await existingDirectory(workspace, dir_path);
    return {
      kind: 'command',
      command,
      cwd,
      ...(description !== undefined && { description }),
      ...(is_background && { isBackground: true }),
      ...(terminal && !is_background && { wantsTerminal: true }),
    };
  },
  async apply(approved, context) {
    if (approved.isBackground) return startInBackground(approved, context.processes);
    return outputOf(await runToEnd(approved, context), approved.cwd, context.signal.aborted);
  },
};

/** The same tool for commands in a prompt: `take` receives the command's result, and nothing runs in the background. */
export function createPromptShell(
  take: (end: { readonly output: string; readonly exitCode: number | null; readonly signal?: string }) => void,
): ChangeTool<Args, CommandProposal> {
  return {
    ...runShellCommand,
    async apply(approved, context) {
      const run = await runToEnd(approved, context);
      const { exitCode, signal } = run.result;
      take({
        output: run.output,
        exitCode,
        ...(signal !== null && { signal }),
      });
      return outputOf(run, approved.cwd, context.signal.aborted);
    },
  };
}

interface Run {
  readonly result: CommandResult;
  /** Plain text, without control sequences. */
  readonly output: string;
  readonly recorded: Awaited<ReturnType<ReturnType<ChangeContext['outputFiles']['record']>['end']>>;
}

async function runToEnd(
  approved: Approved<CommandProposal>,
  { terminal, outputFiles, onOutput, onInput, signal }: ChangeContext,
): Promise<Run> {
  const live = new ControlFilter(true);
  const plain = new ControlFilter();
  const record = outputFiles.record('run_shell_command');
  const onPiece = (piece: string) => {
    const text = live.push(piece);
    if (text !== '') onOutput(text);
    return record.write(plain.push(piece));
  };
  const result = await terminal.run(approved, onPiece, signal, onInput);
  const recorded = await record.end();
  if (result.error !== undefined) {
    throw new ToolError('shell_execute_error', `The command couldn't be started: ${result.error}`);
  }
  return { result, output: stripControls(result.output).trimEnd(), recorded };
}

function outputOf({ result, output, recorded }: Run, cwd: string, isCancelled: boolean): ToolOutput {
  const { created: paths = [] } = result.sandbox ?? {};
  const created = createdNames(paths, cwd);
  const content = describe(result, output, isCancelled);
  return {
    content: created !== '' ? `${content}\n${CREATED}: ${created}` : content,
    display: { type: 'command', exitCode: result.exitCode, output: withNote(shown(result.output), result) },
    ...(created !== '' && { warning: createdText(created) }),
    ...(recorded && { recorded }),
  };
}

const CREATED = 'Created or replaced meanwhile, and reported to the user, as it can control agents, editors or shells';

function createdText(names: string): string {
  return l10n.t(
    'Files that can control agents, editors or shells were created or replaced while a command ran in the sandbox. Check them before you use them: {0}',
    names,
  );
}

/** Appends what was withheld from the command, or blocked, to the displayed output. */
function withNote(output: string, { withheld = [], sandbox }: CommandResult): string {
  const notes = [
    ...(sandbox?.block ? [l10n.t('Blocked by the sandbox: {0}', describeBlock(sandbox.block))] : []),
    ...(withheld.length > 0
      ? [l10n.t('Variables withheld from this command because they look like secrets: {0}', withheld.join(', '))]
      : []),
  ];
  return [output, ...notes].filter(each => each !== '').join('\n\n');
}

/** The output for display, in the command's own colors. */
function shown(output: string): string {
  return cutMiddle(stripControls(output, true).trimEnd(), MAX_SHOWN);
}

async function startInBackground(command: Approved<CommandProposal>, processes: Processes): Promise<ToolOutput> {
  const started = await processes.start(command);
  if ('error' in started)
    throw new ToolError('shell_execute_error', `The command couldn't be started: ${started.error}`);
  const output = stripControls(processes.read(started.pid, 50) ?? '').trimEnd();
  const { pid, result } = started;
  const state = result
    ? `It ended at once. Exit Code: ${result.exitCode ?? 'none'}`
    : `It runs in the background. PID: ${pid}. See its output with read_background_output, end it with kill_background_process.`;
  return {
    content: output === '' ? state : `${state}\nOutput so far:\n${output}`,
    display: result
      ? { type: 'command', exitCode: result.exitCode, output: cutMiddle(output, MAX_SHOWN) }
      : { type: 'text', text: l10n.t('Running in the background as process {0}', pid) },
  };
}

function describe(result: CommandResult, output: string, isCancelled: boolean): string {
  if (isCancelled || result.isTimedOut) {
    const why = isCancelled
      ? 'Command was cancelled by the user before it could complete.'
      : 'Command was ended automatically because it printed nothing for too long.';
    const given = inputsOf(result).map(line => `\n${line}`);
    return `${why} ${output === '' ? 'There was no output.' : `Output before that:\n${output}`}${given.join('')}`;
  }
  const fields: [label: string, value: string | number | null | undefined][] = [
    ['Output', output === '' ? '(empty)' : output],
    ['Error', result.error],
    ['Exit Code', result.exitCode],
    ['Signal', result.signal],
    ['Background PIDs', result.backgroundPids?.join(', ')],
    ['Process Group PGID', result.processGroup],
    ['Terminal', terminalHint(result, output)],
    ['Sandbox', blockOf(result)],
    ['Variables not passed on, as they look like secrets', result.withheld?.join(', ')],
  ];
  return fields
    .flatMap(([label, value]) => (value === null || value === undefined ? [] : [`${label}: ${value}`]))
    .concat(inputsOf(result))
    .join('\n');
}

/** Phrases with which programs refuse to run without a terminal. */
const MISSES_TERMINAL =
  /not a (?:tty|terminal)\b|inappropriate ioctl|\/dev\/tty|no tty present|failed tty get|(?:requires?|needs?|must be|be run (?:from|in)) an? (?:interactive )?(?:tty|terminal)\b/i;

function terminalHint({ exitCode }: CommandResult, output: string): string | undefined {
  const isMissing = exitCode !== 0 && MISSES_TERMINAL.test(output);
  return isMissing ? 'If it needs a terminal, run it again with terminal: true.' : undefined;
}

/** What the sandbox blocked, for the model. */
function blockOf({ sandbox }: CommandResult): string | undefined {
  if (!sandbox?.block) return undefined;
  const blocked = `Blocked by the sandbox: ${describeBlock(sandbox.block)}.`;
  if (sandbox.block.isDispensable) return `${blocked} The command ended well without it.`;
  return `${blocked} If it needs that, run the same command again: the user will be asked to allow it. Do not work around it.`;
}

/** The user's input to the command, one line each, marked so that it can't be mistaken for output. */
function inputsOf({ inputs = [] }: CommandResult): string[] {
  return inputs.map(input => `Input: ${describeInput(input)}`);
}

function describeInput(input: CommandInput): string {
  switch (input.kind) {
    case 'text':
      return `The user answered a prompt of the command: ${JSON.stringify(input.text)}`;
    case 'secret':
      return 'The user answered a prompt of the command. The answer is a secret and not shown.';
    case 'closed':
      return 'The user closed the input of the command.';
    default:
      return input satisfies never;
  }
}

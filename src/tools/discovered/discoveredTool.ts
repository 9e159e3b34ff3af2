import * as l10n from '@vscode/l10n';
import type { ToolCommandEnd, ToolCommands } from '../../agent/ports/toolCommands';
import type { ChangeTool } from '../../agent/tool';
import type { ToolDeclaration } from '../../agent/ports/toolDeclaration';
import { ToolError } from '../../shared/errors';
import type { DiscoveredProposal } from '../../shared/proposals';
import { stripControls } from '../text/controls';
import { cutMiddle } from '../text/truncate';

const PREFIX = 'discovered_tool_';
const MAX_NAME = 63;
/** Limit for each of the two output streams of a failed call, in characters, for the model. */
const MAX_FAILURE = 20_000;
const MAX_SHOWN = 40_000;

export interface DiscoveredToolOptions {
  readonly commands: ToolCommands;
  /** The current value of `tools.callCommand` with its directory. Throws `ToolError` if it may not run. */
  readonly callCommand: () => Promise<{ readonly command: string; readonly cwd: string }>;
  /** The model may omit the prefix, because no other tool has this name. */
  readonly hasBareName: boolean;
}

/** A tool declared by a discovery command: each call runs the call command with the tool's original name. */
export function createDiscoveredTool(
  { name: bare, description, parameters }: ToolDeclaration,
  { commands, callCommand, hasBareName }: DiscoveredToolOptions,
): ChangeTool<Readonly<Record<string, unknown>>, DiscoveredProposal> {
  return {
    kind: 'change',
    changes: 'discovered',
    name: discoveredName(bare),
    icon: 'terminal',
    ...(hasBareName && { otherNames: [bare] }),
    origin: { kind: 'discovered' },
    description,
    parameters,
    title: () => l10n.t('Run the tool {0}', bare),
    async propose(args) {
      const { command, cwd } = await callCommand();
      // The name contains no characters that are special to a shell.
      return { kind: 'discovered', tool: bare, command: `${command} ${bare}`, cwd, input: JSON.stringify(args) };
    },
    async apply(approved, { signal }) {
      const end = await commands.call(approved, signal);
      const stdout = stripControls(end.stdout);
      const isFailure = end.exitCode !== 0 || end.stderr !== '' || end.signal !== null || end.error !== undefined;
      if (isFailure) throw new ToolError('discovered_tool_execution_error', describeFailure(end));
      return {
        content: stdout,
        display: { type: 'command', exitCode: end.exitCode, output: cutMiddle(stdout.trimEnd(), MAX_SHOWN) },
      };
    },
  };
}

/** The tool's name for the model; long names are shortened in the middle. */
function discoveredName(bare: string): string {
  const name = `${PREFIX}${bare}`;
  return name.length <= MAX_NAME ? name : `${name.slice(0, 30)}...${name.slice(-30)}`;
}

function describeFailure({ stdout, stderr, error, exitCode, signal }: ToolCommandEnd): string {
  const text = (output: string) => cutMiddle(stripControls(output).trimEnd(), MAX_FAILURE) || '(empty)';
  return [
    `Stdout: ${text(stdout)}`,
    `Stderr: ${text(stderr)}`,
    `Error: ${error ?? '(none)'}`,
    `Exit Code: ${exitCode ?? '(none)'}`,
    `Signal: ${signal ?? '(none)'}`,
  ].join('\n');
}

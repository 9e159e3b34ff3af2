import * as l10n from '@vscode/l10n';
import type { ChangeTool, Tool } from '../../agent/tool';
import { ToolError } from '../../shared/errors';
import type { McpProposal } from '../../shared/proposals';
import { addressOf } from '../config/addressOf';
import { keepMedia } from './keptMedia';
import { McpFailure, type Progress, type ServerTool } from '../connection/mcpConnection';
import type { McpServer } from '../mcpServer';
import { repairSchema } from './repairSchema';
import { headerParametersOf } from '../stateless/headerParameters';
import { isForeign, type ServerConfig } from '../config/serverConfig';
import { longOutputOf, marked, plainOutput } from './toolResult';
import { visibleText } from '../../shared/hiddenCharacters';

const MAX_DESCRIPTION = 4000;
const MAX_TITLE = 60;
const MAX_ERROR = 4000;

type Args = Readonly<Record<string, unknown>>;

export type MadeTool = { readonly tool: Tool } | { readonly problem: string };

/**
 * A server's tool, as the model calls it. For an unusable tool, returns the problem, in words that follow the tool's
 * name.
 */
export function createMcpTool(
  server: McpServer,
  told: ServerTool,
  { name, former }: { readonly name: string; readonly former: string | undefined },
): MadeTool {
  const repaired = repairSchema(told.inputSchema);
  if ('problem' in repaired) return repaired;
  if (told.needsTask) return { problem: 'its server runs it only as a task, which Pollux does not support' };
  const { config } = server;
  if (config.transport.kind !== 'stdio' && !headerParametersOf(told.inputSchema))
    return { problem: 'its arguments name headers that are invalid' };
  const tool: ChangeTool<Args, McpProposal> = {
    kind: 'change',
    changes: 'mcp',
    name,
    ...(former !== undefined && { otherNames: [former] }),
    description: describe(config.name, told),
    parameters: repaired.schema,
    origin: { kind: 'mcp', server: config.name, ...(told.annotations && { annotations: told.annotations }) },
    title: () => `${shownName(config.name)}: ${shownName(told.title ?? told.name)}`,
    propose: async args => proposalOf(config, told, args),
    async apply({ args }, { signal, onOutput, askUser: ask, model, outputFiles }) {
      try {
        const onProgress = (progress: Progress) => onOutput(progressText(progress));
        const caller = { ...(ask && { ask }), model, chat: ask ?? model, signal };
        const result = await server.callTool(told.name, args, { signal, onProgress, caller });
        const content = await keepMedia(result.content, outputFiles);
        const output = await longOutputOf(config.name, { ...result, content });
        if (!result.isError) return output;
        throw new ToolError(
          'mcp_tool_error',
          output.content,
          l10n.t('The MCP server “{0}” reports an error.', config.name),
        );
      } catch (error) {
        if (!(error instanceof McpFailure)) throw error;
        // The message may contain text from the server.
        const words = plainOutput(error.message).slice(0, MAX_ERROR);
        throw new ToolError('mcp_tool_error', marked(config.name, words), words);
      }
    },
  };
  return { tool: tool as unknown as Tool };
}

/** The description for the model: the tool's server, and the server's own description, shortened if necessary. */
function describe(server: string, { description = '', title }: ServerTool): string {
  const said = visibleText(description.trim() || (title ?? '')).slice(0, MAX_DESCRIPTION);
  return `(Tool of the MCP server "${shownName(server)}") ${said}`.trim();
}

function proposalOf(
  config: ServerConfig,
  { name, title, description, annotations = {} }: ServerTool,
  args: Args,
): McpProposal {
  return {
    kind: 'mcp',
    server: config.name,
    tool: name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description: description.slice(0, MAX_DESCRIPTION) }),
    args,
    from: addressOf(config),
    isForeign: isForeign(config),
    hints: {
      ...(typeof annotations.readOnlyHint === 'boolean' && { readOnly: annotations.readOnlyHint }),
      ...(typeof annotations.destructiveHint === 'boolean' && { destructive: annotations.destructiveHint }),
    },
  };
}

function progressText({ progress, total, message }: Progress): string {
  const share = total === undefined ? String(progress) : `${progress}/${total}`;
  return message === undefined ? `${share}\n` : `${share} ${visibleText(message).slice(0, 500)}\n`;
}

function shownName(name: string): string {
  const shown = visibleText(name).replace(/\s+/g, ' ');
  return shown.length > MAX_TITLE ? `${shown.slice(0, MAX_TITLE - 1)}…` : shown;
}

import * as l10n from '@vscode/l10n';
import {
  McpFailure,
  type McpConnection,
  type ServerPrompt,
  type ServerResource,
  type ServerResourceTemplate,
  type ServerTool,
} from './connection/mcpConnection';

/** What a server offered last. */
export interface ServerOffer {
  readonly tools: readonly ServerTool[];
  readonly prompts: readonly ServerPrompt[];
  readonly resources: readonly ServerResource[];
  readonly templates: readonly ServerResourceTemplate[];
}

export const NOTHING: ServerOffer = { tools: [], prompts: [], resources: [], templates: [] };

/** Lists everything that a server offers. Rejects with `McpFailure` if it offers nothing at all. */
export async function offerOf(connection: McpConnection): Promise<ServerOffer> {
  const { has } = connection;
  if (!has.tools && !has.prompts && !has.resources) {
    throw new McpFailure('protocol', l10n.t('The server offers no tools, prompts or resources.'));
  }
  const [tools, prompts, resources, templates] = await Promise.all([
    has.tools ? connection.tools() : [],
    has.prompts ? connection.prompts() : [],
    has.resources ? connection.resources() : [],
    // Many servers with resources don't support templates.
    has.resources ? connection.resourceTemplates().catch(() => []) : [],
  ]);
  return { tools, prompts, resources, templates };
}

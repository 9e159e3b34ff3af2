import * as l10n from '@vscode/l10n';
import {
  McpFailure,
  type McpConnection,
  type ServerPrompt,
  type ServerResource,
  type ServerResourceTemplate,
  type ServerTool,
} from './mcpConnection';

/** What a server offers, as it last said. */
export interface ServerOffer {
  readonly tools: readonly ServerTool[];
  readonly prompts: readonly ServerPrompt[];
  readonly resources: readonly ServerResource[];
  readonly templates: readonly ServerResourceTemplate[];
}

export const NOTHING: ServerOffer = { tools: [], prompts: [], resources: [], templates: [] };

/** All that it offers; a server that offers nothing at all is none. */
export async function offerOf(connection: McpConnection): Promise<ServerOffer> {
  const { has } = connection;
  if (!has.tools && !has.prompts && !has.resources) {
    throw new McpFailure('protocol', l10n.t('The server offers no tools, prompts or resources.'));
  }
  const [tools, prompts, resources, templates] = await Promise.all([
    has.tools ? connection.tools() : [],
    has.prompts ? connection.prompts() : [],
    has.resources ? connection.resources() : [],
    // Many servers with resources know no templates.
    has.resources ? connection.resourceTemplates().catch(() => []) : [],
  ]);
  return { tools, prompts, resources, templates };
}

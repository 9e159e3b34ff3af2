import * as l10n from '@vscode/l10n';
import type { MentionOffer, MentionSource } from '../agent/ports/mentionSource';
import { ToolError } from '../shared/errors';
import type { FilePart, ImagePart } from '../shared/messages';
import { plainText } from '../shared/plainText';
import type { McpServer } from './mcpServer';
import type { McpServers } from './mcpServers';
import { templateOffers } from './templateOffers';

/** More of a resource is no use in a prompt. */
const MAX_TEXT = 200_000;
const MAX_IMAGE = 7 * 1024 * 1024;

/** Resources of servers as `@server:uri`, of those that are connected. */
export function mcpMentions(servers: () => McpServers | undefined): MentionSource {
  return {
    async offers(typed) {
      const all = servers()?.all ?? [];
      const ofTemplates = typed === undefined ? [] : all.map(server => templateOffers(server, typed));
      return [...all.flatMap(resourceOffers), ...(await Promise.all(ofTemplates)).flat()];
    },
    async expand(name, { signal }) {
      const server = servers()?.all.find(each => name.startsWith(`${each.name}:`));
      const uri = server && name.slice(server.name.length + 1);
      if (!server || !uri || !/^[a-z][a-z\d+.-]*:/i.test(uri)) return null;
      try {
        const contents = await (await server.ready(signal)).readResource(uri, signal);
        return contents.flatMap(each => partOf(name, each));
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        throw new ToolError('mcp_tool_error', message, message);
      }
    },
  };
}

function resourceOffers({ name: server, offer }: McpServer): MentionOffer[] {
  return offer.resources.map(({ uri, title, name }) => ({
    name: `${server}:${uri}`,
    description: l10n.t('{0} (resource of the MCP server “{1}”)', plainText(title ?? name).slice(0, 200), server),
  }));
}

function partOf(
  path: string,
  { text, data, mimeType = '' }: { readonly text?: string; readonly data?: string; readonly mimeType?: string },
): (FilePart | ImagePart)[] {
  if (text !== undefined) return [{ type: 'file', path, text: text.slice(0, MAX_TEXT) }];
  if (data === undefined || !/^image\/(?:png|jpe?g|webp|gif)$/i.test(mimeType) || data.length > MAX_IMAGE) return [];
  return [{ type: 'image', mimeType, data }];
}

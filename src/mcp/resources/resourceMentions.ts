import type { MentionOffer, MentionSource } from '../../agent/ports/mentionSource';
import { ToolError } from '../../shared/errors';
import type { FilePart, ImagePart } from '../../shared/messages';
import { messageOf } from '../../shared/messageOf';
import { mentionText, readFollowed } from './followedResource';
import { MAX_MEDIA, takenAs } from '../tools/mediaForModels';
import type { ResourceContents } from '../connection/mcpConnection';
import type { McpServer } from '../mcpServer';
import type { McpServers } from '../mcpServers';
import { labelOf, templateOffers } from './templateOffers';
import { plainOutput } from '../tools/toolResult';
import { visibleText } from '../../shared/hiddenCharacters';

/** Resources of connected servers as mentions, `@server:uri`. */
export function mcpMentions(servers: () => McpServers | undefined): MentionSource {
  return {
    async offers(typed) {
      const all = servers()?.all ?? [];
      const ofTemplates = typed === undefined ? [] : all.map(server => templateOffers(server, typed));
      return [...all.flatMap(resourceOffers), ...(await Promise.all(ofTemplates)).flat()];
    },
    async expand(name, { signal, follow }) {
      const server = servers()?.all.find(each => name.startsWith(`${each.name}:`));
      const uri = server && name.slice(server.name.length + 1);
      if (!server || !uri || !/^[a-z][a-z\d+.-]*:/i.test(uri)) return null;
      try {
        const { contents, followed } = await readFollowed(server, uri, signal);
        if (followed) follow(followed);
        return contents.flatMap(each => partOf(server.name, name, each));
      } catch (error) {
        const message = plainOutput(messageOf(error));
        throw new ToolError('mcp_tool_error', message, message);
      }
    },
  };
}

function resourceOffers({ name: server, offer }: McpServer): MentionOffer[] {
  // A chosen offer is inserted into the prompt, so its URI must not contain white space or invisible characters.
  const mentionable = offer.resources.filter(({ uri }) => !/\s/.test(uri) && visibleText(uri) === uri);
  return mentionable.map(resource => ({
    ...labelOf(resource, server, resource.uri),
    name: `${server}:${resource.uri}`,
  }));
}

function partOf(server: string, path: string, contents: ResourceContents): (FilePart | ImagePart)[] {
  const text = mentionText(server, contents);
  if (text !== undefined) return [{ type: 'file', source: 'resource', path, text }];
  const { data, mimeType = '' } = contents;
  const taken = takenAs(mimeType);
  if (data === undefined || taken === undefined || data.length > MAX_MEDIA) return [];
  return [{ type: 'image', mimeType: taken, data }];
}

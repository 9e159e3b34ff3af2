import type { Followed } from '../../agent/ports/followed';
import type { FilePart } from '../../shared/messages';
import type { MentionSource } from '../../agent/ports/mentionSource';
import type { McpServers } from '../../mcp/mcpServers';
import type { PromptCommand } from '../../mcp/prompts/promptCommands';
import { promptsWith } from '../../mcp/prompts/promptsWith';
import { followedAgain } from '../../mcp/resources/followedAgain';
import { mcpMentions } from '../../mcp/resources/resourceMentions';
import type { Flags } from '../flags';
import { createHeadlessMcp, type HeadlessMcp, type HeadlessMcpOptions } from './headlessMcp';
import { createTerminalBrowser } from '../mcp/terminalBrowser';

export interface RunServersOptions extends Omit<HeadlessMcpOptions, 'browser' | 'acceptsDefaults'> {
  readonly flags: Pick<Flags, 'mayLogin' | 'acceptsDefaults'>;
}

/** The MCP servers of a run with these flags. */
export function createRunServers({ flags, ...options }: RunServersOptions): HeadlessMcp {
  return createHeadlessMcp({
    ...options,
    acceptsDefaults: flags.acceptsDefaults,
    ...(flags.mayLogin && { browser: createTerminalBrowser({ env: process.env, err: options.err }) }),
  });
}

/**
 * The servers' prompts as commands, without the names already taken. Starts the servers, and waits for those that may
 * have the prompt `name`.
 */
export async function promptsOf(
  mcp: HeadlessMcp,
  taken: ReadonlySet<string>,
  name: string,
): Promise<readonly PromptCommand[]> {
  const servers = await connected(mcp);
  return servers ? promptsWith(servers, taken, name) : [];
}

/** The servers' resources; the first mention that may be one starts the servers. */
export function resourcesOf(mcp: HeadlessMcp): MentionSource {
  return {
    offers: () => [],
    async expand(name, tools) {
      if (!/^[^:]+:[a-z][a-z\d+.-]*:/i.test(name)) return null;
      const servers = await connected(mcp);
      return mcpMentions(() => servers).expand(name, tools);
    },
  };
}

/** See `SessionPorts`. */
export function followAgain(mcp: HeadlessMcp): (part: FilePart) => Followed {
  return part => followedAgain(part, () => connected(mcp));
}

/** Servers that need a sign-in get it, as for a prompt. */
async function connected(mcp: HeadlessMcp): Promise<McpServers | undefined> {
  await mcp.source.list();
  return (await mcp.open())?.servers;
}

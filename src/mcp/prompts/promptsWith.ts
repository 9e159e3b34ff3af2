import type { McpServers } from '../mcpServers';
import { mcpCommands, type PromptCommand } from './promptCommands';

/**
 * The prompts of the servers as commands, once those that may have the one named `name` are ready: the server that it
 * begins with, or else all that are still starting. For when there is no later turn in which they could join.
 */
export async function promptsWith(
  servers: McpServers,
  taken: ReadonlySet<string>,
  name: string,
): Promise<readonly PromptCommand[]> {
  const ready = mcpCommands(servers, taken);
  if (ready.some(each => isNamed(each, name))) return ready;
  const named = servers.all.filter(server => isOf(server.name, name));
  const waited = named.length > 0 ? named : servers.all;
  await Promise.all(waited.filter(server => server.isStarting).map(server => server.start()));
  return mcpCommands(servers, taken);
}

function isNamed({ name, otherNames }: PromptCommand, typed: string): boolean {
  return [name, ...otherNames].some(each => each.toLowerCase() === typed.toLowerCase());
}

function isOf(server: string, prompt: string): boolean {
  const name = prompt.toLowerCase();
  return [':', '.'].some(between => name.startsWith(`${server.toLowerCase()}${between}`));
}

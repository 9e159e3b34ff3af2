import type { ServerConfig } from './serverConfig';

/** Whether settings let a tool of a server be used: what is excluded is so whatever is included. */
export function isToolIncluded(
  { includeTools, excludeTools }: Pick<ServerConfig, 'includeTools' | 'excludeTools'>,
  tool: string,
): boolean {
  const isNamed = (entry: string) => nameOf(entry) === tool || entry === '*';
  // Excluding it for some arguments can't be kept, as the server may take others for the same; so it is not offered.
  if (excludeTools.some(isNamed)) return false;
  return includeTools === undefined || includeTools.some(isNamed);
}

/** `tool(args)` names the tool. */
function nameOf(entry: string): string {
  return entry.replace(/\(.*\)$/s, '').trim();
}

import type { ServerConfig } from '../config/serverConfig';

/** Whether settings allow a server's tool: an excluded tool is excluded even if it is included too. */
export function isToolIncluded(
  { includeTools, excludeTools }: Pick<ServerConfig, 'includeTools' | 'excludeTools'>,
  tool: string,
): boolean {
  const isNamed = (entry: string) => nameOf(entry) === tool || entry === '*';
  // A tool excluded only for some arguments is excluded entirely, since the server may treat other arguments the
  // same.
  if (excludeTools.some(isNamed)) return false;
  return includeTools === undefined || includeTools.some(isNamed);
}

/** `tool(args)` names the tool. */
function nameOf(entry: string): string {
  return entry.replace(/\(.*\)$/s, '').trim();
}

import { ToolError } from '../../shared/errors';
import type { ToolCall, ToolResult } from '../../shared/messages';
import type { Workspace } from '../ports/workspace';

/** Arguments that name files or folders, in tools of all kinds. */
const NAMES = /(?:^|_)(?:path|paths|file|files|dir|directory|folder|include)$/i;

/** The places that successful calls accessed: absolute paths in the workspace. */
export async function touchedPaths(
  calls: readonly ToolCall[],
  results: readonly ToolResult[],
  workspace: Workspace,
): Promise<string[]> {
  const done = new Set(results.filter(({ status }) => status === 'success').map(({ callId }) => callId));
  const given = calls.filter(({ id }) => done.has(id)).flatMap(({ args }) => pathsIn(args));
  return resolvePaths([...new Set(given)], workspace);
}

/** Those of the paths that are in the workspace, made absolute. */
export async function resolvePaths(given: readonly string[], workspace: Workspace): Promise<string[]> {
  const resolved = await Promise.all(
    given.map(async path => {
      try {
        return [(await workspace.resolve(path)).absolute];
      } catch (error) {
        if (error instanceof ToolError) return [];
        throw error;
      }
    }),
  );
  return resolved.flat();
}

function pathsIn(args: ToolCall['args']): string[] {
  return Object.entries(args).flatMap(([name, value]) => {
    if (!NAMES.test(name)) return [];
    const values: unknown[] = Array.isArray(value) ? value : [value];
    return values.flatMap(each => (typeof each === 'string' && each !== '' ? [withoutPattern(each)] : []));
  });
}

/** The folder part before a glob. */
function withoutPattern(path: string): string {
  const at = path.search(/[*?[{]/);
  return at < 0 ? path : path.slice(0, Math.max(path.lastIndexOf('/', at), 0)) || '.';
}

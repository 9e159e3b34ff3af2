import * as path from 'node:path';
import { ToolError } from '../../shared/errors';
import { realTarget } from './containment';

/**
 * Maps absolute paths that contain links to their targets; paths without links are omitted. The last segments need
 * not exist. Paths that can't be resolved are omitted too: the user's commands can't reach them either.
 */
export async function followLinks(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const targets = paths.map(targetOf);
  const pairs = paths.map((given, i) => [given, targets[i] ?? path.resolve(given)] as const);
  return new Map(pairs.filter(([given, real]) => real !== path.resolve(given)));
}

function targetOf(given: string): string | null {
  try {
    return realTarget(given);
  } catch (error) {
    if (error instanceof ToolError) return null;
    throw error;
  }
}

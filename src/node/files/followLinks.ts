import * as path from 'node:path';
import { ToolError } from '../../shared/errors';
import { realTarget } from './containment';

/**
 * Where absolute paths lead that go through links, by the path as it was given; what leads to itself is left out. The
 * last segments need not exist. What can't be followed is left out too: no command of this user gets there either.
 */
export async function followLinks(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const targets = await Promise.all(paths.map(targetOf));
  const pairs = paths.map((given, i) => [given, targets[i] ?? path.resolve(given)] as const);
  return new Map(pairs.filter(([given, real]) => real !== path.resolve(given)));
}

async function targetOf(given: string): Promise<string | null> {
  try {
    return await realTarget(given);
  } catch (error) {
    if (error instanceof ToolError) return null;
    throw error;
  }
}

import { applyPatch, structuredPatch } from 'diff';

/**
 * The change from `before` to `after` made on top of `current` instead; null where it overlaps with what changed there,
 * or where comparing takes too long.
 */
export function mergeChange(before: string, after: string, current: string): string | null {
  const patch = structuredPatch('', '', before, after, '', '', { context: 1, timeout: 1000 });
  if (!patch) return null;
  const merged = applyPatch(current, patch, { fuzzFactor: 0 });
  return merged === false ? null : merged;
}

import type { TabState } from '../../shared/protocol';

/**
 * Reads what the page of an earlier window's tab stored; untrusted, since it comes from a webview. Undefined: nothing
 * usable.
 */
export function readTabState(state: unknown): TabState | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  const { chat, isNew } = state as Partial<Record<keyof TabState, unknown>>;
  return typeof chat === 'string' && /^[\w-]{1,100}$/.test(chat) ? { chat, isNew: isNew === true } : undefined;
}

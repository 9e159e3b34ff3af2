import type { TabState } from '../shared/protocol';

/** What the page of a tab of an earlier window has remembered; it comes from a webview. Undefined: nothing of use. */
export function readTabState(state: unknown): TabState | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  const { chat, isNew } = state as Partial<Record<keyof TabState, unknown>>;
  return typeof chat === 'string' && /^[\w-]{1,100}$/.test(chat) ? { chat, isNew: isNew === true } : undefined;
}

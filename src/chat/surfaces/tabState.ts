import type { TabState } from '../../shared/protocol';
import { isJsonObject } from '../../shared/jsonObject';

/**
 * Reads what the page of an earlier window's tab stored; untrusted, since it comes from a webview. Undefined: nothing
 * usable.
 */
export function readTabState(state: unknown): TabState | undefined {
  if (!isJsonObject(state)) return undefined;
  const { chat, isNew } = state;
  return typeof chat === 'string' && /^[\w-]{1,100}$/.test(chat) ? { chat, isNew: isNew === true } : undefined;
}

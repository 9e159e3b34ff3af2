import { JSONRPCMessageSchema, type JSONRPCMessage, type RequestId } from '@modelcontextprotocol/sdk/types.js';
import * as l10n from '@vscode/l10n';

/** The most bytes of a message, or characters of one that comes as an event. */
export const MAX_MESSAGE = 32 * 1024 * 1024;

export function tooLong(): string {
  return l10n.t('It sent a message of more than {0} MB.', MAX_MESSAGE / 1024 / 1024);
}

/** What is wrong with an answer that can't be used. */
export type Flaw = 'invalid' | 'tooLong';

/** Stands in for an answer that can't be used, so that its request doesn't keep waiting. */
export function flawedAnswer(id: RequestId, flaw: Flaw): JSONRPCMessage {
  return { jsonrpc: '2.0', id, error: { code: -32_603, message: flaw, data: { flaw } } };
}

/** The flaw in the data of an error that `flawedAnswer` made. */
export function flawIn(data: unknown): Flaw | undefined {
  const { flaw } = (data ?? {}) as { readonly flaw?: unknown };
  return flaw === 'invalid' || flaw === 'tooLong' ? flaw : undefined;
}

/** Parses a message. An invalid answer becomes a flawed one; anything else that is no message is undefined. */
export function readMessage(text: string): JSONRPCMessage | undefined {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { success, data } = JSONRPCMessageSchema.safeParse(raw);
  if (success) return data;
  const { id, method } = (raw ?? {}) as { readonly id?: unknown; readonly method?: unknown };
  if (method !== undefined || (typeof id !== 'number' && typeof id !== 'string')) return undefined;
  return flawedAnswer(id, 'invalid');
}

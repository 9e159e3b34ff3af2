import { JSONRPCMessageSchema, type JSONRPCMessage, type RequestId } from '@modelcontextprotocol/sdk/types.js';
import * as l10n from '@vscode/l10n';
import { hasTooMany, MAX_VALUES } from './valueCount';

/** The most bytes of a message, or characters of one that comes as an event. */
export const MAX_MESSAGE = 32 * 1024 * 1024;

export function tooLong(): string {
  return l10n.t('It sent a message of more than {0} MB.', MAX_MESSAGE / 1024 / 1024);
}

/** What is wrong with an answer that can't be used. */
export type Flaw = 'invalid' | 'tooLong' | 'tooMany';

export function flawText(server: string, flaw: Flaw): string {
  switch (flaw) {
    case 'invalid':
      return l10n.t('The MCP server “{0}” sent an answer that violates the protocol.', server);
    case 'tooLong':
      return l10n.t('The MCP server “{0}” sent a message of more than {1} MB.', server, MAX_MESSAGE / 1024 / 1024);
    case 'tooMany':
      return l10n.t('The MCP server “{0}” sent a message with more than {1} values.', server, MAX_VALUES);
    default:
      return flaw satisfies never;
  }
}

/** Stands in for an answer that can't be used, so that its request doesn't keep waiting. */
export function flawedAnswer(id: RequestId, flaw: Flaw): JSONRPCMessage {
  return { jsonrpc: '2.0', id, error: { code: -32_603, message: flaw, data: { flaw } } };
}

/** The flaw in the data of an error that `flawedAnswer` made. */
export function flawIn(data: unknown): Flaw | undefined {
  const { flaw } = (data ?? {}) as { readonly flaw?: unknown };
  return flaw === 'invalid' || flaw === 'tooLong' || flaw === 'tooMany' ? flaw : undefined;
}

/** Parses a message. An invalid answer becomes a flawed one; anything else that is no message is undefined. */
export function readMessage(text: string): JSONRPCMessage | undefined {
  if (hasTooMany(text)) return unreadAnswer(text);
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

/** Stands in for an answer that isn't parsed. Its id is one of the first or last things in it. */
function unreadAnswer(text: string): JSONRPCMessage | undefined {
  const [, id] = /"id"\s*:\s*(\d{1,15}|"[\w-]{1,100}")/.exec(`${text.slice(0, 200)} ${text.slice(-200)}`) ?? [];
  return id === undefined ? undefined : flawedAnswer(JSON.parse(id) as RequestId, 'tooMany');
}

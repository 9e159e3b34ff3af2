import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

/** Prefix of the metadata that revision 2026-07-28 reserves for the protocol. */
export const META = 'io.modelcontextprotocol';

/**
 * `initialize` with the metadata of revision 2026-07-28, naming the revision of the session that it asks for. Servers
 * with sessions ignore it, so they cost no further request; those without can see who asks, and what to answer.
 */
export function announced(message: JSONRPCMessage): JSONRPCMessage {
  if (!('method' in message) || message.method !== 'initialize' || !message.params) return message;
  const { protocolVersion, clientInfo, capabilities } = message.params;
  const _meta = {
    ...message.params._meta,
    [`${META}/protocolVersion`]: protocolVersion,
    [`${META}/clientInfo`]: clientInfo,
    [`${META}/clientCapabilities`]: capabilities,
  };
  return { ...message, params: { ...message.params, _meta } };
}

/** The revision that an announced `initialize` names; the header has to repeat it. */
export function announcedVersion(message: JSONRPCMessage): string | undefined {
  if (!('method' in message) || message.method !== 'initialize') return undefined;
  const version = message.params?._meta?.[`${META}/protocolVersion`];
  return typeof version === 'string' ? version : undefined;
}

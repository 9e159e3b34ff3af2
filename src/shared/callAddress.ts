/** The session id under which Gemini CLI's changes are reviewed; no chat has this id. */
export const GEMINI_CLI = 'gemini-cli';

/** Identifies a call across all chats; call ids are unique only within a session. */
export interface CallAddress {
  readonly sessionId: string;
  readonly callId: string;
}

/** The address as one string, for maps that hold calls of several chats. Session ids contain no slash. */
export function callKey({ sessionId, callId }: CallAddress): string {
  return `${sessionId}/${callId}`;
}

export function addressOf(key: string): CallAddress {
  const slash = key.indexOf('/');
  return { sessionId: key.slice(0, Math.max(0, slash)), callId: key.slice(slash + 1) };
}

/** The address, within a session, of a call made by the subagent that works on the call `callId`. */
export function innerCallId(callId: string, inner: string): string {
  return `${callId}/${inner}`;
}

/** The subagent's own id for the call at `address`; undefined if it isn't a call of the subagent that `callId` runs. */
export function ownCallId(address: string, callId: string): string | undefined {
  const prefix = innerCallId(callId, '');
  return address.startsWith(prefix) ? address.slice(prefix.length) : undefined;
}

/** A call of any chat; ids of calls are unique only within a session. */
export interface CallAddress {
  readonly sessionId: string;
  readonly callId: string;
}

/** The address as one string, for what keeps things by calls of all chats. Session ids hold no slash. */
export function callKey({ sessionId, callId }: CallAddress): string {
  return `${sessionId}/${callId}`;
}

export function addressOf(key: string): CallAddress {
  const slash = key.indexOf('/');
  return { sessionId: key.slice(0, Math.max(0, slash)), callId: key.slice(slash + 1) };
}

/** The address, within a session, of a call that an agent makes which works on the call `callId`. */
export function innerCallId(callId: string, inner: string): string {
  return `${callId}/${inner}`;
}

/** What the agent that works on `callId` calls a call of its own by that address; undefined for any other call. */
export function ownCallId(address: string, callId: string): string | undefined {
  const prefix = innerCallId(callId, '');
  return address.startsWith(prefix) ? address.slice(prefix.length) : undefined;
}

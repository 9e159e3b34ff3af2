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

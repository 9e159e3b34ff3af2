/**
 * What elements of a call are called by, for others to refer to. Preact's own names begin anew with each drawing, so that
 * two cards would have the same.
 */
export function elementId(callId: string): string {
  return `call-${callId.replace(/\s/g, '_')}`;
}

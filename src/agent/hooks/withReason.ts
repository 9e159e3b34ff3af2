/** A sentence with what a hook said, if it said anything. */
export function withReason(sentence: string, reason: string): string {
  return reason === '' ? sentence : `${sentence} ${reason}`;
}

/** A sentence, followed by the hook's reason if there is one. */
export function withReason(sentence: string, reason: string): string {
  return reason === '' ? sentence : `${sentence} ${reason}`;
}

/**
 * The id of a call's element, so that others can refer to it. Preact's own ids restart with each render root, so two
 * cards could have the same.
 */
export function elementId(callId: string): string {
  return `call-${callId.replace(/\s/g, '_')}`;
}

/** Whether a text may contain a mention, so that the mention reader is worth loading. */
export function mayMention(text: string): boolean {
  return text.includes('@');
}

/** Whether a text may mention something at all, so that what reads mentions is worth loading. */
export function mayMention(text: string): boolean {
  return text.includes('@');
}

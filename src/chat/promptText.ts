import type { UserMessage } from '../shared/messages';

/** What the person typed, without what they attached. */
export function promptText({ parts }: UserMessage): string {
  return parts.flatMap(part => (part.type === 'text' ? [part.text] : [])).join('\n');
}

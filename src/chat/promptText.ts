import type { UserMessage } from '../shared/messages';
import { textOf } from '../shared/partsText';

/** What the person typed, without what they attached. */
export function promptText({ parts }: UserMessage): string {
  return textOf(parts, '\n');
}

import type { Message, UserMessage } from '../../shared/messages';
import { typedIn } from '../../shared/partsText';

const TITLE_LENGTH = 120;

/** The text that the user typed, without attachments; of a command not its expansion. */
export function promptText({ parts }: UserMessage): string {
  return typedIn(parts, '\n');
}

/** The first line of a chat's first prompt, as its name. */
export function firstPrompt(messages: readonly Message[] = []): string | undefined {
  const first = messages.find(each => each.role === 'user' && !each.isContext);
  return first?.role === 'user' ? promptText(first).trim().split('\n', 1)[0]?.slice(0, TITLE_LENGTH) : undefined;
}

import { withoutColours } from '../shared/colours';
import type { Message } from '../shared/messages';

/** Characters of a snippet before and after what was found. */
const AROUND = 40;

/** All that a person has said or could read in a conversation, to be searched. */
export function searchableText(messages: readonly Message[]): string {
  return messages.flatMap(textsOf).join('\n');
}

/**
 * The surroundings of the first word of the query, on one line; undefined unless the text has every word. Letter case
 * does not count; an empty query finds nothing.
 */
export function findSnippet(text: string, query: string): string | undefined {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const lower = text.toLowerCase();
  const [first] = words;
  if (first === undefined || !words.every(word => lower.includes(word))) return undefined;
  const whole = lower.indexOf(words.join(' '));
  const at = whole < 0 ? lower.indexOf(first) : whole;
  const end = at + (whole < 0 ? first : words.join(' ')).length;
  const [from, to] = [Math.max(0, at - AROUND), Math.min(text.length, end + AROUND)];
  const snippet = text.slice(from, to).replace(/\s+/g, ' ').trim();
  return `${from > 0 ? '…' : ''}${snippet}${to < text.length ? '…' : ''}`;
}

function textsOf(message: Message): string[] {
  switch (message.role) {
    case 'user':
      if (message.isContext) return [];
      return message.parts.flatMap(part => (part.type === 'text' ? part.text : part.type === 'file' ? part.path : []));
    case 'assistant':
      return message.parts.flatMap(part => (part.type === 'text' ? part.text : []));
    case 'tool':
      return message.results.flatMap(({ title, display, content }) => [
        title,
        display?.type === 'command' ? withoutColours(display.output) : display ? '' : content,
      ]);
    case 'notice':
      return [message.answers ?? '', message.text];
    default:
      return message satisfies never;
  }
}

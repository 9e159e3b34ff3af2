import { withoutColours } from '../shared/colours';
import type { Message, Part } from '../shared/messages';

/** Characters of a snippet before and after the match. */
const AROUND = 40;

/** The text of a conversation that the user has written or could read, for searching. */
export function searchableText(messages: readonly Message[]): string {
  return messages.flatMap(textsOf).join('\n');
}

/**
 * The text around the query, or around its first word if it doesn't occur as a whole, on one line; undefined unless
 * the text contains every word. Ignores case; an empty query finds nothing.
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
      return message.parts.flatMap(promptTexts);
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

/** Also the text that a typed command stands for. */
function promptTexts(part: Part): string[] {
  if (part.type === 'file') return [part.path];
  return part.type === 'text' ? [part.typed ?? '', part.text] : [];
}

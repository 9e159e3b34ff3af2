import { commonEnding } from './lines';

const HEADER = '## Gemini Added Memories';

/** A fact as a single list item: one line, without leading dashes; empty if nothing is left. */
export function plainFact(fact: string): string {
  return fact
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(-+\s*)+/, '');
}

/** The text of a memory file with one more item in its section, which is added at the end if it is missing. */
export function addMemory(text: string, fact: string): string {
  const ending = commonEnding(text);
  const item = `- ${fact}`;
  const found = new RegExp(`^${HEADER}[ \\t]*(?=\\r?$)`, 'm').exec(text);
  if (!found) return `${text}${separator(text, ending)}${HEADER}${ending}${item}${ending}`;
  const from = found.index + found[0].length;
  const next = text.slice(from).search(/\n##? /);
  const end = next < 0 ? text.length : from + next + 1;
  const section = text.slice(from, end);
  const body = section.trimEnd();
  return text.slice(0, from) + body + ending + item + (section.slice(body.length) || ending) + text.slice(end);
}

/** The line endings needed for a blank line after `text`. */
function separator(text: string, ending: string): string {
  if (text === '' || /\n\r?\n$/.test(text)) return '';
  return text.endsWith('\n') ? ending : ending + ending;
}

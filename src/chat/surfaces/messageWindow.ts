import type { EarlierMessages } from '../../shared/protocol';
import type { Message } from '../../shared/messages';
import { firstPrompt } from '../prompts/promptText';

/** How many messages the panel gets at a time; up to twice as many, so that they begin with a prompt. */
const SIZE = 200;

/** Consecutive messages; `earlier` is absent if no messages precede them. */
export interface MessageWindow {
  readonly messages: readonly Message[];
  readonly earlier?: EarlierMessages;
}

/** Returns the newest of the shown messages, or of those before the message with the id `before`. */
export function windowOf(shown: readonly Message[], before?: string): MessageWindow {
  const end = before === undefined ? shown.length : shown.findIndex(({ id }) => id === before);
  if (end < 0) return { messages: [] };
  const start = startOf(shown, end);
  const window = { messages: shown.slice(start, end) };
  return start === 0 ? window : { ...window, earlier: { count: start, title: firstPrompt(shown) ?? '' } };
}

/** Starts at a prompt if one is near, and never between calls and their results, which are shown together. */
function startOf(shown: readonly Message[], end: number): number {
  if (end <= SIZE) return 0;
  const prompt = shown.slice(0, end - SIZE + 1).findLastIndex(({ role }) => role === 'user');
  if (prompt >= end - 2 * SIZE) return Math.max(0, prompt);
  return shown[end - SIZE]?.role === 'tool' ? end - SIZE - 1 : end - SIZE;
}

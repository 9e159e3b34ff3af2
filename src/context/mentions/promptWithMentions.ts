import type { Prompt } from '../../agent/ports/promptTools';
import type { Part } from '../../shared/messages';
import { mayMention } from './mayMention';
import { expandMentions, type MentionReader } from './expandMentions';
import type { MentionSource } from '../../agent/ports/mentionSource';
import { textOf } from '../../shared/partsText';

/** What a host gives for mentions. The reader is much to load, and most prompts need none. */
export interface Mentioning {
  readonly reader: () => Promise<MentionReader>;
  readonly sources: readonly MentionSource[];
}

/** The same parts, and behind them what their text mentions. What can't go along is said, and the rest is sent. */
export function withMentions(parts: readonly Part[], mentioning: Mentioning): Prompt {
  const text = textOf(parts, '\n');
  if (!mayMention(text)) return parts;
  return async tools => {
    const reader = await mentioning.reader();
    const { parts: mentioned, problems } = await expandMentions(text, { tools, reader, sources: mentioning.sources });
    for (const problem of problems) tools.notify('warning', problem);
    return [...parts, ...mentioned];
  };
}

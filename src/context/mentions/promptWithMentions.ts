import type { Prompt } from '../../agent/ports/promptTools';
import type { Part } from '../../shared/messages';
import { mayMention } from './mayMention';
import { expandMentions, type MentionReader } from './expandMentions';
import type { MentionSource } from '../../agent/ports/mentionSource';
import { textOf } from '../../shared/partsText';

/** What a host provides for mentions. The reader is a large module, and most prompts don't need it. */
export interface Mentioning {
  readonly reader: () => Promise<MentionReader>;
  readonly sources: readonly MentionSource[];
}

/** The same parts, followed by the content that their text mentions. Problems are reported, and the rest is sent. */
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

import type { Prompt } from '../../agent/ports/promptTools';
import { withMentions } from '../../context/mentions/promptWithMentions';
import type { Part } from '../../shared/messages';

/** What reads and runs for a prompt: loaded where one needs it. */
export const loadPromptTools = () => import('../../tools/index');

/** The same parts with what their text mentions: files, folders and patterns. */
export function withHeadlessMentions(parts: readonly Part[]): Prompt {
  return withMentions(parts, {
    reader: async () => (await loadPromptTools()).createMentionReader,
    sources: [],
  });
}

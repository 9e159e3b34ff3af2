import type { Agents } from '../../agent/ports/agents';
import { agentMentions } from '../../context/agents/agentMentions';
import type { MentionSource } from '../../agent/ports/mentionSource';
import type { Prompt } from '../../agent/ports/promptTools';
import { toolMentions } from '../../context/mentions/toolMentions';
import { EDITOR_ONLY } from './editorOnly';
import { withMentions } from '../../context/mentions/promptWithMentions';
import type { Part } from '../../shared/messages';

/** What reads and runs for a prompt: loaded where one needs it. */
export const loadPromptTools = () => import('../../tools/index');

/** What can be mentioned besides files, agents and what servers offer. */
export function headlessMentions(): readonly MentionSource[] {
  return [...toolMentions(async () => (await loadPromptTools()).createPromptShell), EDITOR_ONLY];
}

/** Everything that a prompt of this run may mention besides files. */
export function promptMentions(agents: Agents, resources: MentionSource): readonly MentionSource[] {
  return [agentMentions(agents), ...headlessMentions(), resources];
}

/** The same parts with what their text mentions. */
export function withHeadlessMentions(parts: readonly Part[], sources: readonly MentionSource[]): Prompt {
  return withMentions(parts, { reader: async () => (await loadPromptTools()).createMentionReader, sources });
}

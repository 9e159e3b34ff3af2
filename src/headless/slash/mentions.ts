import type { Agents } from '../../agent/ports/agents';
import { agentMentions } from '../../context/agents/agentMentions';
import type { MentionSource } from '../../agent/ports/mentionSource';
import type { Prompt } from '../../agent/ports/promptTools';
import { toolMentions } from '../../context/mentions/toolMentions';
import { EDITOR_ONLY } from './editorOnly';
import { withMentions } from '../../context/mentions/promptWithMentions';
import type { Part } from '../../shared/messages';

/** Reads files and runs commands for prompts; loaded when a prompt needs it. */
export const loadPromptTools = () => import('../../tools/index');

/** What can be mentioned besides files, agents and servers' resources. */
export function headlessMentions(): readonly MentionSource[] {
  return [...toolMentions(async () => (await loadPromptTools()).createPromptShell), EDITOR_ONLY];
}

/** Everything that a prompt of this run may mention besides files. */
export function promptMentions(agents: Agents, resources: MentionSource): readonly MentionSource[] {
  return [agentMentions(agents), ...headlessMentions(), resources];
}

/** The parts, with the content of what their text mentions. */
export function withHeadlessMentions(parts: readonly Part[], sources: readonly MentionSource[]): Prompt {
  return withMentions(parts, { reader: async () => (await loadPromptTools()).createMentionReader, sources });
}

import type { Agents } from '../../agent/ports/agents';
import type { MentionSource } from '../../agent/ports/mentionSource';

/** Lets a prompt name the agent that is to do the task. */
export function agentMentions(agents: Agents): MentionSource {
  return {
    offers: async () => (await agents.list()).map(({ name, description }) => ({ name, description })),
    async expand(name) {
      const found = (await agents.list()).find(each => each.name === name);
      if (!found) return null;
      const text = `The user has chosen the agent "${name}" for this: call invoke_agent with agent_name "${name}" and give it the task.`;
      return [{ type: 'file', path: name, text, source: 'agent' }];
    },
  };
}

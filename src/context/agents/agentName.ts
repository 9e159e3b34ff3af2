/** The name of the agent that follows a skill of this name. */
export function agentNameOf(skill: string): string {
  return skill.replace(/[^\w-]+/g, '-');
}

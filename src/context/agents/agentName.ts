/** What the agent is called that follows a skill of this name. */
export function agentNameOf(skill: string): string {
  return skill.replace(/[^\w-]+/g, '-');
}

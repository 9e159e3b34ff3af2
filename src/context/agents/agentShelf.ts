import type { AgentDefinition, Agents } from '../../agent/ports/agents';
import { isOffered, type ToolSettings } from '../../policy/toolRules';
import { BUILT_IN_AGENTS } from './builtInAgents';

/** What settings say of one agent. */
export interface AgentOverride {
  readonly enabled?: boolean;
  readonly model?: string;
  readonly temperature?: number;
  readonly maxTurns?: number;
  readonly maxMinutes?: number;
}

export interface AgentSettings {
  readonly isEnabled: boolean;
  readonly overrides: Readonly<Record<string, AgentOverride>>;
  /** Agents that these forbid are not offered, by their own names or by that of the tool. */
  readonly lists: ToolSettings;
}

export interface AgentShelfOptions {
  readonly settings: () => AgentSettings;
}

/** The agents that there are, as settings want them. */
export class AgentShelf implements Agents {
  #before = '';
  #listed: readonly AgentDefinition[] = [];

  constructor(private readonly options: AgentShelfOptions) {}

  async list(): Promise<readonly AgentDefinition[]> {
    const { isEnabled, overrides, lists } = this.options.settings();
    const mayBeOffered = isEnabled && isOffered({ name: 'invoke_agent' }, lists);
    const agents = (mayBeOffered ? BUILT_IN_AGENTS : [])
      .filter(({ name }) => isOffered({ name }, { excluded: lists.excluded ?? [] }))
      .flatMap(agent => overridden(agent, overrides[agent.name]));
    const now = JSON.stringify(agents);
    if (now !== this.#before) this.#listed = agents;
    this.#before = now;
    return this.#listed;
  }
}

/** An agent with what settings say of it, in a list of one; empty if it is switched off. */
function overridden(agent: AgentDefinition, override: AgentOverride = {}): readonly AgentDefinition[] {
  const { enabled = true, ...more } = override;
  return enabled ? [{ ...agent, ...more }] : [];
}

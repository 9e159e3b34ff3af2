import type { Agents } from '../agent/ports/agents';
import type { Configuration } from '../config/configuration';
import { agentSettingsOf } from '../config/geminiSettings';
import { AgentShelf } from '../context/agents/agentShelf';

/** The agents that the chats of a window may set to work. */
export function createWindowAgents(configuration: Configuration): Agents {
  return new AgentShelf({ settings: () => agentSettingsOf(configuration.settings) });
}

import type { AgentControl } from '../../context/commands/actions/agents';
import { setUserSetting } from '../../node/config/editSettings';
import { shownPath } from '../sources/memoryEntries';
import type { WindowAgentRegistry } from '../sources/openWindowAgents';
import type { SkillControlOptions } from './skillControl';

/** The window's agents, for `/agents`. Switching one off is stored in Gemini CLI's settings. */
export function agentControl(
  agents: WindowAgentRegistry,
  { home, folders, configuration }: Pick<SkillControlOptions, 'home' | 'folders' | 'configuration'>,
): AgentControl {
  const { registry } = agents;
  return {
    find: () => registry.find(),
    ask: name => agents.ask(name),
    reload: async () => registry.reload(),
    pathFor: path => shownPath(path, folders(), home),
    async setEnabled(name, isEnabled) {
      await setUserSetting(home, ['agents', 'overrides', name, 'enabled'], isEnabled);
      await configuration.load();
    },
  };
}

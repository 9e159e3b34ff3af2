import type { AgentControl } from '../../context/commands/actions/agents';
import type { Configuration } from '../../config/configuration';
import { setUserSetting } from '../../node/config/editSettings';
import type { WindowAgentRegistry } from '../sources/openWindowAgents';

/** The window's agents, for `/agents`. Switching one off is stored in Gemini CLI's settings. */
export function agentControl(
  { registry }: Pick<WindowAgentRegistry, 'registry'>,
  { home, configuration }: { readonly home: string; readonly configuration: Configuration },
): AgentControl {
  return {
    find: () => registry.find(),
    reload: async () => registry.reload(),
    async setEnabled(name, isEnabled) {
      await setUserSetting(home, ['agents', 'overrides', name, 'enabled'], isEnabled);
      await configuration.load();
    },
  };
}

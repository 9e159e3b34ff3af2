import type { AgentControl } from '../../context/commands/actions/agents';
import type { Configuration } from '../../config/configuration';
import { setUserSetting } from '../../node/config/editSettings';
import type { WindowAgentShelf } from '../openWindowAgents';

/** The agents of a window, for `/agents`. What is switched off is noted where Gemini CLI looks for it. */
export function agentControl(
  { shelf }: Pick<WindowAgentShelf, 'shelf'>,
  { home, configuration }: { readonly home: string; readonly configuration: Configuration },
): AgentControl {
  return {
    find: () => shelf.find(),
    reload: async () => shelf.reload(),
    async setEnabled(name, isEnabled) {
      await setUserSetting(home, ['agents', 'overrides', name, 'enabled'], isEnabled);
      await configuration.load();
    },
  };
}

import type { McpControl } from '../../context/commands/actions/mcp';
import { shortReason } from '../../mcp/shortReason';
import { isShown, stateText, toolState, whyUnused } from '../mcp/mcpSection';
import type { WindowMcp } from '../mcp/windowMcp';

/** The window's MCP servers, for `/mcp`. */
export function mcpControl(mcp: WindowMcp): McpControl {
  return {
    async servers() {
      await mcp.servers.load();
      return mcp.servers.all.filter(isShown).map(server => {
        const { name, state, error, config, offer } = server;
        return {
          name,
          state: stateText({ state, error }),
          needsSignIn: state === 'needsSignIn',
          ...reasonOf(name, error),
          ...(config.description !== undefined && { description: config.description }),
          tools: offer.tools.map(({ name: tool, description, inputSchema }) => ({
            name: tool,
            schema: inputSchema,
            ...unusedOf(whyUnused(toolState(mcp, server, tool))),
            ...(description !== undefined && { description }),
          })),
          prompts: offer.prompts.map(prompt => prompt.name),
          resources: offer.resources.map(({ uri }) => uri),
        };
      });
    },
    reload: () => mcp.servers.reconnectAll(),
    signIn: name => mcp.signIn(name),
    setEnabled: (name, isEnabled) => mcp.servers.setEnabled(name, isEnabled),
  };
}

function unusedOf(why: string | undefined): { readonly unused?: string } {
  return why === undefined ? {} : { unused: why };
}

function reasonOf(name: string, error: string | undefined): { readonly error?: string } {
  const reason = error && shortReason(error, name);
  return reason ? { error: reason } : {};
}

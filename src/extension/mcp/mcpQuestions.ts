import { HookQuestions } from '../../hooks/hookQuestions';
import { addressOf } from '../../mcp/config/addressOf';
import type { PendingServer } from '../../mcp/config/serverApprovals';
import type { Mcp } from '../../mcp/openMcp';
import type { ChangedTool } from '../../mcp/tools/toolPins';
import { askAboutServer, askAboutTool, McpPages } from '../../vscode/questions/mcpQuestion';

export interface McpQuestionsOptions {
  readonly mcp: () => Pick<Mcp, 'servers' | 'approvals' | 'pins'>;
  /** Called when something has been found to need approval, and when the user has answered. */
  readonly onChange: () => void;
  readonly reportBug: (error: unknown) => void;
}

/** Asks the user about servers of the workspace and about tools that have changed, one after another. */
export class McpQuestions {
  readonly #pages = new McpPages();
  readonly #servers: HookQuestions<PendingServer>;
  readonly #tools: HookQuestions<ChangedTool>;

  constructor(private readonly options: McpQuestionsOptions) {
    const { reportBug } = options;
    this.#servers = new HookQuestions<PendingServer>({
      ask: (pending, isShown) => askAboutServer(textOf(pending), addressOf(pending.config), isShown),
      show: pending => this.#pages.show(textOf(pending)),
      isPending: async ({ key, config }) => {
        // It is told of while the servers are still being read.
        await this.options.mcp().servers.load();
        return this.#pending(config.name)?.key === key;
      },
      reportBug,
    });
    this.#tools = new HookQuestions<ChangedTool>({
      ask: (changed, isShown) => askAboutTool(toolText(changed), changed.tool, isShown),
      show: changed => this.#pages.show(toolText(changed)),
      isPending: async changed => this.options.mcp().pins.changed.some(({ key }) => key === changed.key),
      reportBug,
    });
  }

  aboutServers(pending: readonly PendingServer[]): void {
    void this.#servers.put(pending.map(each => this.#starting(each)));
  }

  aboutTool(changed: ChangedTool): void {
    this.options.onChange();
    void this.#tools.put([changed]).then(this.options.onChange);
  }

  /** Asks about a server, or about a tool of it, that the user has left waiting; false if nothing waits. */
  async again(name: string, tool?: string): Promise<boolean> {
    const { pins } = this.options.mcp();
    if (tool !== undefined) {
      const changed = pins.changed.find(each => each.server === name && each.tool === tool);
      if (changed) await this.#tools.again(changed, true).then(this.options.onChange);
      return changed !== undefined;
    }
    const pending = this.#pending(name);
    if (pending) await this.#servers.again(this.#starting(pending), pending.before !== undefined);
    return Boolean(pending);
  }

  /** The question about a server, unless it is gone, or approved. */
  #pending(name: string): PendingServer | undefined {
    const { servers, approvals } = this.options.mcp();
    const config = servers.get(name)?.config;
    return (config && approvals.pending(config)) ?? undefined;
  }

  dispose(): void {
    this.#pages.dispose();
  }

  /** Starts the servers as soon as one is approved, so that the next turn can use it. */
  #starting(pending: PendingServer): PendingServer {
    return {
      ...pending,
      approve: () => {
        pending.approve();
        void this.options.mcp().servers.connectAll();
      },
    };
  }
}

function textOf({ key, config, text, before }: PendingServer) {
  return { key, server: config.name, text, ...(before !== undefined && { before }) };
}

function toolText({ key, server, before, after }: ChangedTool) {
  return { key, server, text: after, before };
}

import type { ToolSource } from '../agent/ports/toolSource';
import type { Tool } from '../agent/tool';
import type { ServerTool } from './mcpConnection';
import type { McpServer } from './mcpServer';
import type { McpServers } from './mcpServers';
import { createMcpTool } from './mcpTool';
import { findTools } from './findTools';
import { isToolIncluded } from './toolFilter';
import { ToolNames } from './toolNames';

/** A tool that can't be used, and why, in words that follow its name. */
export interface UnusedTool {
  readonly server: string;
  readonly tool: string;
  readonly problem: string;
}

export interface McpToolSourceOptions {
  readonly servers: McpServers;
  /** Those that are as the user knows them. Absent: all are. */
  readonly known?: (server: McpServer, tools: readonly ServerTool[]) => readonly ServerTool[];
  /** Whether the user has it switched on. */
  readonly isEnabled?: (server: string, tool: string) => boolean;
  /** Is told once of each tool that can't be used. */
  readonly onUnused: (tool: UnusedTool) => void;
}

/** The tools of all servers that are connected, in the order of the settings. */
export class McpToolSource implements ToolSource {
  readonly name = 'MCP';
  readonly #names = new ToolNames();
  readonly #made = new WeakMap<McpServer, WeakMap<ServerTool, Tool | null>>();
  readonly #told = new Set<string>();
  #listed: readonly Tool[] = [];

  constructor(private readonly options: McpToolSourceOptions) {}

  /** Starts the servers that are not started, and waits for them as long as a prompt may. */
  async list(): Promise<readonly Tool[]> {
    await this.options.servers.connectAll();
    const own = this.options.servers.all.flatMap(server => this.#toolsOf(server));
    const tools = findTools(own, this.options.servers);
    const isSame = tools.length === this.#listed.length && tools.every((tool, i) => tool === this.#listed[i]);
    if (!isSame) this.#listed = tools;
    return this.#listed;
  }

  #toolsOf(server: McpServer): readonly Tool[] {
    const { known, isEnabled = () => true } = this.options;
    const used = server.offer.tools.filter(
      told => isToolIncluded(server.config, told.name) && isEnabled(server.name, told.name),
    );
    return (known?.(server, used) ?? used).flatMap(told => this.#toolOf(server, told) ?? []);
  }

  /** The same tool while its server says the same of it. */
  #toolOf(server: McpServer, told: ServerTool): Tool | null {
    const made = this.#made.get(server) ?? new WeakMap<ServerTool, Tool | null>();
    this.#made.set(server, made);
    const known = made.get(told);
    if (known !== undefined) return known;
    const tool = this.#make(server, told);
    made.set(told, tool);
    return tool;
  }

  #make(server: McpServer, told: ServerTool): Tool | null {
    const made = createMcpTool(server, told, this.#names.namesOf(server.name, told.name));
    if ('tool' in made) return made.tool;
    const key = JSON.stringify([server.name, told.name, made.problem]);
    if (!this.#told.has(key)) this.options.onUnused({ server: server.name, tool: told.name, problem: made.problem });
    this.#told.add(key);
    return null;
  }
}

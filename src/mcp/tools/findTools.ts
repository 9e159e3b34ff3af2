import type { ReadTool, Tool } from '../../agent/tool';
import { ToolError } from '../../shared/errors';
import type { McpServers } from '../mcpServers';
import { marked } from './toolResult';

/** The most MCP tools, and the most characters of their descriptions and schemas, that a request declares. */
const MAX_TOOLS = 100;
const MAX_CHARACTERS = 120_000;
const MAX_FOUND = 10;
const MAX_SHOWN = 24_000;

/** The tool with which the model finds undeclared tools, and the one with which it calls them. */
export const FIND_TOOL = 'find_mcp_tools';
const CALL_TOOL = 'call_mcp_tool';

const hidden = new WeakMap<Tool, Tool>();

/**
 * Declares all tools if they fit. Otherwise it declares none of them, and the model finds and calls them with two
 * tools.
 */
export function findTools(tools: readonly Tool[], servers: McpServers): readonly Tool[] {
  const characters = tools.reduce((sum, tool) => sum + tool.description.length + lengthOf(tool), 0);
  if (tools.length <= MAX_TOOLS && characters <= MAX_CHARACTERS) return tools;
  const undeclared = tools.map(hide);
  const pair = pairFor(servers);
  pair.tools = undeclared;
  return [pair.find, pair.call, ...undeclared];
}

function hide(tool: Tool): Tool {
  const known = hidden.get(tool) ?? { ...tool, isUndeclared: true as const };
  hidden.set(tool, known);
  return known;
}

const lengths = new WeakMap<Tool, number>();

function lengthOf(tool: Tool): number {
  const length = lengths.get(tool) ?? JSON.stringify(tool.parameters).length;
  lengths.set(tool, length);
  return length;
}

interface Pair {
  tools: readonly Tool[];
  readonly find: Tool;
  readonly call: Tool;
}

const pairs = new WeakMap<McpServers, Pair>();

function pairFor(servers: McpServers): Pair {
  const known = pairs.get(servers);
  if (known) return known;
  const pair: Pair = {
    tools: [],
    find: findTool(() => pair.tools),
    call: callTool(),
  };
  pairs.set(servers, pair);
  return pair;
}

function findTool(tools: () => readonly Tool[]): ReadTool<{ query: string }> {
  return {
    kind: 'read',
    name: FIND_TOOL,
    icon: 'search',
    description:
      'Finds tools of MCP servers by what they do or are called. There are more of them than are listed here. Gives the ' +
      `names of the best ${MAX_FOUND}, with their arguments; call one with ${CALL_TOOL}.`,
    parameters: {
      type: 'object',
      properties: { query: { type: 'string', description: 'A few words, such as "create issue", or a name.' } },
      required: ['query'],
    },
    title: ({ query }) => `${FIND_TOOL}: ${query}`,
    run: async ({ query }) => {
      const found = best(tools(), query);
      if (found.length === 0) {
        const names = [...new Set(tools().map(tool => tool.origin?.server ?? ''))].join(', ');
        return { content: `No tool fits. There are tools of these servers: ${names}. Try other words.` };
      }
      let text = '';
      for (const { name, description, parameters } of found) {
        const entry = `${JSON.stringify({ name, description, parameters })}\n`;
        if (text.length + entry.length <= MAX_SHOWN || text === '') text += entry;
      }
      return { content: marked('all', text) };
    },
  };
}

/** Ranks by how many words of the query are in the tool's name, which counts most, and in its description. */
function best(tools: readonly Tool[], query: string): readonly Tool[] {
  const words = query
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const scored = tools.map(tool => {
    const [name, description] = [tool.name.toLowerCase(), tool.description.toLowerCase()];
    const isExact = name === query.trim().toLowerCase() || tool.otherNames?.includes(query.trim()) === true;
    const score = words.reduce(
      (sum, word) => sum + (name.includes(word) ? 3 : 0) + (description.includes(word) ? 1 : 0),
      0,
    );
    return { tool, score: isExact ? Infinity : score };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_FOUND)
    .map(({ tool }) => tool);
}

/** Never runs itself: the call that it names runs in its place. */
function callTool(): ReadTool<{ name: string; arguments?: Readonly<Record<string, unknown>> }> {
  return {
    kind: 'read',
    name: CALL_TOOL,
    description: `Calls a tool of an MCP server that ${FIND_TOOL} has found.`,
    parameters: {
      type: 'object',
      properties: {
        name: { type: 'string', description: `The name that ${FIND_TOOL} has given.` },
        arguments: { type: 'object', description: 'The arguments of that tool.' },
      },
      required: ['name'],
    },
    title: ({ name }) => name,
    redirect: ({ name, arguments: args = {} }) => ({ name, args }),
    run: () => Promise.reject(new ToolError('tool_not_registered', 'There is no such tool.')),
  };
}

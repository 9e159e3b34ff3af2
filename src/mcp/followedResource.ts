import type { Followed } from '../agent/ports/followed';
import type { ResourceContents } from './mcpConnection';
import type { McpServer } from './mcpServer';
import { markedPlain, outputOf } from './toolResult';
import { messageOf } from '../shared/messageOf';

/** A request waits no longer for what a resource has become. */
const PATIENCE_MS = 5000;
/** What has changed is told whole each time. */
const MAX_TEXT = 20_000;

/** A resource as a prompt brought it, and how the model hears of what it becomes. */
export interface ReadResource {
  readonly contents: readonly ResourceContents[];
  /** Absent: its server tells nobody of changes. */
  readonly followed?: Followed;
}

/** Reads a resource of a server, which from then on tells of its changes where it can. Rejects with `McpFailure`. */
export async function readFollowed(server: McpServer, uri: string, signal: AbortSignal): Promise<ReadResource> {
  const connection = await server.ready(signal);
  let isStale = false;
  // First, so that no change between is missed.
  const leave = await server.followed.follow(uri, () => (isStale = true));
  try {
    const contents = await connection.readResource(uri, signal);
    if (!leave) return { contents };
    const told = new ToldResource(server, uri, contents);
    const news = async (asking: AbortSignal) => {
      if (!isStale) return undefined;
      isStale = false;
      return told.news(asking);
    };
    return { contents, followed: { id: `${server.name}:${uri}`, news, end: leave } };
  } catch (error) {
    leave?.();
    throw error;
  }
}

/** What the model was told last of a resource. */
class ToldResource {
  #told: string;

  constructor(
    private readonly server: McpServer,
    private readonly uri: string,
    contents: readonly ResourceContents[],
  ) {
    this.#told = JSON.stringify(contents);
  }

  /** Undefined: it is as it was, whatever the server says. */
  async news(asking: AbortSignal): Promise<string | undefined> {
    const { server, uri } = this;
    const about = `The resource ${JSON.stringify(uri)} of the MCP server ${JSON.stringify(server.name)} has changed`;
    try {
      const signal = AbortSignal.any([asking, AbortSignal.timeout(PATIENCE_MS)]);
      const contents = await (await server.ready(signal)).readResource(uri, signal);
      const now = JSON.stringify(contents);
      if (now === this.#told) return undefined;
      this.#told = now;
      const content = contents.map(each => ({ kind: 'resource' as const, ...each, ...cut(each) }));
      return `[${about} since you were told. What it said before no longer holds; it is now:]\n${outputOf(server.name, { content, isError: false }).content}`;
    } catch (error) {
      if (asking.aborted) return undefined;
      const why = messageOf(error);
      return `[${about} since you were told, and could not be read again.]\n${markedPlain(server.name, why.slice(0, 300))}`;
    }
  }
}

function cut({ text }: ResourceContents): { readonly text?: string } {
  if (text === undefined || text.length <= MAX_TEXT) return {};
  return { text: `${text.slice(0, MAX_TEXT)}\n[Cut: ${text.length - MAX_TEXT} more characters]` };
}

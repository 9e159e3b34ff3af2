import type { Followed } from '../../agent/ports/followed';
import type { ResourceContents } from '../connection/mcpConnection';
import type { McpServer } from '../mcpServer';
import { markedPlain, outputOf } from '../tools/toolResult';
import { messageOf } from '../../shared/messageOf';

/** How many milliseconds a request waits for a resource's new content. */
const PATIENCE_MS = 5000;
/** Maximum characters per changed content, which is sent in full each time. */
const MAX_NEWS = 20_000;
/** A prompt includes no more characters of a resource than this. */
const MAX_TEXT = 200_000;

/** A resource as a prompt attached it, and how the model learns of its changes. */
export interface ReadResource {
  readonly contents: readonly ResourceContents[];
  /** Absent if its server doesn't report changes. */
  readonly followed?: Followed;
}

/** Reads a server's resource and, if the server supports it, follows its changes. Rejects with `McpFailure`. */
export async function readFollowed(server: McpServer, uri: string, signal: AbortSignal): Promise<ReadResource> {
  const connection = await server.ready(signal);
  let isStale = false;
  // Subscribes before reading, so that no change in between is missed.
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

/** Remembers the content of a resource that the model got last. */
class ToldResource {
  #told: string;

  constructor(
    private readonly server: McpServer,
    private readonly uri: string,
    contents: readonly ResourceContents[],
  ) {
    this.#told = JSON.stringify(contents);
  }

  /** Returns undefined if the content is unchanged, whatever the server reports. */
  async news(asking: AbortSignal): Promise<string | undefined> {
    const { server, uri } = this;
    try {
      const signal = AbortSignal.any([asking, AbortSignal.timeout(PATIENCE_MS)]);
      const contents = await (await server.ready(signal)).readResource(uri, signal);
      const now = JSON.stringify(contents);
      if (now === this.#told) return undefined;
      this.#told = now;
      return resourceNews(server.name, uri, contents);
    } catch (error) {
      if (asking.aborted) return undefined;
      const why = messageOf(error);
      return `[${changed(server.name, uri)} since you were told, and couldn't be read again.]\n${markedPlain(server.name, why.slice(0, 300))}`;
    }
  }
}

/** The text of a resource as a prompt includes it; undefined if it isn't text. */
export function mentionText(server: string, { text }: Pick<ResourceContents, 'text'>): string | undefined {
  return text === undefined ? undefined : markedPlain(server, text.slice(0, MAX_TEXT));
}

/** The message to the model about a changed resource. */
export function resourceNews(server: string, uri: string, contents: readonly ResourceContents[]): string {
  const content = contents.map(each => ({ kind: 'resource' as const, ...each, ...cut(each) }));
  const now = outputOf(server, { content, isError: false }).content;
  return `[${changed(server, uri)} since you were told. What it said before no longer holds; it is now:]\n${now}`;
}

function changed(server: string, uri: string): string {
  return `The resource ${JSON.stringify(uri)} of the MCP server ${JSON.stringify(server)} has changed`;
}

function cut({ text }: ResourceContents): { readonly text?: string } {
  if (text === undefined || text.length <= MAX_NEWS) return {};
  return { text: `${text.slice(0, MAX_NEWS)}\n[Cut: ${text.length - MAX_NEWS} more characters]` };
}

import type { Followed } from '../agent/ports/followed';
import type { ResourceContents } from './mcpConnection';
import type { McpServer } from './mcpServer';
import { markedPlain, outputOf } from './toolResult';
import { messageOf } from '../shared/messageOf';

/** A request waits no longer for what a resource has become. */
const PATIENCE_MS = 5000;
/** What has changed is told whole each time. */
const MAX_NEWS = 20_000;
/** More of a resource is no use in a prompt. */
const MAX_TEXT = 200_000;

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
      return `[${changed(server.name, uri)} since you were told, and could not be read again.]\n${markedPlain(server.name, why.slice(0, 300))}`;
    }
  }
}

/** The text of a resource as a prompt brings it; undefined: it is no text. */
export function mentionText(server: string, { text }: Pick<ResourceContents, 'text'>): string | undefined {
  return text === undefined ? undefined : markedPlain(server, text.slice(0, MAX_TEXT));
}

/** What the model is told of a resource that is no longer as it was. */
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

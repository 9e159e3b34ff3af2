import type { Followed } from '../agent/ports/followed';
import type { FilePart } from '../shared/messages';
import { mentionText, readFollowed, resourceNews } from './followedResource';
import type { McpServers } from './mcpServers';

/** A request waits no longer for a server that was not needed before. */
const PATIENCE_MS = 5000;
/** One that is late may be there for the next request. */
const MAX_TRIES = 2;

/**
 * Follows a resource that a prompt of an earlier window or run brought along, as soon as something is asked in its chat.
 * `servers` gives undefined where none is configured any more.
 */
export function followedAgain(part: FilePart, servers: () => Promise<McpServers | undefined>): Followed {
  let tries = 0;
  let isEnded = false;
  let current: Followed | undefined;
  return {
    id: part.path,
    async news(asking) {
      if (current || tries >= MAX_TRIES) return current?.news(asking);
      tries++;
      const server = (await servers())?.all.find(({ name }) => part.path.startsWith(`${name}:`));
      if (!server) return undefined;
      const uri = part.path.slice(server.name.length + 1);
      try {
        const signal = AbortSignal.any([asking, AbortSignal.timeout(PATIENCE_MS)]);
        const { contents, followed } = await readFollowed(server, uri, signal);
        tries = MAX_TRIES;
        if (isEnded) followed?.end();
        else current = followed;
        const isSame = contents.some(each => mentionText(server.name, each) === part.text);
        return !followed || isSame ? undefined : resourceNews(server.name, uri, contents);
      } catch {
        return undefined; // what the prompt brought along still stands, and the server's own state says what is wrong
      }
    },
    end() {
      isEnded = true;
      tries = MAX_TRIES;
      current?.end();
    },
  };
}

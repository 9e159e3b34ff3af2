import type { Followed } from '../../agent/ports/followed';
import type { FilePart } from '../../shared/messages';
import { mentionText, readFollowed, resourceNews } from './followedResource';
import type { McpServers } from '../mcpServers';

/** How many milliseconds a request waits for a server that was not needed before. */
const PATIENCE_MS = 5000;
/** A server that is late the first time may be ready for the next request. */
const MAX_TRIES = 2;

/**
 * Follows a resource that a prompt in an earlier window or run attached, starting with the next request in its chat.
 * `servers` resolves to undefined if none is configured any more.
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
        return undefined; // the prompt's attachment remains valid, and the server's state shows what is wrong
      }
    },
    end() {
      isEnded = true;
      tries = MAX_TRIES;
      current?.end();
    },
  };
}

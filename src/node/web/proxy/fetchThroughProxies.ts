import type { Dispatcher } from 'undici';
import { ProxyError } from '../../../shared/errors';
import type { NamedProxy } from '../../../shared/namedProxy';

/**
 * Makes this process's global `fetch` use proxies, always through a tunnel, so that a proxy sees only the requests'
 * hosts. `proxyFor`: the proxy for a URL, or undefined. Only for Pollux's own process: VS Code does this for its
 * extensions.
 */
export async function fetchThroughProxies(proxyFor: (url: URL) => NamedProxy | undefined): Promise<void> {
  const { Agent, Dispatcher: Base, Pool, ProxyAgent, setGlobalDispatcher } = await import('undici');
  const direct = new Agent();
  const proxied = new Map<string, Dispatcher>();
  const agentOf = (proxy: NamedProxy): Dispatcher => {
    const { href } = proxy.url;
    const known = proxied.get(href);
    if (known) return known;
    const clientFactory = (origin: URL, options: object) => namingItself(new Pool(origin, options), proxy);
    const agent = new ProxyAgent({ uri: href, clientFactory });
    proxied.set(href, agent);
    return agent;
  };
  class Proxied extends Base {
    override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
      const proxy = proxyFor(new URL(options.origin ?? ''));
      return (proxy ? agentOf(proxy) : direct).dispatch(options, handler);
    }
  }
  setGlobalDispatcher(new Proxied());
}

/** A failure between this process and the proxy must not look like a failure of the service. */
function namingItself(pool: Dispatcher, { url, from }: NamedProxy): Dispatcher {
  const connect: (options: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData> = pool.connect.bind(pool);
  return Object.assign(pool, {
    async connect(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
      const answer = await connect(options).catch((error: unknown) => {
        throw new ProxyError(url.host, options.path, undefined, { cause: error }, from);
      });
      if (answer.statusCode === 200) return answer;
      answer.socket.once('error', () => undefined).destroy();
      throw new ProxyError(url.host, options.path, answer.statusCode, undefined, from);
    },
  });
}

import type { Dispatcher } from 'undici';
import { ProxyError } from '../../../shared/errors';

/**
 * Makes `fetch` of this whole process go through proxies, always by a tunnel, so that a proxy sees no more than where
 * requests go. `proxyFor`: the proxy on the way to an address, or none. Only for a process that is our own: the editor
 * does it for its extensions.
 */
export async function fetchThroughProxies(proxyFor: (url: URL) => URL | undefined): Promise<void> {
  const { Agent, Dispatcher: Base, Pool, ProxyAgent, setGlobalDispatcher } = await import('undici');
  const direct = new Agent();
  const proxied = new Map<string, Dispatcher>();
  const agentOf = (proxy: URL): Dispatcher => {
    const known = proxied.get(proxy.href);
    if (known) return known;
    const clientFactory = (origin: URL, options: object) => namingItself(new Pool(origin, options), proxy.host);
    const agent = new ProxyAgent({ uri: proxy.href, clientFactory });
    proxied.set(proxy.href, agent);
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

/** What goes wrong between us and the proxy must not look as if the service had failed. */
function namingItself(pool: Dispatcher, proxy: string): Dispatcher {
  const connect: (options: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData> = pool.connect.bind(pool);
  return Object.assign(pool, {
    async connect(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
      const answer = await connect(options).catch((error: unknown) => {
        throw new ProxyError(proxy, options.path, undefined, { cause: error });
      });
      if (answer.statusCode === 200) return answer;
      answer.socket.once('error', () => undefined).destroy();
      throw new ProxyError(proxy, options.path, answer.statusCode);
    },
  });
}

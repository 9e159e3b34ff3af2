import type { Configuration } from '../config/configuration';
import { hostListsOf } from '../config/hostLists';
import { NetworkEgress } from '../node/egress/networkEgress';

/** Where every request of a run leaves. */
export function createHeadlessEgress(
  configuration: Pick<Configuration, 'environment' | 'settings' | 'origins'>,
): NetworkEgress {
  return new NetworkEgress({
    lists: () => hostListsOf(configuration, configuration.environment.networkHosts, 'POLLUX_NETWORK_ALLOWED_HOSTS'),
    now: Date.now,
  });
}

import type { Configuration } from '../config/configuration';
import { hostListsOf } from '../config/hostLists';
import type { PolluxSettings } from '../config/settings';
import { NetworkEgress } from '../node/egress/networkEgress';

export interface WindowEgressOptions {
  readonly configuration: Configuration;
  readonly settings: () => PolluxSettings;
}

/** Where every request of this window leaves. */
export function createWindowEgress({ configuration, settings }: WindowEgressOptions): NetworkEgress {
  return new NetworkEgress({
    lists: () => hostListsOf(configuration, settings()['network.allowedHosts'], 'pollux.network.allowedHosts'),
    now: Date.now,
  });
}

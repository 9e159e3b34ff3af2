import type { HostList } from '../../src/agent/ports/egress';
import { NetworkEgress } from '../../src/node/egress/networkEgress';

/** Where requests of tests leave: everything may be reached that `lists` do not leave out. */
export function openEgress(lists: readonly HostList[] = []): NetworkEgress {
  return new NetworkEgress({ lists: () => lists, now: Date.now });
}

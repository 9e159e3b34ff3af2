import type { HostList, Passage } from '../../src/agent/ports/egress';
import { NetworkEgress } from '../../src/node/egress/networkEgress';

/** For requests that nobody counts. */
export const uncounted: Passage = { received: () => undefined, end: () => undefined };

/** Where requests of tests leave: everything may be reached that `lists` do not leave out. */
export function openEgress(lists: readonly HostList[] = []): NetworkEgress {
  return new NetworkEgress({ lists: () => lists, now: Date.now });
}

import type { Configuration } from '../config/configuration';
import { hostListsOf } from '../config/hostLists';
import type { PolluxSettings } from '../config/settings';
import { lazyGenerator } from '../gemini/lazyGenerator';
import { NetworkEgress } from '../node/egress/networkEgress';
import { once } from '../node/once';
import type { WindowFirewall } from './windowFirewall';

export interface WindowEgressOptions {
  readonly home: string;
  readonly folders: () => readonly string[];
  readonly configuration: Configuration;
  readonly settings: () => PolluxSettings;
}

export interface WindowEgress {
  readonly egress: NetworkEgress;
  /** Wraps a chat's generator so that secrets are held back. */
  readonly guard: WindowFirewall['guard'];
}

/** The egress that all requests of this window go through. */
export function createWindowEgress({ configuration, ...options }: WindowEgressOptions): WindowEgress {
  const { settings } = options;
  let opened: WindowFirewall | undefined;
  const firewall = once(async () => {
    const { createWindowFirewall } = await import('./windowFirewall');
    return (opened = createWindowFirewall(options));
  });
  const egress = new NetworkEgress({
    lists: () => hostListsOf(configuration, settings()['network.allowedHosts'], 'pollux.network.allowedHosts'),
    secretIn: text => opened?.secretIn(text),
    now: Date.now,
  });
  return {
    egress,
    guard: (generator, ask) => lazyGenerator(once(async () => (await firewall()).guard(generator, ask))),
  };
}

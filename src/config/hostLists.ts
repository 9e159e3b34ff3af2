import type { HostList } from '../agent/ports/egress';
import { isForced, type Configuration } from './configuration';

/** The lists of hosts that may be reached. `own`: the user's list in the editor or the environment, named `setting`. */
export function hostListsOf(
  configuration: Pick<Configuration, 'settings' | 'origins'>,
  own: readonly string[],
  setting: string,
): readonly HostList[] {
  const key = 'admin.network.allowedHosts';
  return [
    { hosts: configuration.settings[key], setting: key, isForced: isForced(configuration, key) },
    { hosts: own, setting },
  ];
}

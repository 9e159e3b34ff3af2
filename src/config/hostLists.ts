import type { HostList } from '../agent/ports/egress';
import { isForced, type Configuration } from './configuration';

/** Which hosts may be reached: `own` is what the user has set in the editor or the environment, under the name `setting`. */
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

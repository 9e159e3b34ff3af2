import { homedir } from 'node:os';
import type { ContentGenerator } from '../../agent/ports/model';
import type { Configuration } from '../../config/configuration';
import { hostListsOf } from '../../config/hostLists';
import { readProxies } from '../../config/proxies';
import type { PolluxSettings } from '../../config/settings';
import { Firewall } from '../../gemini/firewall/firewall';
import { NetworkEgress } from '../../node/egress/networkEgress';
import { WorkspaceSecrets } from '../../node/egress/workspaceSecrets';
import { createDirectFetch } from '../../node/web/directFetch';
import { describeSecret } from '../../shared/secrets/describeSecret';

const WAY_ON =
  'Remove it, or set POLLUX_NETWORK_SECRETS to "redact", which sends requests without such values, or to "off".';

export interface HeadlessEgress extends NetworkEgress {
  /** The generator of a run, behind the check for secrets; nobody can be asked. */
  guard(generator: ContentGenerator, settings: PolluxSettings, folders: () => readonly string[]): ContentGenerator;
}

/** All requests of a run go through this. */
export function createHeadlessEgress(
  configuration: Pick<Configuration, 'environment' | 'settings' | 'origins'>,
): HeadlessEgress {
  const { environment } = configuration;
  let secrets: WorkspaceSecrets | undefined;
  const egress = new NetworkEgress({
    lists: () => hostListsOf(configuration, environment.networkHosts, 'POLLUX_NETWORK_ALLOWED_HOSTS'),
    secretIn(text) {
      const [found] = secrets?.latest?.find(text) ?? [];
      return found && describeSecret(found);
    },
    models: createDirectFetch(() => readProxies(process.env) !== undefined),
    now: Date.now,
  });
  const guard: HeadlessEgress['guard'] = (generator, settings, folders) => {
    const choice = settings['network.secrets'];
    if (choice === 'off') return generator;
    const { home = homedir() } = environment;
    const found = (secrets = new WorkspaceSecrets({ env: () => process.env, folders, home }));
    return new Firewall({
      scanner: () => found.scanner(),
      redacts: () => choice === 'redact',
      wayOn: WAY_ON,
    }).guard(generator);
  };
  return Object.assign(egress, { guard });
}

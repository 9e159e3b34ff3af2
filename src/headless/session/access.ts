import { homedir } from 'node:os';
import type { Egress } from '../../agent/ports/egress';
import type { Configuration } from '../../config/configuration';
import type { EnvironmentSettings } from '../../config/environment';
import type { AccessSources } from '../../gemini/findAccess';
import { ApplicationDefault } from '../../node/credentials/applicationDefault';
import { GOOGLE_ENDPOINTS } from '../../node/credentials/credentials';
import { readGeminiCliCredentials } from '../../node/credentials/geminiCli';
import { GoogleAccount } from '../../node/credentials/googleAccount';
import { createKeyFile, type KeyFile } from '../../node/credentials/keyFile';
import { sayOnce } from '../../node/once';

export function keyFileOf({ home = homedir() }: EnvironmentSettings): KeyFile {
  return createKeyFile(home);
}

/** Where a run finds access to the models: the environment, the stored key, then Gemini CLI's account. */
export function createAccessSources(
  { environment, settings }: Pick<Configuration, 'environment' | 'settings'>,
  egress: Egress,
  err: (text: string) => void,
): AccessSources {
  const [selected, enforced] = [settings['security.auth.selectedType'], settings['security.auth.enforcedType']];
  const wantsKey = (enforced || selected) === 'gemini-api-key';
  const isSaid = environment.apiKey !== undefined || (environment.service !== undefined && !wantsKey);
  return {
    environment,
    chosen: undefined,
    storedKey: async () => (isSaid ? undefined : keyFileOf(environment).read()),
    google: createGoogleAccount(environment, egress, err),
    applicationDefault: new ApplicationDefault(egress),
    settings: {
      baseUrl: '',
      project: '',
      location: '',
      selected,
      enforced,
    },
  };
}

/** Gemini CLI's account; refreshed tokens are not written anywhere. */
function createGoogleAccount(
  environment: EnvironmentSettings,
  egress: Egress,
  err: (text: string) => void,
): GoogleAccount {
  const { home = homedir(), oauthClientId: id, oauthClientSecret: secret } = environment;
  const warn = sayOnce(message => err(`pollux: ${message}\n`));
  return new GoogleAccount({
    read: () => readGeminiCliCredentials(home, warn),
    client: () => (id === undefined ? undefined : { id, ...(secret !== undefined && { secret }) }),
    endpoints: GOOGLE_ENDPOINTS,
    egress,
    now: Date.now,
  });
}

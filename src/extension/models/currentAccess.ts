import type { Egress } from '../../agent/ports/egress';
import type { Configuration } from '../../config/configuration';
import type { PolluxSettings } from '../../config/settings';
import { DemoModel } from '../../demo/demoModel';
import type { CodeAssistAccess } from '../../gemini/access';
import { findAccess, type AccessSources, type FoundAccess, type SignInMethod } from '../../gemini/findAccess';
import { ApplicationDefault } from '../../node/credentials/applicationDefault';
import { GOOGLE_ENDPOINTS, type OAuthClient } from '../../node/credentials/credentials';
import { readGeminiCliCredentials } from '../../node/credentials/geminiCli';
import { GoogleAccount } from '../../node/credentials/googleAccount';
import type { GoogleStore } from '../../vscode/authentication/googleStore';
import type { ApiKeyStore } from '../../vscode/secrets';

/** Small values stored across windows and restarts. */
export interface AccessMemory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

export interface CurrentAccessOptions {
  readonly apiKey: ApiKeyStore;
  readonly googleStore: GoogleStore;
  readonly memory: AccessMemory;
  readonly home: string;
  readonly settings: () => PolluxSettings;
  readonly configuration: Configuration;
  readonly egress: Egress & { admitOwn(address: string): void };
  readonly oauthClient: () => OAuthClient | undefined;
  readonly warn: (message: string) => void;
}

/**
 * How requests are authenticated at the moment: by the demo while it is on, else as the user signed in, else from the
 * environment.
 */
export interface CurrentAccess {
  /** Rejects with the reason if there is no access. */
  readonly find: () => Promise<FoundAccess>;
  /** The source of access for the next request. Doesn't start the demo. */
  readonly from: () => Promise<FoundAccess['from'] | 'none'>;
  /** The Google account used for requests; undefined: another kind of access is used. Rejects if there is no access. */
  readonly account: () => Promise<CodeAssistAccess | undefined>;
  readonly setDemo: (isOn: boolean) => Promise<void>;
  /** Remembers how the user last signed in; undefined: forgets it. */
  readonly choose: (method: SignInMethod | undefined) => Promise<void>;
  readonly dispose: () => void;
}

export function createCurrentAccess(options: CurrentAccessOptions): CurrentAccess {
  const { apiKey, googleStore, memory, settings, configuration, egress } = options;
  const demo = new DemoModel({ isOn: Boolean(memory.get('pollux.demo') ?? process.env.POLLUX_DEMO === '1') });
  const account = new GoogleAccount({
    read: async () => (await googleStore.read()) ?? readGeminiCliCredentials(options.home, options.warn),
    // Gemini CLI's credentials aren't copied: a copy would outlive a sign-out there.
    save: async credentials => {
      if (await googleStore.read()) await googleStore.save(credentials);
    },
    client: options.oauthClient,
    endpoints: GOOGLE_ENDPOINTS,
    egress,
    now: Date.now,
  });
  const applicationDefault = new ApplicationDefault(egress);
  const sources = (): AccessSources => ({
    environment: configuration.environment,
    chosen: memory.get('pollux.signIn') as SignInMethod | undefined,
    storedKey: () => apiKey.get(),
    google: account,
    applicationDefault,
    settings: {
      baseUrl: settings().baseUrl,
      project: settings()['google.project'],
      location: settings()['google.location'],
      selected: configuration.settings['security.auth.selectedType'],
      enforced: configuration.settings['security.auth.enforcedType'],
    },
  });
  return {
    find: async () => {
      if (!demo.isOn) return findAccess(sources());
      const { apiKey: demoKey, url } = await demo.start();
      egress.admitOwn(url);
      return { access: { via: 'apiKey', apiKey: demoKey, baseUrl: url }, from: 'demo' };
    },
    from: async () => {
      if (demo.isOn) return 'demo';
      return findAccess(sources()).then(
        ({ from }) => from,
        () => 'none', // the reason is shown when a prompt is sent
      );
    },
    account: async () => {
      if (demo.isOn) return undefined;
      const { access } = await findAccess(sources());
      return access.via === 'codeAssist' ? access : undefined;
    },
    setDemo: async isOn => {
      demo.isOn = isOn;
      await memory.update('pollux.demo', isOn);
    },
    choose: async method => memory.update('pollux.signIn', method),
    dispose: () => demo.dispose(),
  };
}

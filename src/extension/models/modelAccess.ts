import type { Egress } from '../../agent/ports/egress';
import type { Log } from '../../agent/ports/log';
import type { Configuration } from '../../config/configuration';
import { readOAuthClient, type PolluxSettings } from '../../config/settings';
import type { CodeAssistAccess } from '../../gemini/access';
import type { Quota } from '../../gemini/codeAssist/quota';
import type { DiagnosisOptions } from '../../gemini/diagnosis';
import type { FoundAccess, SignInMethod } from '../../gemini/findAccess';
import { GOOGLE_ENDPOINTS } from '../../node/credentials/credentials';
import { once, sayOnce } from '../../node/once';
import type { Check } from '../../shared/check';
import type { NamedProxy } from '../../shared/namedProxy';
import { redact } from '../../shared/redact';
import { GoogleAuthenticationProvider } from '../../vscode/authentication/authenticationProvider';
import type { EditorCallbacks } from '../../vscode/authentication/editorCallbacks';
import { createGoogleSignIn, type GoogleSignIn } from '../../vscode/authentication/googleSignIn';
import type { GoogleStore } from '../../vscode/authentication/googleStore';
import type { ApiKeyStore } from '../../vscode/secrets';
import { createCurrentAccess, type AccessMemory } from './currentAccess';
import { createSessionGenerators, type SessionGenerator } from './sessionGenerators';

export interface ModelAccessOptions {
  readonly apiKey: ApiKeyStore;
  readonly googleStore: GoogleStore;
  readonly memory: AccessMemory;
  /** Where a browser can return to after a sign-in. */
  readonly callbacks: EditorCallbacks;
  /** Registers the account with the editor until the returned object is disposed. */
  readonly register: (provider: GoogleAuthenticationProvider) => { dispose(): void };
  readonly showDiagnosis: (detail: string) => PromiseLike<unknown>;
  readonly home: string;
  readonly settings: () => PolluxSettings;
  readonly configuration: Configuration;
  readonly userAgent: string;
  readonly egress: Egress & { admitOwn(address: string): void };
  /** The proxy that the editor uses for an address, where that can be determined. */
  readonly proxyFor: (url: URL) => NamedProxy | undefined;
  readonly log: Log;
  /** Called when the user signed in or out, or the credentials changed. */
  readonly onChange: () => Promise<void>;
}

export interface ModelAccess {
  readonly apiKey: ApiKeyStore;
  readonly google: GoogleSignIn;
  /** The source of access for the next request: `demo`, how the user signed in, or `none`. */
  from(): Promise<FoundAccess['from'] | 'none'>;
  /** The Google account used for requests; undefined: another kind of access, or none. */
  account(): Promise<CodeAssistAccess | undefined>;
  /** Creates the generator of a new session, which starts without model fallbacks. */
  openGenerator(): SessionGenerator;
  setDemo(isOn: boolean): Promise<void>;
  /** Remembers how the user last signed in; undefined: forgets it. */
  choose(method: SignInMethod | undefined): Promise<void>;
  /** The Google account's remaining quota by model; empty without an account, or if the quota can't be read. */
  quota(signal: AbortSignal): Promise<readonly Quota[]>;
  /** Shows which step of the sign-in fails with `model`. */
  diagnose(model: string): Promise<string>;
  /** The same diagnosis, as checks. */
  check(model: string): Promise<readonly Check[]>;
  dispose(): void;
}

/** Access to the models: as the user signed in, else from the environment; or the demo. */
export function createModelAccess(options: ModelAccessOptions): ModelAccess {
  const { apiKey, googleStore, settings, configuration, userAgent, egress } = options;
  const oauthClient = () => readOAuthClient(settings(), configuration.environment);
  const warn = sayOnce(message => options.log.warn(message));
  const current = createCurrentAccess({ ...options, oauthClient, warn });
  const google = createGoogleSignIn({
    store: googleStore,
    client: oauthClient,
    endpoints: GOOGLE_ENDPOINTS,
    egress,
    page: () => settings()['google.redirectUri'],
    callbacks: options.callbacks,
  });
  const requests = once(() => import('../../gemini/requests'));
  const generators = createSessionGenerators({ ...options, requests, find: current.find });
  const choose = async (method: SignInMethod | undefined) => {
    await current.choose(method);
    await options.onChange();
  };
  const provider = new GoogleAuthenticationProvider({
    store: googleStore,
    signIn: async () => {
      const credentials = await google.signIn();
      if (credentials) await choose('google');
      return credentials;
    },
    signOut: async () => {
      await google.signOut();
      await choose(undefined);
    },
  });
  const diagnosisOf = async (model: string): Promise<DiagnosisOptions> => {
    const { readQuota } = await requests();
    const left: DiagnosisOptions['quota'] = (account, signal) => readQuota(account, { egress, userAgent }, signal);
    return {
      find: current.find,
      generator: generators.plain,
      model,
      quota: left,
      wayBack: () => google.describeWayBack(),
    };
  };
  const disposables = [
    current,
    provider,
    options.register(provider),
    apiKey.onDidChange(() => void options.onChange()),
    googleStore.onDidChange(() => void options.onChange()),
  ];

  return {
    apiKey,
    google,
    from: current.from,
    // The reason for missing access is shown when a prompt is sent.
    account: () => current.account().catch(() => undefined),
    openGenerator: generators.open,
    setDemo: async isOn => {
      await current.setDemo(isOn);
      await options.onChange();
    },
    choose,
    quota: async signal => {
      const { readQuota, failureOf } = await requests();
      try {
        const access = await current.account();
        return access ? await readQuota(access, { egress, userAgent }, signal) : [];
      } catch (error) {
        const { message } = failureOf(error, signal);
        if (!signal.aborted) options.log.info(`The quota is not known: ${redact(message)}`);
        return [];
      }
    },
    diagnose: async model => {
      const { diagnoseSignIn, describeHops } = await requests();
      const hops = await diagnoseSignIn(await diagnosisOf(model), AbortSignal.timeout(30_000));
      const detail = [userAgent.replace('/', ' '), redact(describeHops(hops))].join('\n');
      options.log.info(`Sign-in diagnosis:\n${detail}`);
      await options.showDiagnosis(detail);
      return detail;
    },
    check: async model =>
      (await requests()).checkService(await diagnosisOf(model), configuration.settings['security.auth.enforcedType']),
    dispose: () => {
      for (const disposable of disposables) disposable.dispose();
    },
  };
}

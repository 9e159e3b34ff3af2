import { randomUUID } from 'node:crypto';
import type { Egress } from '../agent/ports/egress';
import type { ContentGenerator, ModelFailure } from '../agent/ports/model';
import type { Log } from '../agent/ports/log';
import type { Configuration } from '../config/configuration';
import { forbiddenModel } from '../config/allowedModels';
import { sandboxVariables, unkeptGuard } from '../config/guards';
import { moneyLimitOf, readOAuthClient, type PolluxSettings } from '../config/settings';
import type { CodeAssistAccess } from '../gemini/access';
import type { Quota } from '../gemini/codeAssist/quota';
import type { DiagnosisOptions } from '../gemini/diagnosis';
import { findAccess, type AccessSources, type FoundAccess, type SignInMethod } from '../gemini/findAccess';
import { ModelFallback } from '../gemini/fallback';
import { lazyGenerator } from '../gemini/lazyGenerator';
import { fallbacksOf, MODELS } from '../gemini/models';
import { brokenAlias } from '../gemini/modelConfigs';
import { unpriced, withPrices } from '../gemini/prices';
import { withRetry } from '../gemini/retry';
import { ApplicationDefault } from '../node/credentials/applicationDefault';
import { GOOGLE_ENDPOINTS } from '../node/credentials/credentials';
import { readGeminiCliCredentials } from '../node/credentials/geminiCli';
import { GoogleAccount } from '../node/credentials/googleAccount';
import { DemoModel } from '../demo/demoModel';
import { once, sayOnce } from '../node/once';
import { waitFor } from '../node/wait';
import { GoogleAuthenticationProvider } from '../vscode/authentication/authenticationProvider';
import type { EditorCallbacks } from '../vscode/authentication/editorCallbacks';
import { createGoogleSignIn, type GoogleSignIn } from '../vscode/authentication/googleSignIn';
import type { GoogleStore } from '../vscode/authentication/googleStore';
import { askFallback } from '../vscode/fallbackQuestion';
import type { Check } from '../shared/check';
import type { NamedProxy } from '../shared/namedProxy';
import { redact } from '../shared/redact';
import type { ApiKeyStore } from '../vscode/secrets';

export interface ModelAccessOptions {
  readonly apiKey: ApiKeyStore;
  readonly googleStore: GoogleStore;
  /** Small values that outlive the window. */
  readonly memory: {
    get(key: string): unknown;
    update(key: string, value: unknown): PromiseLike<void>;
  };
  /** Where a browser may come back to. */
  readonly callbacks: EditorCallbacks;
  /** Makes the account known to the editor until what it returns is disposed of. */
  readonly register: (provider: GoogleAuthenticationProvider) => { dispose(): void };
  readonly showDiagnosis: (detail: string) => PromiseLike<unknown>;
  readonly home: string;
  readonly settings: () => PolluxSettings;
  readonly configuration: Configuration;
  readonly userAgent: string;
  readonly egress: Egress & { admitOwn(address: string): void };
  /** The proxy that the editor takes to an address, as far as it is known. */
  readonly proxyFor: (url: URL) => NamedProxy | undefined;
  readonly log: Log;
  /** Who is signed in, or with what, has changed. */
  readonly onChange: () => Promise<void>;
}

/** What a session asks, with retries and fallbacks of its own. */
export interface SessionGenerator {
  readonly generator: ContentGenerator;
  /** The model that answers when `model` is asked for. */
  modelFor(model: string): string;
  /** Goes back to the models that were chosen. */
  reset(): void;
}

export interface ModelAccess {
  readonly apiKey: ApiKeyStore;
  readonly google: GoogleSignIn;
  /** Where the next request goes: `demo`, how the person signed in, or `none`. */
  from(): Promise<FoundAccess['from'] | 'none'>;
  /** The Google account that requests are sent for; undefined: they go another way, or none. */
  account(): Promise<CodeAssistAccess | undefined>;
  /** For a new session, which begins without switches of models. */
  openGenerator(): SessionGenerator;
  setDemo(isOn: boolean): Promise<void>;
  /** Remembers how the person signed in last; undefined: not at all. */
  choose(method: SignInMethod | undefined): Promise<void>;
  /** What is left of a Google account's quota, by model; empty without one, or where it can not be known. */
  quota(signal: AbortSignal): Promise<readonly Quota[]>;
  /** Shows which hop of the sign-in fails with `model`. */
  diagnose(model: string): Promise<void>;
  /** The same as checks. */
  check(model: string): Promise<readonly Check[]>;
  dispose(): void;
}

/** The way to the model: as the person signed in, else as the environment says; or the demo. */
export function createModelAccess(options: ModelAccessOptions): ModelAccess {
  const { apiKey, googleStore, callbacks, memory, home, settings, configuration, userAgent, egress } = options;
  const demo = new DemoModel({ isOn: Boolean(memory.get('pollux.demo') ?? process.env.POLLUX_DEMO === '1') });
  const oauthClient = () => readOAuthClient(settings(), configuration.environment);
  const warn = sayOnce(message => options.log.warn(message));
  const account = new GoogleAccount({
    read: async () => (await googleStore.read()) ?? readGeminiCliCredentials(home, warn),
    // What belongs to Gemini CLI stays there: a copy would outlive a sign-out.
    save: async credentials => {
      if (await googleStore.read()) await googleStore.save(credentials);
    },
    client: oauthClient,
    endpoints: GOOGLE_ENDPOINTS,
    egress,
    now: Date.now,
  });
  const google = createGoogleSignIn({
    store: googleStore,
    client: oauthClient,
    endpoints: GOOGLE_ENDPOINTS,
    egress,
    page: () => settings()['google.redirectUri'],
    callbacks,
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
  const find = async (): Promise<FoundAccess> => {
    if (!demo.isOn) return findAccess(sources());
    const { apiKey: demoKey, url } = await demo.start();
    egress.admitOwn(url);
    return { access: { via: 'apiKey', apiKey: demoKey, baseUrl: url }, from: 'demo' };
  };
  const accountOf = async () => {
    if (demo.isOn) return undefined;
    const { access } = await findAccess(sources());
    return access.via === 'codeAssist' ? access : undefined;
  };
  const unkept = (): ModelFailure | undefined => {
    const guard = unkeptGuard(configuration.settings, sandboxVariables(process.env, configuration));
    return guard && { kind: 'other', message: guard.message, isPermanent: true };
  };
  let isBilled = true;
  const requests = once(() => import('../gemini/requests'));
  const openGenerator = once(async () =>
    (await requests()).createContentGenerator({
      access: async () => {
        const { access, from } = await find();
        isBilled = from !== 'demo' && access.via !== 'codeAssist';
        return access;
      },
      refuse: model => {
        const limit = isBilled ? moneyLimitOf(settings()) : undefined;
        return (
          unkept() ??
          forbiddenModel(model, configuration.settings) ??
          brokenAlias(configuration.modelConfigs, model) ??
          unpriced(model, limit && `pollux.${limit}`, Date.now())
        );
      },
      egress,
      userAgent,
      newId: randomUUID,
      wait: waitFor,
      proxyFor: options.proxyFor,
    }),
  );
  const generator = lazyGenerator(openGenerator);
  const retries = {
    get maxAttempts() {
      return configuration.settings['general.maxAttempts'];
    },
    wait: waitFor,
    random: Math.random,
  };
  const openFallback = () =>
    new ModelFallback({
      fallbacksOf,
      onFallback: async (_from, to, failure) => {
        const { fallback: setting } = settings();
        if (setting !== 'ask') return setting === 'automatic' ? 'switch' : 'stop';
        return askFallback(MODELS.find(({ id }) => id === to)?.label ?? to, failure);
      },
      now: Date.now,
    });
  const choose = async (method: SignInMethod | undefined) => {
    await memory.update('pollux.signIn', method);
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
    return { find, generator, model, quota: left, wayBack: () => google.describeWayBack() };
  };
  const disposables = [
    demo,
    provider,
    options.register(provider),
    apiKey.onDidChange(() => void options.onChange()),
    googleStore.onDidChange(() => void options.onChange()),
  ];

  return {
    apiKey,
    google,
    from: async () => {
      if (demo.isOn) return 'demo';
      return findAccess(sources()).then(
        ({ from }) => from,
        () => 'none', // the reason is said when a prompt is sent
      );
    },
    // Why there is no way is said when a prompt is sent.
    account: () => accountOf().catch(() => undefined),
    openGenerator: () => {
      const fallback = openFallback();
      const priced = withPrices(generator, { now: Date.now, isBilled: () => isBilled });
      return {
        generator: fallback.wrap(withRetry(priced, retries)),
        modelFor: model => fallback.modelFor(model),
        reset: () => fallback.reset(),
      };
    },
    setDemo: async isOn => {
      demo.isOn = isOn;
      await memory.update('pollux.demo', isOn);
      await options.onChange();
    },
    choose,
    quota: async signal => {
      const { readQuota, failureOf } = await requests();
      try {
        const access = await accountOf();
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
      const detail = redact(describeHops(hops));
      options.log.info(`Sign-in diagnosis:\n${detail}`);
      await options.showDiagnosis(detail);
    },
    check: async model => (await requests()).checkService(await diagnosisOf(model)),
    dispose: () => {
      for (const disposable of disposables) disposable.dispose();
    },
  };
}

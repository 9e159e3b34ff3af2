import * as l10n from '@vscode/l10n';
import type { AccessTokens } from '../agent/ports/accessTokens';
import type { EnvironmentSettings } from '../config/environment';
import type { AuthType } from '../config/guardRows';
import { SignInError } from '../shared/errors';
import type { CodeAssistAccess, GenaiAccess, ModelAccess } from './access';
import { safeAddress, safeLocation } from './address';
import { readCustomHeaders, safeVersion } from './customHeaders';

export type SignInMethod = 'apiKey' | 'google' | 'vertexAi';

/** The sources for finding access to the models. */
export interface AccessSources {
  readonly environment: EnvironmentSettings;
  /** How the user signed in last; undefined if they haven't. */
  readonly chosen: SignInMethod | undefined;
  /** The key that the user has entered. */
  readonly storedKey: () => Promise<string | undefined>;
  /** The user's Google account; `isSignedIn` neither asks the user nor sends a request. */
  readonly google: AccessTokens & { isSignedIn(): Promise<boolean> };
  readonly applicationDefault: AccessTokens;
  /** The settings take precedence over the environment; an empty value means unset. */
  readonly settings: {
    readonly baseUrl: string;
    readonly project: string;
    readonly location: string;
    /** The sign-in method selected in `settings.json`; if absent or empty, the first available one. */
    readonly selected?: AuthType;
    /** The only allowed method. */
    readonly enforced?: AuthType;
  };
}

export interface FoundAccess {
  readonly access: ModelAccess;
  readonly from: 'key' | 'environment' | 'google' | 'gateway' | 'demo';
}

/** Without a location, requests can be processed in any region. */
const DEFAULT_LOCATION = 'global';

/** A sign-in is available, but not with the enforced method. */
export class EnforcedSignInError extends SignInError {}

/**
 * Finds access to the models, in this order: the enforced method, the user's last sign-in, the method in
 * `settings.json`, the stored key, the service or key in the environment, a gateway with custom headers, the account
 * signed in with Gemini CLI, a key in the project's `.env`. Throws `SignInError` if there is none.
 */
export async function findAccess(sources: AccessSources): Promise<FoundAccess> {
  const { enforced = '' } = sources.settings;
  if (enforced === '') return preferredAccess(sources);
  try {
    return await accessBy(enforced, sources);
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    const other = await preferredAccess({ ...sources, settings: { ...sources.settings, enforced: '' } }).catch(
      () => undefined,
    );
    if (!other) throw error;
    const name = 'security.auth.enforcedType';
    throw new EnforcedSignInError(
      l10n.t('The setting “{0}” only allows signing in with “{1}”, which isn’t set up.', name, enforced),
    );
  }
}

async function preferredAccess(sources: AccessSources): Promise<FoundAccess> {
  const { environment, chosen, google } = sources;
  const { selected = '' } = sources.settings;
  if (chosen === undefined && selected !== '') return accessBy(selected, sources);
  if (chosen === 'google') return { access: googleAccess(sources, google), from: 'google' };
  if (chosen === 'vertexAi') return { access: vertexAccess(sources), from: 'environment' };
  const storedKey = await sources.storedKey();
  if (storedKey !== undefined) return { access: keyAccess(sources, storedKey), from: 'key' };
  const named = namedAccess(sources);
  if (named) return { access: named, from: 'environment' };
  if (environment.apiKey !== undefined) {
    return { access: keyAccess(sources, environment.apiKey), from: 'environment' };
  }
  const gateway = gatewayOf(sources);
  if (gateway !== undefined && environment.customHeaders !== undefined) {
    return { access: { via: 'gateway', ...gateway, ...sendingOf(environment) }, from: 'gateway' };
  }
  if (await google.isSignedIn()) return { access: googleAccess(sources, google), from: 'google' };
  const { projectKey } = environment;
  if (projectKey !== undefined) return { access: keyAccess(sources, projectKey), from: 'environment' };
  throw new SignInError(l10n.t('No API key is set up yet.'));
}

/** Finds access with this method only. Throws `SignInError`. */
async function accessBy(type: Exclude<AuthType, ''>, sources: AccessSources): Promise<FoundAccess> {
  const { environment, google, applicationDefault } = sources;
  switch (type) {
    case 'oauth-personal':
      if (environment.accessToken !== undefined)
        return { access: fixedAccess(sources, environment.accessToken), from: 'environment' };
      if (await google.isSignedIn()) return { access: googleAccess(sources, google), from: 'google' };
      throw notSignedIn(l10n.t('a Google account'), type);
    case 'vertex-ai':
      return { access: vertexAccess(sources), from: 'environment' };
    case 'compute-default-credentials':
    case 'cloud-shell':
      return { access: googleAccess(sources, applicationDefault), from: 'environment' };
    case 'gemini-api-key': {
      const found = await withKey(sources);
      const { projectKey } = environment;
      if (found) return found;
      if (projectKey === undefined) throw notSignedIn(l10n.t('an API key'), type);
      return { access: keyAccess(sources, projectKey), from: 'environment' };
    }
    case 'gateway': {
      const gateway = gatewayOf(sources);
      if (gateway === undefined) throw notSignedIn(l10n.t('the address of a gateway'), type);
      return (
        (await withKey(sources)) ?? {
          access: { via: 'gateway', ...gateway, ...sendingOf(environment) },
          from: 'gateway',
        }
      );
    }
    default:
      return type satisfies never;
  }
}

async function withKey(sources: AccessSources): Promise<FoundAccess | undefined> {
  const storedKey = await sources.storedKey();
  const { apiKey } = sources.environment;
  if (storedKey !== undefined) return { access: keyAccess(sources, storedKey), from: 'key' };
  return apiKey === undefined ? undefined : { access: keyAccess(sources, apiKey), from: 'environment' };
}

function notSignedIn(what: string, type: AuthType): SignInError {
  return new SignInError(
    l10n.t(
      'The settings require signing in with {0} (security.auth: “{1}”), which isn’t set up. Sign in, or change the settings.',
      what,
      type,
    ),
  );
}

/** The service that the environment names explicitly. */
function namedAccess(sources: AccessSources): ModelAccess | undefined {
  const { environment, google, applicationDefault } = sources;
  const { service, accessToken } = environment;
  switch (service) {
    case 'google':
      return accessToken === undefined ? googleAccess(sources, google) : fixedAccess(sources, accessToken);
    case 'vertexAi':
      return vertexAccess(sources);
    case 'applicationDefault':
      return googleAccess(sources, applicationDefault);
    case undefined:
      return undefined;
    default:
      return service satisfies never;
  }
}

function keyAccess(sources: AccessSources, apiKey: string): GenaiAccess {
  const { environment } = sources;
  return {
    via: 'apiKey',
    apiKey,
    ...gatewayOf(sources),
    ...(environment.isKeyBearer === true && { isBearer: true }),
    ...sendingOf(environment),
  };
}

/** The address that replaces Google's Gemini API; undefined if there is none. */
function gatewayOf({ environment, settings }: AccessSources): NamedAddress | undefined {
  if (settings.baseUrl) return { baseUrl: safeAddress(settings.baseUrl), addressFrom: 'pollux.baseUrl' };
  if (environment.baseUrl === undefined) return undefined;
  return { baseUrl: safeAddress(environment.baseUrl), addressFrom: 'GOOGLE_GEMINI_BASE_URL' };
}

interface NamedAddress {
  readonly baseUrl: string;
  readonly addressFrom: string;
}

function sendingOf({ apiVersion, customHeaders }: EnvironmentSettings): Pick<GenaiAccess, 'apiVersion' | 'headers'> {
  return {
    ...(apiVersion !== undefined && { apiVersion: safeVersion(apiVersion, 'GOOGLE_GENAI_API_VERSION') }),
    ...(customHeaders !== undefined && { headers: readCustomHeaders(customHeaders) }),
  };
}

/** A project takes precedence over an express key, which supports less. */
function vertexAccess({ environment, settings, applicationDefault }: AccessSources): GenaiAccess {
  const project = settings.project || environment.project;
  const location = safeLocation(settings.location || (environment.location ?? DEFAULT_LOCATION));
  const base = {
    ...(environment.vertexBaseUrl !== undefined && {
      ...{ baseUrl: safeAddress(environment.vertexBaseUrl), addressFrom: 'GOOGLE_VERTEX_BASE_URL' },
    }),
    ...sendingOf(environment),
  };
  if (project !== undefined) return { via: 'vertexProject', project, location, tokens: applicationDefault, ...base };
  const apiKey = environment.googleApiKey;
  if (apiKey !== undefined) return { via: 'vertexKey', apiKey, ...base };
  throw new SignInError(
    l10n.t(
      'Vertex AI needs a Google Cloud project: set GOOGLE_CLOUD_PROJECT and GOOGLE_CLOUD_LOCATION, or an express key in GOOGLE_API_KEY.',
    ),
  );
}

function googleAccess({ environment, settings }: AccessSources, tokens: AccessTokens): CodeAssistAccess {
  const project = settings.project || environment.project;
  const { codeAssistEndpoint: endpoint, codeAssistVersion: version, customHeaders } = environment;
  return {
    via: 'codeAssist',
    tokens,
    ...(project !== undefined && { project }),
    ...(endpoint !== undefined && { endpoint: safeAddress(endpoint), addressFrom: 'CODE_ASSIST_ENDPOINT' }),
    ...(version !== undefined && { apiVersion: safeVersion(version, 'CODE_ASSIST_API_VERSION') }),
    ...(customHeaders !== undefined && { headers: readCustomHeaders(customHeaders) }),
  };
}

function fixedAccess(sources: AccessSources, token: string): CodeAssistAccess {
  return { ...googleAccess(sources, fixedToken(token)), account: `token ${token}` };
}

/** A token managed elsewhere; once it is refused, there is no replacement. */
function fixedToken(token: string): AccessTokens {
  return {
    async get(refused) {
      if (refused === undefined) return token;
      throw new SignInError(l10n.t('Google didn’t accept the token in GOOGLE_CLOUD_ACCESS_TOKEN.'));
    },
  };
}

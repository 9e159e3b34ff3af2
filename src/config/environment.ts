/** Settings for models and the user's home, from environment variables with Gemini CLI's names; empty means unset. */
export interface EnvironmentSettings {
  readonly apiKey?: string;
  /** A key from the `.env` file of a trusted project, for a user who has no other access to the models. */
  readonly projectKey?: string;
  readonly baseUrl?: string;
  readonly model?: string;
  /** Replaces the home directory that contains `.gemini`. */
  readonly home?: string;
  readonly isTrusted: boolean;
  /** Private hosts that `web_fetch` may reach anyway. */
  readonly webFetchHosts: readonly string[];
  /** The only hosts that may be reached; empty: all. */
  readonly networkHosts: readonly string[];
  /** The explicitly selected service; if absent, it follows from the other values. */
  readonly service?: 'google' | 'vertexAi' | 'applicationDefault';
  /** The key is sent as a bearer token. */
  readonly isKeyBearer?: boolean;
  /** A key for Vertex AI's express mode. */
  readonly googleApiKey?: string;
  readonly project?: string;
  readonly location?: string;
  readonly vertexBaseUrl?: string;
  readonly codeAssistEndpoint?: string;
  readonly codeAssistVersion?: string;
  /** The API version, for the Gemini API and Vertex AI. */
  readonly apiVersion?: string;
  /** `Name: value, Name: value`: headers for every request to the models. */
  readonly customHeaders?: string;
  /** An access token of a Google account, which is kept fresh outside Pollux. */
  readonly accessToken?: string;
  /** The OAuth client for signing in with Google. */
  readonly oauthClientId?: string;
  readonly oauthClientSecret?: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Reads the settings from `process.env` or a similar object. */
export function readEnvironment(env: Variables): EnvironmentSettings {
  const apiKey = env.GEMINI_API_KEY || env.GOOGLE_API_KEY;
  const { GOOGLE_GEMINI_BASE_URL: baseUrl, GEMINI_MODEL: model, GEMINI_CLI_HOME: home } = env;
  return {
    ...(apiKey && { apiKey }),
    ...(baseUrl && { baseUrl }),
    ...(model && { model }),
    ...(home && { home }),
    isTrusted: env.GEMINI_CLI_TRUST_WORKSPACE === 'true',
    webFetchHosts: hostsIn(env.POLLUX_WEB_FETCH_HOSTS),
    networkHosts: hostsIn(env.POLLUX_NETWORK_ALLOWED_HOSTS),
    ...readGoogle(env),
  };
}

function hostsIn(list = ''): readonly string[] {
  return list.split(/[\s,]+/).filter(host => host !== '');
}

function readGoogle(env: Variables): Partial<EnvironmentSettings> {
  const service = serviceOf(env);
  const values = {
    googleApiKey: env.GOOGLE_API_KEY,
    project: env.GOOGLE_CLOUD_PROJECT || env.GOOGLE_CLOUD_PROJECT_ID,
    location: env.GOOGLE_CLOUD_LOCATION,
    vertexBaseUrl: env.GOOGLE_VERTEX_BASE_URL,
    codeAssistEndpoint: env.CODE_ASSIST_ENDPOINT,
    codeAssistVersion: env.CODE_ASSIST_API_VERSION,
    apiVersion: env.GOOGLE_GENAI_API_VERSION,
    customHeaders: env.GEMINI_CLI_CUSTOM_HEADERS,
    accessToken: env.GOOGLE_CLOUD_ACCESS_TOKEN,
    oauthClientId: env.POLLUX_OAUTH_CLIENT_ID,
    oauthClientSecret: env.POLLUX_OAUTH_CLIENT_SECRET,
  };
  return {
    ...Object.fromEntries(Object.entries(values).filter(([, value]) => value)),
    ...(service && { service }),
    ...(env.GEMINI_API_KEY_AUTH_MECHANISM === 'bearer' && { isKeyBearer: true }),
  };
}

/** In the order in which Gemini CLI checks: an address or a key takes precedence over the machine's own credentials. */
function serviceOf(env: Variables): EnvironmentSettings['service'] {
  if (env.GOOGLE_GENAI_USE_GCA === 'true') return 'google';
  if (env.GOOGLE_GENAI_USE_VERTEXAI === 'true') return 'vertexAi';
  if (env.GOOGLE_GEMINI_BASE_URL || env.GEMINI_API_KEY) return undefined;
  const isMachine = env.CLOUD_SHELL === 'true' || env.GEMINI_CLI_USE_COMPUTE_ADC === 'true';
  return isMachine ? 'applicationDefault' : undefined;
}
